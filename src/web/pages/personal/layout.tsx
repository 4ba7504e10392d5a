import { NavLink, Outlet, useLocation, useMatches } from 'react-router';
import {
  activeOrdersUrl,
  homeCrumb,
  personalCardsUrl,
  personalUrl,
  profileUrl,
  subscribeUrl,
  supportUrl,
} from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { SignOutForm } from '#web/parts/signing/sign-out-form.tsx';
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/layout.ts';

/**
 * A page of the personal area exports `handle` of this type to stand in the way from home: its own name, and what lies
 * between it and the dashboard. A page without it draws its own way.
 */
export type PersonalHandle = { crumbs: (loaderData: never) => { here: string; parents?: Crumb[] } };

/** S6-02: nobody but a signed-in person comes further. Each page's own loader and action ask again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireAccount(context.get(shop).requestContext, request);
  return { full_name: account.full_name };
}

const sections = [
  { to: personalUrl(), icon: 'layout-grid', words: 'Обзор', end: true },
  { to: activeOrdersUrl(), icon: 'package', words: 'Заказы', end: false },
  { to: personalCardsUrl(), icon: 'credit-card', words: 'Карты', end: false },
  { to: profileUrl(), icon: 'user', words: 'Профиль', end: false },
  { to: subscribeUrl(), icon: 'bell', words: 'Подписки', end: false },
  { to: supportUrl(), icon: 'headphones', words: 'Поддержка', end: false },
] as const;

/**
 * The personal area: its menu beside every page under /personal/; on a phone the menu stands on the dashboard, other
 * pages lead back to it.
 */
export default function PersonalLayout() {
  const { device } = useShell();
  const here = useMatches().at(-1);
  const handle = here?.handle as PersonalHandle | undefined;
  const crumbs = handle?.crumbs(here?.loaderData as never);
  const isDashboard = here?.pathname.replace(/\/$/, '') === '/personal';
  return (
    <>
      {crumbs && !(device === 'mobile' && isDashboard) ? (
        <Breadcrumbs
          crumbs={
            isDashboard ? [homeCrumb] : [{ name: 'Личный кабинет', url: personalUrl() }, ...(crumbs.parents ?? [])]
          }
          here={crumbs.here}
          device={device}
        />
      ) : null}
      <div className="lk">
        {device === 'mobile' && !isDashboard ? null : <Menu />}
        <div className="lk__page">
          <Outlet />
        </div>
      </div>
    </>
  );
}

function Menu() {
  const isOrders = useLocation().pathname.startsWith('/personal/orders');
  return (
    <nav className="lknav" aria-label="Личный кабинет">
      {sections.map(({ to, icon, words, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end}
          className={({ isActive }) => (isActive || (to === activeOrdersUrl() && isOrders) ? 'is-on' : '')}
        >
          <Icon name={icon} />
          {words}
        </NavLink>
      ))}
      <SignOutForm>
        <Icon name="log-out" />
        Выйти
      </SignOutForm>
    </nav>
  );
}
