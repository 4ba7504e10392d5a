import { NavLink, Outlet } from 'react-router';
import { activeOrdersUrl, personalUrl, profileUrl, subscribeUrl, supportUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { requireAccount } from '#web/require-account.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/layout.ts';

/** S6-02: nobody but a signed-in person comes further. Each page's own loader and action ask again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireAccount(context.get(shop).visit, request);
  return { full_name: account.full_name };
}

const sections = [
  { to: personalUrl(), icon: 'layout-grid', words: 'Обзор', end: true },
  { to: activeOrdersUrl(), icon: 'package', words: 'Заказы', end: false },
  { to: profileUrl(), icon: 'user', words: 'Профиль', end: false },
  { to: subscribeUrl(), icon: 'bell', words: 'Подписки', end: false },
  { to: supportUrl(), icon: 'headphones', words: 'Поддержка', end: false },
] as const;

/** The personal area: its menu beside every page under /personal/. */
export default function PersonalLayout() {
  return (
    <div className="lk">
      <nav className="lknav" aria-label="Личный кабинет">
        {sections.map(({ to, icon, words, end }) => (
          <NavLink key={to} to={to} end={end} className={({ isActive }) => (isActive ? 'is-on' : '')}>
            <Icon name={icon} />
            {words}
          </NavLink>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  );
}
