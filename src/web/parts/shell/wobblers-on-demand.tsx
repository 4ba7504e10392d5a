import { type ComponentType, useEffect, useState } from 'react';
import { bannerFetchDelayMs } from '#shared/constants.ts';

/** S7-21: banners are asked for 300 ms after the page stands; until then not a byte of them is loaded. */
export function WobblersOnDemand() {
  const [Wobblers, setWobblers] = useState<ComponentType | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('#web/parts/wobblers/wobblers.tsx').then(
        (loaded) => setWobblers(() => loaded.Wobblers),
        () => {}, // an old build: the page works without banners
      );
    }, bannerFetchDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return Wobblers ? <Wobblers /> : null;
}
