import './codes/codes.css';
import { Outlet, useLocation } from 'react-router';
import { homeUrl } from '#shared/urls.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/layout.ts';
import { isUnknownCode, UnknownCode } from './unknown-code.tsx';

export const meta: Route.MetaFunction = ({ error, location }) => [
  { title: isUnknownCode(error, location.pathname) ? 'Неизвестный код — ИДД' : error ? errorTitle(error) : 'ИДД' },
];

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
    <QrFrame>{isUnknownCode(error, pathname) ? <UnknownCode error={error} /> : <ErrorPage error={error} />}</QrFrame>
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
