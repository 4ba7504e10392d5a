import './styles/app.css';
import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router';
import { factsOf } from '#shared/page-facts.ts';
import { guestOrdersUrl, personalUrl, withTrailingSlash } from '#shared/urls.ts';
import type { Route } from './+types/root.ts';
import cyrillicFont from './fonts/golos-cyrillic.woff2?url';
import latinFont from './fonts/golos-latin.woff2?url';
import roubleFont from './fonts/golos-rouble.woff2?url';
import touchIcon from './images/apple-touch-icon.png?url';
import logo from './images/logo.svg?url';
import { themeColor } from './pages/manifest/theme.ts';
import { ChunkGuard } from './parts/chunk-guard/chunk-guard.tsx';
import { busyPages } from './parts/request/busy-pages.ts';
import { shop } from './parts/request/context.ts';
import { readShell } from './parts/request/read-shell.server.ts';
import { ActingStrip } from './parts/shell/acting-strip.tsx';
import { ErrorPage, errorTitle } from './parts/shell/error-page.tsx';
import { LoadingBar } from './parts/shell/loading-bar.tsx';
import { onDemand } from './ui/on-demand.tsx';

/** S7-28: the counter of visits comes when everything else is done; a failure to load it is nobody's concern. */
const CountedVisit = onDemand(
  () => import('./parts/analytics-events/counted-visit.tsx').then((loaded) => loaded.CountedVisit),
  () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve)),
);

/**
 * What the shell of every page needs: the same for all visitors of a branch and device, because pages are cached for
 * all.
 */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const shell = await readShell(context.get(shop));
  return { ...shell, robots: factsOf(pattern).robots ?? (shell.is_indexed ? null : 'noindex') };
}

/**
 * The shell does not change while pages do, so it does not travel with them; and a navigation that fails cannot take it
 * away.
 */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ error }) => (error ? [{ title: errorTitle(error) }] : [{ title: 'ИДД' }]);

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root');
  const { pathname } = useLocation();
  const cookieDomain = shell?.cookie_domain ?? null;
  useEffect(() => {
    if (!window.location.search.includes('utm_')) return;
    import('./parts/analytics/keep-campaign.ts').then(
      ({ keepCampaign }) => keepCampaign(cookieDomain),
      () => {},
    );
  }, [cookieDomain]);
  const isMobile = shell?.device === 'mobile';
  // S2-24: every address with /personal/ in it wears the personal look.
  const isPersonal = withTrailingSlash(pathname).includes(personalUrl());
  const isGuestsOrder =
    withTrailingSlash(pathname).startsWith(guestOrdersUrl()) && pathname.length > guestOrdersUrl().length;
  const classes = [
    isMobile && 'mob',
    isPersonal && 'personal',
    isGuestsOrder && 'guest-order',
    busyPages.test(pathname) && 'busy',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <html lang="ru">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {shell?.robots && <meta name="robots" content={shell.robots} />}
        {shell?.verification_code && <meta name="yandex-verification" content={shell.verification_code} />}
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content={themeColor} />
        <link rel="icon" href={logo} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={touchIcon} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={cyrillicFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={roubleFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body className={classes || undefined}>
        <LoadingBar />
        <ActingStrip acting={shell?.acting} />
        {children}
        {shell?.counter && <CountedVisit setting={shell.counter} />}
        <ChunkGuard />
        <ScrollRestoration />
        <noscript id="held-scripts">
          <Scripts />
        </noscript>
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Only when even the shell could not be read: without header data, still with the logo, search and the catalogue. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" className="wrap">
      <a href="/" className="bare-logo" aria-label="ИДД, на главную">
        <img src={logo} alt="" width="100" height="36" />
      </a>
      <ErrorPage error={error} />
    </main>
  );
}
