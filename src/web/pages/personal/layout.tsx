// Small styles of single pages travel with the area: a file of its own for each would weigh in the list of routes,
// which every page loads.
import './personal.css';
import './joined.css';
import './documents/documents.css';
import './orders/order-list.css';
import './profile/company/company.css';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation, useMatches } from 'react-router';
import {
  activeOrdersUrl,
  documentsUrl,
  estimatesUrl,
  homeCrumb,
  ordersStart,
  personalCardsUrl,
  personalUrl,
  profileUrl,
  savedListsUrl,
  subscribeUrl,
  supportUrl,
  withTrailingSlash,
} from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
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
export type PersonalHandle = Partial<PageHandle> & {
  crumbs: (loaderData: never) => { here: string; parents?: Crumb[] };
};

/** S6-02: nobody but a signed-in person comes further. Each page's own loader and action ask again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireAccount(context.get(shop).requestContext, request);
  return { full_name: account.full_name };
}

const sections = [
  { to: personalUrl(), icon: 'layout-grid', words: 'Обзор', end: true },
  { to: activeOrdersUrl(), icon: 'package', words: 'Заказы', end: false },
  { to: documentsUrl(), icon: 'file-text', words: 'Документы', end: false },
  { to: savedListsUrl(), icon: 'list-checks', words: 'Списки', end: false },
  { to: estimatesUrl(), icon: 'file-spreadsheet', words: 'Сметы', end: false },
  { to: personalCardsUrl(), icon: 'credit-card', words: 'Карты', end: false },
  { to: profileUrl(), icon: 'user', words: 'Профиль', end: false },
  { to: subscribeUrl(), icon: 'bell', words: 'Подписки', end: false },
  { to: supportUrl(), icon: 'headphones', words: 'Поддержка', end: false },
] as const;

/** The personal area: its menu beside every page under /personal/, on a phone a row above it. */
export default function PersonalLayout() {
  const { device } = useShell();
  const here = useMatches().at(-1);
  const handle = here?.handle as PersonalHandle | undefined;
  const crumbs = handle?.crumbs(here?.loaderData as never);
  const isDashboard = withTrailingSlash(here?.pathname ?? '') === personalUrl();
  return (
    <>
      {crumbs && !(device === 'mobile' && isDashboard) ? (
        <Breadcrumbs
          crumbs={
            isDashboard
              ? [homeCrumb]
              : [homeCrumb, { name: 'Личный кабинет', url: personalUrl() }, ...(crumbs.parents ?? [])]
          }
          here={crumbs.here}
          device={device}
        />
      ) : null}
      <div className="lk">
        <Menu />
        <div className="lk__page">
          <Outlet />
        </div>
      </div>
    </>
  );
}

/** Where the row scrolls to: a little before `here`, and the last one in sight is cut, so that it is seen to go on. */
function startOf(menu: HTMLElement, here: HTMLElement): number {
  const width = menu.clientWidth;
  const places = Array.from(menu.children, (child) => {
    const { left, right } = child.getBoundingClientRect();
    const start = menu.getBoundingClientRect().left - menu.scrollLeft;
    return { left: left - start, right: right - start };
  });
  const starts = [40, 52, 64, 76, 88, 100].map((before) => here.offsetLeft - menu.offsetLeft - before);
  const isCut = (from: number) =>
    places.some(({ left, right }) => left - from < width - 72 && right - from > width + 12);
  return starts.find(isCut) ?? starts[0] ?? 0;
}

function Menu() {
  const { pathname } = useLocation();
  const isOrders = withTrailingSlash(pathname).startsWith(ordersStart);
  const menu = useRef<HTMLElement>(null);
  // On a phone the row scrolls sideways: where one is stands in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place in the row
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>('.is-on');
    if (here && menu.current) menu.current.scrollLeft = startOf(menu.current, here);
    if (menu.current?.scrollLeft) menu.current.style.setProperty('--faded', '32px');
  }, [pathname]);
  return (
    <nav className="lknav" aria-label="Личный кабинет" ref={menu}>
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
