import { formatPhone, phoneHref, phoneList } from '@shop/shared/phone.ts';
import {
  bonusCardUrl,
  cartUrl,
  catalogUrl,
  categoryUrl,
  compareUrl,
  deliveryUrl,
  discountsUrl,
  favoritesUrl,
  homeUrl,
  iddCardUrl,
  loginUrl,
  payUrl,
  professionalsUrl,
} from '@shop/shared/urls.ts';
import type { ShopFacts } from '../data/shop-facts.ts';
import { Icon } from './icon.tsx';

/** As many root categories as stand in a row; the others are under «Ещё». */
const rowLength = 9;

/** City, services, search, counters, root categories. */
export function Header({ facts }: { facts: ShopFacts }) {
  return (
    <header className="site-head">
      <TopBar facts={facts} />
      <div className="head-place">
        <div className="head">
          <div className="wrap">
            <a className="head__logo" href={homeUrl()} aria-label="ИДД, на главную">
              {/* biome-ignore lint/performance/noImgElement: an outline as it is, nothing to make smaller */}
              <img src="/logo.svg" alt="" width={100} height={36} />
            </a>
            <a className="btn btn--primary head__cat" href={catalogUrl()}>
              <Icon name="menu" />
              Каталог
            </a>
            <Search />
            <div className="hitems">
              <HeaderItem icon="heart" text="Избранное" url={favoritesUrl()} />
              <HeaderItem icon="scale" text="Сравнение" url={compareUrl()} />
              <HeaderItem icon="shopping-cart" text="Корзина" url={cartUrl()} />
              <HeaderItem icon="user" text="Войти" url={loginUrl()} />
            </div>
          </div>
        </div>
      </div>
      <CategoryRow facts={facts} />
    </header>
  );
}

function TopBar({ facts: { branch } }: { facts: ShopFacts }) {
  const [phone] = phoneList(branch.phones);
  return (
    <div className="top">
      <div className="wrap">
        <div className="city">
          <a className="top__city" href="#city-dialog">
            <Icon name="map-pin" size="s" />
            <span>
              Ваш город: <b>{branch.city}</b>
            </span>
            <Icon name="chevron-down" size="s" />
          </a>
        </div>
        <nav aria-label="Сервисы">
          <a href={deliveryUrl()}>Доставка</a>
          <a href={payUrl()}>Оплата</a>
          <a href={bonusCardUrl()}>Бонусная карта</a>
          <a href={iddCardUrl()}>Карта ИДД</a>
          <a href={professionalsUrl()}>Профессионалам</a>
        </nav>
        {phone ? (
          <div className="top__phone">
            <a className="b num" href={phoneHref(phone)}>
              <Icon name="phone" size="s" />
              {formatPhone(phone)}
            </a>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Search() {
  return (
    <search className="searchbox">
      <form className="search" action={catalogUrl()}>
        <input type="search" name="q" placeholder="Сухие смеси, елочные игрушки" aria-label="Поиск товаров" />
        <button type="submit">Найти</button>
      </form>
    </search>
  );
}

function HeaderItem({ icon, text, url }: { icon: string; text: string; url: string }) {
  return (
    <a className="hitem" href={url}>
      <Icon name={icon} size="l" />
      <span>{text}</span>
    </a>
  );
}

function CategoryRow({ facts: { menu } }: { facts: ShopFacts }) {
  const links = menu.map(({ code, name }) => (
    <a key={code} href={categoryUrl(code)}>
      {name}
    </a>
  ));
  return (
    <nav className="cats" aria-label="Категории">
      <div className="wrap">
        <div className="cats__row">{links.slice(0, rowLength)}</div>
        <div className="drop">
          <a href={catalogUrl()}>
            Ещё
            <Icon name="chevron-down" size="s" />
          </a>
          <div className="drop__panel">{links.slice(rowLength)}</div>
        </div>
        <a href={discountsUrl()} className="sale">
          <Icon name="percent" size="s" />
          Все скидки
        </a>
      </div>
    </nav>
  );
}
