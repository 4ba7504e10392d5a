import type { MouseEvent } from 'react';
import { NavLink } from 'react-router';
import { actionsUrl, cartUrl, catalogUrl, homeUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCabinetButton } from './cabinet-button.ts';
import { useCounters } from './header-counters.tsx';
import { Counter } from './header-item.tsx';
import { CityQuestion, useIsCityQuestionOpen } from './open-city-question.ts';
import { SearchBox } from './search-box.tsx';

/** S2-32, S2-38: menu toggle, logo, pickup point, search. */
export function MobileHeader() {
  const { logo } = useShell();
  return (
    <header className="mhead">
      <div className="mhead__row">
        {/* biome-ignore lint/a11y/useValidAnchor: before any script the link shows the menu by its fragment */}
        <a className="ibtn" href="#side-menu" aria-label="Меню" aria-haspopup="dialog" onClick={noteEarlyPress}>
          <Icon name="menu" size="l" />
        </a>
        <Link to={homeUrl()}>
          {/* biome-ignore lint/a11y/useAltText: the server says it (shop-logo.ts) */}
          <img {...logo} />
        </Link>
        <PickupPoint />
        <CityQuestion />
      </div>
      <SearchBox id="search" withSuggestions />
    </header>
  );
}

/** The menu's own script takes presses once it is there, and looks then whether one came before. */
function noteEarlyPress(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  event.currentTarget.dataset.pressed = 'early';
}

/** The question about the city, while it stands, takes its place. */
function PickupPoint() {
  const { branch } = useShell();
  const isAsking = useIsCityQuestionOpen();
  return (
    <a
      className={isAsking ? 'mcity sr' : 'mcity'}
      href="#city-dialog"
      aria-haspopup="dialog"
      tabIndex={isAsking ? -1 : undefined}
    >
      <span>
        <span className="soft">Пункт выдачи:</span>
        <b>
          {branch.city}, {branch.address}
        </b>
      </span>
      <Icon name="chevron-down" size="s" />
    </a>
  );
}

/** S2-32: Главная, Каталог, Акции, Корзина, Кабинет. */
export function BottomBar() {
  const { cart } = useCounters();
  const { to } = useCabinetButton();
  return (
    <nav className="bbar" aria-label="Основное">
      <NavLink to={homeUrl()} end>
        <Icon name="house" size="l" />
        Главная
      </NavLink>
      <NavLink to={catalogUrl()}>
        <Icon name="layout-grid" size="l" />
        Каталог
      </NavLink>
      <NavLink to={actionsUrl()}>
        <Icon name="percent" size="l" />
        Акции
      </NavLink>
      <NavLink to={cartUrl()}>
        <Icon name="shopping-cart" size="l" />
        <Counter count={cart} />
        Корзина
      </NavLink>
      <NavLink to={to}>
        <Icon name="circle-user" size="l" />
        Кабинет
      </NavLink>
    </nav>
  );
}
