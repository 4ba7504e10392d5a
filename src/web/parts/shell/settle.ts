/** What styles/below.css leaves for later. */
const folded =
  '.block, .calc, .acts__goods, .acts > .acts__card:nth-child(n + 3), .tiles > .tile:nth-child(n + 6), .grid4 > .card:nth-child(n + 3), [data-static="footer"]';

/**
 * Unfolds what the first page has left out below its first screen, a piece per frame in idle time, and ends the rule
 * for this document. Call it when the page is idle.
 */
export function settle(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>(folded)].filter(isBelow);
  const unfold = () => {
    const next = waiting.shift();
    if (next) {
      next.style.contentVisibility = 'visible';
      requestAnimationFrame(() => idle(unfold));
      return;
    }
    document.documentElement.classList.add('settled');
    for (const piece of document.querySelectorAll<HTMLElement>('[style*="content-visibility"]'))
      piece.style.removeProperty('content-visibility');
  };
  idle(unfold);
}

function isBelow(piece: HTMLElement): boolean {
  return piece.getBoundingClientRect().top > window.innerHeight;
}

/** Safari has no requestIdleCallback. */
function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1_000 });
  else setTimeout(work, 16);
}
