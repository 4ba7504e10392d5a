import type { ReactNode } from 'react';
import { bannerFetchDelayMs } from '#shared/constants.ts';
import { FormHost } from '#web/parts/forms/form-host.tsx';
import { useShell } from '#web/parts/request/use-shell.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { pageIdle } from '#web/ui/page-idle.ts';
import { Header } from './header.tsx';
import { CounterAnnouncer } from './header-counters.tsx';
import { BottomBar, MobileHeader } from './mobile-header.tsx';
import { SearchNoticeOnDemand } from './search-notice-on-demand.tsx';
import { StaticHtml } from './static-html.tsx';
import { useFocusInSight } from './use-focus-in-sight.ts';
import { useStaticLinks } from './use-static-links.ts';

const CityDialog = deferred(() => import('./city-dialog.tsx').then((loaded) => loaded.CityDialog), {
  soon: true,
});
const SideMenu = deferred(() => import('./side-menu.tsx').then((loaded) => loaded.SideMenu), {
  soon: true,
});
const Ribbons = onDemand(
  () => import('./ribbons.tsx').then((loaded) => loaded.Ribbons),
  () => pageIdle,
);
const Prefetch = onDemand(
  () => import('./prefetch.tsx').then((loaded) => loaded.Prefetch),
  () => pageIdle,
);
/** S7-21: banners are asked for 300 ms after the page stands; until then not a byte of them is loaded. */
const Wobblers = onDemand(
  () => import('#web/parts/wobblers/wobblers.tsx').then((loaded) => loaded.Wobblers),
  () => new Promise((resolve) => setTimeout(resolve, bannerFetchDelayMs)),
);

/** `signing` and `dialogs`: what links of any page open over it, from parts beside this one. */
type ShellProps = { signing: ReactNode; dialogs: ReactNode; children: ReactNode };

/** Everything around a page, for the device the user agent names (S2-31). */
export function Shell({ signing, dialogs, children }: ShellProps) {
  const isMobile = useShell().device === 'mobile';
  useStaticLinks();
  useFocusInSight();
  return (
    <>
      <a className="skip" href="#main">
        К содержанию
      </a>
      {isMobile ? <MobileHeader /> : <Header />}
      <main id="main" className="wrap" tabIndex={-1}>
        {children}
      </main>
      <StaticHtml part="footer" />
      <Ribbons />
      <SearchNoticeOnDemand />
      <CounterAnnouncer />
      {signing}
      {dialogs}
      <FormHost />
      {isMobile && <BottomBar />}
      {isMobile && <SideMenu />}
      <Prefetch />
      <Wobblers />
      <CityDialog />
    </>
  );
}
