import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The ribbon of `told-search-ribbon.tsx`, loaded only by a page whose address tells of a search. */
export function ToldSearchOnDemand() {
  const isTold = useLocation().hash.startsWith('#search=');
  const [Ribbon, setRibbon] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isTold) return;
    import('./told-search-ribbon.tsx').then(
      (loaded) => setRibbon(() => loaded.ToldSearchRibbon),
      () => {}, // an old build: the page stands without it
    );
  }, [isTold]);
  return isTold && Ribbon ? <Ribbon /> : null;
}
