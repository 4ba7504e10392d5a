import { useLocation } from 'react-router';
import { onDemand } from '#web/ui/on-demand.tsx';

const SearchNoticeRibbon = onDemand(
  () => import('./search-notice-ribbon.tsx').then((loaded) => loaded.SearchNoticeRibbon),
  async () => {},
);

/** Loaded only by a page whose address tells of a search. */
export function SearchNoticeOnDemand() {
  return useLocation().hash.startsWith('#search=') ? <SearchNoticeRibbon /> : null;
}
