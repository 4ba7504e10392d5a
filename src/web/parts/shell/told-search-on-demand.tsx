import { useLocation } from 'react-router';
import { onDemand } from '#web/ui/on-demand.tsx';

const ToldSearchRibbon = onDemand(
  () => import('./told-search-ribbon.tsx').then((loaded) => loaded.ToldSearchRibbon),
  async () => {},
);

/** Loaded only by a page whose address tells of a search. */
export function ToldSearchOnDemand() {
  return useLocation().hash.startsWith('#search=') ? <ToldSearchRibbon /> : null;
}
