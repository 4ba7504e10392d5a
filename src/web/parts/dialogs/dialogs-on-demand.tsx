import { deferred } from '#web/ui/deferred.tsx';

/** What links of any page open over it; its code comes after the page. */
export const DialogsOnDemand = deferred(() => import('./footer-scripts.tsx').then((loaded) => loaded.FooterScripts), {
  soon: true,
});
