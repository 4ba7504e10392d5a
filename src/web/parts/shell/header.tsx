import { useMemo } from 'react';
import { NavLink, useMatches } from 'react-router';
import { phoneHref } from '#shared/phone.ts';
import {
  bonusCardUrl,
  cartUrl,
  catalogUrl,
  categoryUrl,
  compareUrl,
  contactsUrl,
  deliveryUrl,
  discountsUrl,
  favoritesUrl,
  homeUrl,
  iddCardUrl,
  payUrl,
  professionalsUrl,
} from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCabinetButton } from './cabinet-button.ts';
import { CitySelector } from './city-selector.tsx';
import { useCounters } from './header-counters.tsx';
import { HeaderItem } from './header-item.tsx';
import { SearchBox } from './search-box.tsx';
import { useIsCompact } from './use-is-compact.ts';

const CatalogMenu = deferred(() => import('./catalog-menu.tsx').then((loaded) => loaded.CatalogMenu), {
  soon: true,
});
const DropLink = deferred(() => import('./drop-link.tsx').then((loaded) => loaded.DropLink), {
  soon: true,
});
/** As many names as stand in a row of 1360 px; the others are under «Ещё». */
const rowLength = 9;

/** Always the same list: what waits to be hydrated must not be rendered again. */
const loyaltyLinks: [string, string][] = [
  ['Бонусная карта', bonusCardUrl()],
  ['Карта ИДД', iddCardUrl()],
];

/** S2-27, S2-28: top bar, main row (compact and fixed after 5 % of the window's height), dynamic category row. */
export function Header() {
  const isCompact = useIsCompact();
  const { favourites, compare, cart } = useCounters();
  const cabinet = useCabinetButton();
  const { contact_centre, logo } = useShell();
  return (
    <header className="site-head">
      <div className="top">
        <div className="wrap">
          <CitySelector />
          <Services />
          <div className="top__phone">
            <span className="soft">{contact_centre.hours}</span>
            {contact_centre.phone && (
              <a className="b num" href={phoneHref(contact_centre.phone)}>
                <Icon name="phone" size="s" />
                {contact_centre.phone}
              </a>
            )}
            <FormLink code="callback" className="link">
              Заказать звонок
            </FormLink>
          </div>
        </div>
      </div>
      <div className="head-place">
        <div className={isCompact ? 'head compact' : 'head'}>
          <div className="wrap">
            <Link className="head__logo" to={homeUrl()}>
              {/* biome-ignore lint/a11y/useAltText: the server says it (shop-logo.ts) */}
              <img {...logo} />
            </Link>
            <CatalogMenu />
            <SearchBox id="search" withSuggestions />
            <div className="hitems">
              <HeaderItem icon="heart" text="Избранное" to={favoritesUrl()} count={favourites} />
              <HeaderItem icon="scale" text="Сравнение" to={compareUrl()} count={compare} />
              <HeaderItem icon="shopping-cart" text="Корзина" to={cartUrl()} count={cart} />
              <HeaderItem {...cabinet} />
              {isCompact && <HeaderItem icon="arrow-up" text="Наверх" />}
            </div>
          </div>
        </div>
      </div>
      <CategoryRow />
    </header>
  );
}

function Services() {
  const { top_links } = useShell();
  return (
    <nav aria-label="Сервисы">
      <Link to={deliveryUrl()}>Доставка</Link>
      <Link to={payUrl()}>Оплата</Link>
      <Link className="top__more" to={contactsUrl()}>
        Контакты
      </Link>
      <DropLink id="loyalty" text="Программа лояльности" links={loyaltyLinks} />
      <Link to={professionalsUrl()}>Профессионалам</Link>
      {top_links.map(({ name, url }) => (
        <Link key={url} to={url}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** What the row reads of the data of pages inside a category; each of them `satisfies` it. */
export type PageInCategory = { crumbs: { url: string }[]; [other: string]: unknown };

/** Addresses of the breadcrumbs of the open page: a product, too, lies in a category of the row. */
function useWay(): string[] {
  const shown = useMatches().at(-1)?.loaderData as Partial<PageInCategory> | undefined;
  return shown?.crumbs?.map(({ url }) => url) ?? [];
}

/** The branch's dynamic menu, first level. No menu, no row (S8-08). */
function CategoryRow() {
  const { categories } = useShell();
  const way = useWay();
  const more = useMemo(
    () => categories.slice(rowLength).map(({ code, name }): [string, string] => [name, categoryUrl(code)]),
    [categories],
  );
  if (categories.length === 0) return null;
  return (
    <nav className="cats" aria-label="Категории">
      <div className="wrap">
        <div className="cats__row">
          {categories.slice(0, rowLength).map(({ code, name, is_season }) => (
            <NavLink
              key={code}
              to={categoryUrl(code)}
              data-prefetch="viewport"
              className={({ isActive }) =>
                `${is_season ? 'season' : ''}${isActive || way.includes(categoryUrl(code)) ? ' is-on' : ''}`.trim()
              }
            >
              {is_season && <Icon name="snowflake" size="s" />}
              {name}
            </NavLink>
          ))}
        </div>
        {more.length > 0 && <DropLink id="more-categories" text="Ещё" links={more} href={catalogUrl()} />}
        <Link to={discountsUrl()} className="sale">
          <Icon name="percent" size="s" />
          Все скидки
        </Link>
      </div>
    </nav>
  );
}
