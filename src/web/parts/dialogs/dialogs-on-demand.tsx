import { later } from '#web/ui/later.tsx';
import { FooterScripts as DrawnFooterScripts } from './footer-scripts.tsx';

/** What links of any page open over it; its code comes after the page. */
export const DialogsOnDemand = later(
  () => import('./footer-scripts.tsx').then((loaded) => loaded.FooterScripts),
  DrawnFooterScripts,
  { soon: true },
);
