/** What the page of a draft says to the window around it once it listens. */
const ready = 'landing listens';

/**
 * A page that stands in a frame of its editor goes to the block that is chosen there: `{ block: 2 }` from the window
 * around it, counted among the written ones from 0; of one that shows nothing here, to the one before it; -1: to the
 * top. `places`: of the shown blocks among the written ones. Returns what ends it.
 */
export function followEditor(places: number[]): () => void {
  const follow = ({ source, data }: MessageEvent<{ block?: unknown } | null>) => {
    const block = data?.block;
    if (source !== parent || typeof block !== 'number') return;
    const shown = places.findLastIndex((place) => place <= block);
    if (shown === -1) scrollTo(0, 0);
    // The set of a page's goods stands among its blocks and is none of them.
    else document.querySelectorAll('.blocks > :not(.blocks__set)')[shown]?.scrollIntoView();
  };
  addEventListener('message', follow);
  // It says nothing that somebody else might not know.
  if (parent !== window) parent.postMessage(ready, '*');
  return () => removeEventListener('message', follow);
}
