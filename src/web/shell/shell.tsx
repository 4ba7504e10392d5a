import type { ReactNode } from 'react';
import { FormHost } from '#web/forms/form-host.tsx';
import { Signing } from '#web/signing/signing.tsx';
import { CityProvider } from './city.tsx';
import { FooterScripts } from './footer/dialogs.tsx';
import { Header } from './header.tsx';
import { CounterAnnouncer } from './header-counters.tsx';
import { MergedRibbon } from './merged-ribbon.tsx';
import { BottomBar, MobileHeader } from './mobile-header.tsx';
import { OfflineRibbon } from './offline-ribbon.tsx';
import { SideMenu } from './side-menu.tsx';
import { StaticHtml } from './static-html.tsx';
import { ToldSearchOnDemand } from './told-search-on-demand.tsx';
import { usePrefetch } from './use-prefetch.ts';
import { useShell } from './use-shell.ts';
import { useStaticLinks } from './use-static-links.ts';
import { WobblersOnDemand } from './wobblers-on-demand.tsx';

/** Everything around a page, for the device the user agent names (S2-31). */
export function Shell({ children }: { children: ReactNode }) {
  const { device } = useShell();
  useStaticLinks();
  usePrefetch();
  return (
    <CityProvider>
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
    </CityProvider>
  );
}
