import { type LandingPlace, landingListens } from '#shared/landing-frame.ts';

/**
 * A page that stands in a frame of its editor goes to the block that is chosen there; where that one shows nothing
 * here, to the one before it. `places`: of the shown blocks among the written ones. Returns what ends it.
 */
export function followEditor(places: number[]): () => void {
  const follow = ({ source, data }: MessageEvent<Partial<Record<keyof LandingPlace, unknown>> | null>) => {
    const block = data?.block;
    if (source !== parent || typeof block !== 'number') return;
    const shown = places.findLastIndex((place) => place <= block);
    if (shown === -1) scrollTo(0, 0);
    // The set of a page's goods stands among its blocks and is none of them.
    else document.querySelectorAll('.blocks > :not(.blocks__set)')[shown]?.scrollIntoView();
  };
  addEventListener('message', follow);
  if (parent !== window) parent.postMessage(landingListens, '*');
  return () => removeEventListener('message', follow);
}
