import './codes/codes.css';
import { isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router';
import { homeUrl } from '#shared/urls.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import type { Route } from './+types/layout.ts';
import { UnknownCode } from './unknown-code.tsx';

export const meta: Route.MetaFunction = ({ error }) => [
  { title: isMissing(error) ? 'Неизвестный код — ИДД' : error ? errorTitle(error) : 'ИДД' },
];

/** A code that leads nowhere; a price tag of a product that is gone is asked for at an address of its own. */
function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/**
 * S2-25, S2-10: the second layout, for pages opened from a printed code in a shop, and for what is printed to hang
 * there: a logo and one task, no menus.
 */
export default function QrLayout() {
  return (
    <QrFrame>
      <Outlet />
    </QrFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  return (
    <QrFrame>
      {isMissing(error) && pathname.startsWith('/qr/') ? <UnknownCode error={error} /> : <ErrorPage error={error} />}
    </QrFrame>
  );
}

/** Leaving it opens a whole page: the menus of the default layout are not in this document. */
function QrFrame({ children }: { children: React.ReactNode }) {
  const logo = useShellIfAny()?.logo;
  return (
    <>
      <header className="qr-head">
        <Link to={homeUrl()} reloadDocument>
          {logo ? <img src={logo.src} alt={logo.alt} width="80" height="29" /> : 'ИДД, на главную'}
        </Link>
      </header>
      <main id="main" className="wrap">
        {children}
      </main>
    </>
  );
}
