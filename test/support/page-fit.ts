import type { Page } from 'playwright-core';

/** What a page is looked at for; see `unfit`. */
export type Fit = { targets?: boolean; focus?: 'whole' | 'page' };

/**
 * What of the page does not fit the window it is open in: text that lies on other text, lines closer than their
 * letters, text cut off where nothing says that more follows, and what stands out sideways. `targets`: also what is
 * less than 44 px high for a finger (24 px for a link). `focus`: also what the keyboard reaches under something
 * else, without the header and the footer unless 'whole'. Each finding once, worded with the element it is about.
 */
export async function unfit(page: Page, { targets = false, focus }: Fit = {}): Promise<string[]> {
  const found = await page.evaluate(textThatDoesNotFit);
  if (targets) found.push(...(await page.evaluate(smallTargets)));
  if (focus) found.push(...(await page.evaluate(coveredFocus, focus)));
  return [...new Set(found)].slice(0, 40);
}

/** Text of twice the size, as a browser's setting makes it, or of the usual size. */
export async function setTextSize(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);
}

/** Runs in the page. */
function textThatDoesNotFit(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number };
  type Text = { of: Element; layer: Element | null; boxes: Box[] };
  type Around = { scroller: Element | null; layer: Element | null; cuts: Element[]; isForReaders: boolean };
  const knownAround = new Map<Element, Around>();
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - width;
  if (over > 0) found.push(`sideways by ${over}: ${widest().join(', ')}`);
  const texts = visibleTexts();
  for (const { of, boxes } of texts) {
    const { fontSize, lineHeight } = getComputedStyle(of);
    const lines = new Set(boxes.map(({ top }) => Math.round(top)));
    if (lines.size > 1 && Number.parseFloat(lineHeight) < Number.parseFloat(fontSize) * 0.98)
      found.push(`lines overlap: ${named(of)}`);
    if (isCut(of, boxes)) found.push(`cut off: ${named(of)}`);
  }
  const parts = texts
    .flatMap(({ of, layer, boxes }) => boxes.map((box) => ({ of, layer, ...box })))
    .sort((a, b) => a.top - b.top);
  for (const [at, one] of parts.entries())
    for (let next = at + 1; next < parts.length; next++) {
      const other = parts[next]!;
      if (other.top >= one.bottom - 4) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (across > 3 && one.of !== other.of && one.layer === other.layer)
        found.push(`${named(one.of)} lies on ${named(other.of)}`);
    }
  return found;

  function visibleTexts(): Text[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = new Map<Element, Text>();
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement;
      if (!of || !node.textContent?.trim() || of.closest('svg, script, style, noscript, option, select, template'))
        continue;
      if (!of.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || around(of).isForReaders) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1).map(shown(of));
      const seen = boxes.filter((box): box is Box => box !== null);
      const known = all.get(of);
      if (known) known.boxes.push(...seen);
      else if (seen.length > 0) all.set(of, { of, layer: around(of).layer, boxes: seen });
    }
    return [...all.values()];
  }

  /**
   * The middle of a line, where its letters are; what scrolls, or ends in an ellipsis, shows only what is inside it.
   */
  function shown(of: Element): (box: Box) => Box | null {
    const scroller = around(of).scroller?.getBoundingClientRect();
    const cuts = around(of)
      .cuts.map((at) => at.getBoundingClientRect())
      .filter(({ width, height }) => width >= 2 && height >= 2);
    return ({ left, right, top, bottom }) => {
      // A line that is left out whole lies nowhere.
      if (cuts.some((cut) => top >= cut.bottom - 1 || bottom <= cut.top + 1)) return null;
      const inset = (bottom - top) * 0.16;
      const box = { left, right, top: top + inset, bottom: bottom - inset };
      if (!scroller) return box;
      const middle = (box.top + box.bottom) / 2;
      const isIn =
        box.left < scroller.right && box.right > scroller.left && middle < scroller.bottom && middle > scroller.top;
      if (!isIn) return null;
      return { ...box, left: Math.max(box.left, scroller.left), right: Math.min(box.right, scroller.right) };
    };
  }

  /**
   * What an element stands in, looked up once for each: the nearest ancestor that scrolls or shortens its text, the bar
   * or card that lies over the page, those that cut off what stands out of them.
   */
  function around(of: Element): Around {
    const known = knownAround.get(of);
    if (known) return known;
    const parent = of.parentElement;
    const outer =
      parent && of !== document.body ? around(parent) : { scroller: null, layer: null, cuts: [], isForReaders: false };
    const own = of === document.body ? outer : inside(of, outer);
    knownAround.set(of, own);
    return own;
  }

  function inside(of: Element, outer: Around): Around {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath } = getComputedStyle(of);
    const doesScroll = /auto|scroll/.test(overflowX + overflowY);
    const isClipped = /hidden|clip/.test(overflowX + overflowY);
    const doesShorten = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    const isWindow = doesScroll || webkitLineClamp !== 'none' || (doesShorten && overflowX !== 'visible');
    const endsHere = doesScroll || (isClipped && doesShorten);
    const beyond = position === 'fixed' ? [] : outer.cuts;
    return {
      scroller: isWindow ? of : outer.scroller,
      layer: /fixed|sticky/.test(position) ? of : outer.layer,
      cuts: endsHere ? [] : isClipped ? [of, ...beyond] : beyond,
      isForReaders: outer.isForReaders || clipPath === 'inset(50%)',
    };
  }

  function isCut(of: Element, boxes: Box[]): boolean {
    for (const at of around(of).cuts) {
      const own = at.getBoundingClientRect();
      if (own.width < 2 || own.height < 2) return false;
      // A line that is left out whole, because there is no room for it, is not cut.
      const seen = boxes.filter((box) => box.top < own.bottom - 1 && box.left < own.right - 1);
      if (seen.some((box) => box.right > own.right + 2 || box.bottom > own.bottom + 2 || box.left < own.left - 2))
        return true;
    }
    return false;
  }

  /** The innermost elements that stand out of the window and are not inside something that scrolls or hides. */
  function widest(): string[] {
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width: own } = element.getBoundingClientRect();
      return own > 0 && right + window.scrollX > width + 1 && !isHeld(element);
    });
    return out
      .filter((element) => !out.some((other) => other !== element && element.contains(other)))
      .slice(0, 4)
      .map(named);
  }

  function isHeld(element: Element): boolean {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible' && at.getBoundingClientRect().right <= width + 1) return true;
    return false;
  }

  function named(element: Element): string {
    const name =
      element.className && typeof element.className === 'string' ? `.${element.className.split(' ').join('.')}` : '';
    const parent = element.parentElement;
    const within =
      name || !parent ? '' : `${parent.tagName.toLowerCase()}.${String(parent.className).split(' ').join('.')} > `;
    return `${within}${element.tagName.toLowerCase()}${name} «${element.textContent?.trim().slice(0, 30)}»`;
  }
}

/** Runs in the page. */
function smallTargets(): string[] {
  const found: string[] = [];
  const kinds = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
  for (const target of document.querySelectorAll<HTMLElement>(kinds)) {
    if (!target.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
    const box = target.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue; // said to readers only, or covered by its label
    // The border of what holds it is pressed too.
    const least = target.matches('a:not(.btn), button.link') ? 24 : 42;
    const labels = [...((target as HTMLInputElement).labels ?? [])];
    const isTall = box.height >= least - 0.5 || labels.some((label) => label.offsetHeight >= least);
    if (isTall || reaches(target, least)) continue;
    const name =
      typeof target.className === 'string' && target.className ? `.${target.className.split(' ').join('.')}` : '';
    const parent = target.parentElement;
    const within =
      name || !parent ? '' : `${parent.tagName.toLowerCase()}.${String(parent.className).split(' ').join('.')} > `;
    found.push(`${Math.round(box.height)} px: ${within}${target.tagName.toLowerCase()}${name}`);
  }
  return found;

  /** A press `least` px high around its middle is the target's, be it by an area that is not drawn. */
  function reaches(target: HTMLElement, least: number): boolean {
    target.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    return [-1, 1].every((side) => {
      const hit = document.elementFromPoint(x, y + side * (least / 2 - 1));
      return hit !== null && target.contains(hit);
    });
  }
}

/**
 * Runs in the page: what the Tab key reaches, one after another; of what repeats in rows and cards the first two and
 * each ninth.
 */
async function coveredFocus(what: 'whole' | 'page'): Promise<string[]> {
  const found: string[] = [];
  const seen = new Map<string, number>();
  const kinds =
    'a[href], button:not(:disabled), input:not([type="hidden"], :disabled), select, textarea, summary, [tabindex="0"]';
  for (const target of document.querySelectorAll<HTMLElement>(kinds)) {
    if (target.tabIndex < 0 || target.closest('[inert]')) continue;
    if (!target.checkVisibility({ visibilityProperty: true })) continue;
    if (what === 'page' && target.closest('.site-head, .mhead, [data-static="footer"]')) continue;
    const kind = [target, target.parentElement, target.parentElement?.parentElement]
      .map((element) => `${element?.tagName}.${element?.className}`)
      .join(' ');
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    if (times > 2 && times % 9 !== 0) continue;
    target.focus();
    // What listens to the focus (a list that closes, a banner that steps aside) has its turn, as between two keys.
    await new Promise((next) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = next;
      port2.postMessage(null);
    });
    if (document.activeElement !== target) continue;
    const [first] = target.getClientRects();
    // Of what is taller than the window some part is in sight.
    if (!first || first.width < 2 || first.height < 2 || first.height > innerHeight / 2) continue;
    // What scrolls into sight smoothly is given its time.
    for (let wait = 0; wait < 30 && !isInSight(target); wait++) await new Promise((next) => setTimeout(next, 60));
    if (isInSight(target)) continue;
    // A part of the page that came in above just then pushed it away; it comes once.
    target.blur();
    target.focus();
    if (isInSight(target)) continue;
    const { x, y, hit } = middleOf(target);
    const words = (element: Element | null) =>
      element ? `${element.tagName.toLowerCase()}.${String(element.className).split(' ').join('.')}` : 'nothing';
    const name = target.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 30);
    found.push(
      `the focus is hidden: ${words(target)} «${name}» at ${Math.round(x)}, ${Math.round(y)} by ${words(hit)}`,
    );
  }
  (document.activeElement as HTMLElement | null)?.blur();
  window.scrollTo(0, 0);
  return found;

  function middleOf(target: Element) {
    const { left, top, width, height } = target.getClientRects()[0] ?? target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return { x, y, hit: document.elementFromPoint(x, y) };
  }

  function isInSight(target: Element): boolean {
    const { hit } = middleOf(target);
    if (hit === null) return false;
    // What lets the pointer through (of a range of two handles all but the handles) is not covered by what holds it.
    const isThrough = getComputedStyle(target).pointerEvents === 'none' && hit.contains(target);
    return target.contains(hit) || hit.closest('label')?.control === target || isThrough;
  }
}
