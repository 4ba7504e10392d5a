import type { ReactNode } from 'react';
import { FooterScripts as DrawnFooterScripts } from '#web/parts/dialogs/footer-scripts.tsx';
import { FormHost } from '#web/parts/forms/form-host.tsx';
import { useShell } from '#web/parts/shell-data/use-shell.ts';
import { Signing } from '#web/parts/signing/signing.tsx';
import { later } from '#web/ui/later.tsx';
import { CityDialog as DrawnCityDialog } from './city-dialog.tsx';
import { Header } from './header.tsx';
import { CounterAnnouncer } from './header-counters.tsx';
import { MergedRibbon } from './merged-ribbon.tsx';
import { BottomBar, MobileHeader } from './mobile-header.tsx';
import { OfflineRibbon } from './offline-ribbon.tsx';
import { SideMenu as DrawnSideMenu } from './side-menu.tsx';
import { StaticHtml } from './static-html.tsx';
import { ToldSearchOnDemand } from './told-search-on-demand.tsx';
import { usePrefetch } from './use-prefetch.ts';
import { useStaticLinks } from './use-static-links.ts';
import { WobblersOnDemand } from './wobblers-on-demand.tsx';

const CityDialog = later(() => import('./city-dialog.tsx').then((loaded) => loaded.CityDialog), DrawnCityDialog, {
  soon: true,
});
const FooterScripts = later(
  () => import('#web/parts/dialogs/footer-scripts.tsx').then((loaded) => loaded.FooterScripts),
  DrawnFooterScripts,
  { soon: true },
);
const SideMenu = later(() => import('./side-menu.tsx').then((loaded) => loaded.SideMenu), DrawnSideMenu, {
  soon: true,
});

/** Everything around a page, for the device the user agent names (S2-31). */
export function Shell({ children }: { children: ReactNode }) {
  const { device } = useShell();
  useStaticLinks();
  usePrefetch();
  return (
    <>
      <a className="skip" href="#main">
        К содержанию
      </a>
      {device === 'mobile' ? <MobileHeader /> : <Header />}
      <main id="main" className="wrap" tabIndex={-1}>
        {children}
      </main>
      <StaticHtml part="footer" />
      <MergedRibbon />
      <OfflineRibbon />
      <ToldSearchOnDemand />
      <CounterAnnouncer />
      <Signing />
      <FooterScripts />
      <FormHost />
      {device === 'mobile' && <BottomBar />}
      {device === 'mobile' && <SideMenu />}
      <WobblersOnDemand />
      <CityDialog />
    </>
  );
}
