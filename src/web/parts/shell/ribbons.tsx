import { MergedRibbon } from './merged-ribbon.tsx';
import { OfflineRibbon } from './offline-ribbon.tsx';

/** What a page has to tell long after it stands. */
export function Ribbons() {
  return (
    <>
      <MergedRibbon />
      <OfflineRibbon />
    </>
  );
}
