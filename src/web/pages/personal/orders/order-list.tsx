import { Form } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  activeOrdersUrl,
  catalogUrl,
  completedOrdersUrl,
  findOrderUrl,
  ordersExportUrl,
  searchUrl,
} from '#shared/urls.ts';
import { FirstOrderWays } from '#web/parts/order/first-order-ways.tsx';
import { AttachOrders, OrderCard } from '#web/parts/order/own-orders.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { isFiltered, otherGroup, queryString } from './order-query.ts';
import type { OrderListPage } from './read-order-list.ts';

/** Of the completed orders those whose goods are under warranty: their papers are looked for years later. */
const underWarrantyUrl = `${completedOrdersUrl()}?warranty=on`;

const urls = { active: activeOrdersUrl, completed: completedOrdersUrl };

export function OrderList({ list }: { list: OrderListPage }) {
  const { group, query, found } = list;
  const url = urls[group]();
  const isSearched = found > 1 || isFiltered(query);
  const isFolded = isSearched && list.device === 'mobile';
  const isWarranty = group === 'completed' && query.warranty === 'on';
  const isNone = list.counts.active + list.counts.completed === 0;
  return (
    <div className="orders">
      <section className="sheet orders__head">
        <div className="row between orders__title">
          <h1>Заказы</h1>
          {isNone ? null : (
            <div className="row row--wrap orders__aside">
              {isFolded ? null : <FindOther />}
              {found > 0 ? (
                <a className="row link small orders__file" href={ordersExportUrl(group) + queryString(query)} download>
                  <Icon name="file-spreadsheet" size="s" />
                  Скачать XLSX
                </a>
              ) : null}
            </div>
          )}
        </div>
        {isNone ? null : (
          <div className="orders__bar">
            <nav className="chips" aria-label="Какие заказы показать">
              <Tab to={activeOrdersUrl()} isOn={group === 'active'} words="Активные" count={list.counts.active} />
              <Tab
                to={completedOrdersUrl()}
                isOn={group === 'completed' && !isWarranty}
                words="Завершённые"
                count={list.counts.completed}
              />
              {list.under_warranty > 0 || isWarranty ? (
                <Tab to={underWarrantyUrl} isOn={isWarranty} words="На гарантии" count={list.under_warranty} />
              ) : null}
            </nav>
            {isSearched ? <Search list={list} url={url} /> : null}
          </div>
        )}
        {isFiltered({ ...query, warranty: '' }) ? <Found list={list} url={url} /> : <Unpaid list={list} url={url} />}
      </section>
      {list.attach ? <AttachOrders offer={list.attach} back={url} /> : null}
      {list.orders.length === 0 ? (
        isNone ? (
          <NoOrders />
        ) : list.attach && !isFiltered(query) ? null : (
          <Nothing list={list} url={url} />
        )
      ) : (
        <Cards orders={list.orders} heading="h2" list={list} />
      )}
      <LastCompleted list={list} />
      {list.pages > 1 ? (
        <Pager
          current={list.page}
          first={list.page}
          pages={list.pages}
          urlOf={(page) => url + queryString(query, page)}
        />
      ) : null}
    </div>
  );
}

/** What a firm has still to pay of the whole list; leads to those orders alone. */
function Unpaid({ list: { is_company, unpaid_sum, query }, url }: { list: OrderListPage; url: string }) {
  if (!is_company || unpaid_sum === 0) return null;
  return (
    <p className="orders__found">
      <Link className="b num link state--wait" to={url + queryString({ ...query, money: 'due' })}>
        Не оплачено {formatPrice(unpaid_sum)}
      </Link>
    </p>
  );
}

/** What the filter has found, and what of it a firm has still to pay. */
function Found({ list: { found, is_company, unpaid_sum }, url }: { list: OrderListPage; url: string }) {
  if (found === 0) return null;
  const unpaid = is_company && unpaid_sum > 0 ? `, не оплачено ${formatPrice(unpaid_sum)}` : '';
  return (
    <div className="row row--wrap small orders__found">
      <p className="soft num" role="status">
        {countOf(found, 'заказ', 'заказа', 'заказов')}
        {unpaid}
      </p>
      <Link className="link" to={url}>
        Показать все
      </Link>
    </div>
  );
}

/** On a phone the search is folded: the orders are what the page is opened for. */
function Search({ list, url }: { list: OrderListPage; url: string }) {
  if (list.device !== 'mobile') return <Filter list={list} url={url} />;
  return (
    <details className="orders__search" open={isFiltered({ ...list.query, money: '', warranty: '' })}>
      <summary className="link">Поиск по заказам</summary>
      <Filter list={list} url={url} />
      <FindOther />
    </details>
  );
}

/** An order that is not in the list: placed as a guest. */
function FindOther() {
  return (
    <Link className="link small orders__find" to={findOrderUrl()}>
      Найти заказ, оформленный без входа
    </Link>
  );
}

type CardsProps = { orders: OrderListPage['orders']; heading: 'h2' | 'h3'; list: OrderListPage };

function Cards({ orders, heading, list }: CardsProps) {
  return (
    <ul className="orders__list">
      {orders.map((order) => (
        <OrderCard
          key={order.id}
          order={order}
          heading={heading}
          className="sheet"
          isCompany={list.is_company}
          mayRepeat={list.may_order}
          isShort={list.device === 'mobile'}
        />
      ))}
    </ul>
  );
}

/** Below a list of active orders that is empty: what was bought last, to be ordered once more. */
function LastCompleted({ list }: { list: OrderListPage }) {
  if (list.last.length === 0 || isFiltered(list.query)) return null;
  return (
    <>
      <h2 className="lk__h2">Последние завершённые</h2>
      <Cards orders={list.last} heading="h3" list={list} />
    </>
  );
}

function Tab({ to, isOn, words, count }: { to: string; isOn: boolean; words: string; count: number }) {
  return (
    <Link className={`chip${isOn ? ' chip--on' : ''}`} to={to} aria-current={isOn ? 'page' : undefined}>
      {words} {count > 0 ? <span className="n">{count}</span> : null}
    </Link>
  );
}

/** From so many orders on they are narrowed by more than a word. */
const manyOrders = 10;

/** A form of the GET kind: the filter is the address. Conditions stand there when there is something to narrow. */
function Filter({ list, url }: { list: OrderListPage; url: string }) {
  const { query } = list;
  const hasMore = isFiltered({ ...query, q: '', money: '', warranty: '' });
  const words = list.is_company ? 'Номер, объект, товар или получатель' : 'Номер, товар, артикул или получатель';
  return (
    <Form
      method="get"
      action={url}
      className="orders__filter"
      role="search"
      aria-label="Поиск по заказам"
      key={queryString(query)}
    >
      {query.money ? <input type="hidden" name="money" value={query.money} /> : null}
      {query.warranty ? <input type="hidden" name="warranty" value={query.warranty} /> : null}
      <label className="sr" htmlFor="q">
        {words}
      </label>
      <input
        id="q"
        name="q"
        className="input orders__q"
        placeholder={words}
        defaultValue={query.q}
        maxLength={100}
        autoComplete="off"
      />
      <button type="submit" className="btn btn--quiet btn--sm">
        <Icon name="search" size="s" />
        Найти
      </button>
      {hasMore || list.found > manyOrders ? (
        <details className="orders__more" open={hasMore}>
          <summary className="link small">Ещё условия</summary>
          <div className="orders__conditions">
            <Conditions list={list} />
            <button type="submit" className="btn btn--quiet">
              Показать
            </button>
          </div>
        </details>
      ) : null}
    </Form>
  );
}

function Conditions({ list }: { list: OrderListPage }) {
  const { query, states, is_company } = list;
  return (
    <>
      <Select
        name="state"
        label="Состояние"
        value={query.state}
        all="Любое"
        options={states.map((s) => [s.state, s.words])}
      />
      {is_company ? (
        <Select
          name="buyer"
          label="Покупатель"
          value={query.buyer}
          all="Все"
          options={[
            ['company', 'Организация'],
            ['person', 'Лично я'],
          ]}
        />
      ) : null}
      <Field name="from" label="С даты" type="date" defaultValue={query.from} />
      <Field name="to" label="По дату" type="date" defaultValue={query.to} />
      <Field name="sum_from" label="Сумма от, ₽" inputMode="decimal" defaultValue={query.sum_from} maxLength={12} />
      <Field name="sum_to" label="Сумма до, ₽" inputMode="decimal" defaultValue={query.sum_to} maxLength={12} />
    </>
  );
}

function Select({
  name,
  label,
  value,
  all,
  options,
}: {
  name: string;
  label: string;
  value: string;
  all: string;
  options: [value: string, words: string][];
}) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={name}>
        {label}
      </label>
      <select id={name} name={name} className="input" defaultValue={value}>
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Nothing was ever ordered: the two lists are one empty place, with the ways to a first order. */
function NoOrders() {
  return (
    <section className="sheet empty">
      <Icon name="package" size="l" />
      <h2 className="empty__title">Заказов пока нет</h2>
      <p className="soft">{unbroken('Здесь будет видно, где заказ, когда его забрать и сколько заплатить.')}</p>
      <div className="empty__ways">
        <FirstOrderWays />
      </div>
    </section>
  );
}

function Nothing({ list, url }: { list: OrderListPage; url: string }) {
  const other = otherGroup[list.group];
  if (isFiltered(list.query)) {
    return (
      <section className="sheet empty">
        <Icon name="package-search" size="l" />
        <h2 className="empty__title">Таких заказов нет</h2>
        <p className="soft">Под выбранные условия не подошёл ни один заказ этого списка.</p>
        <div className="empty__ways">
          {list.found_elsewhere > 0 ? (
            <Link className="btn btn--primary" to={urls[other]() + queryString({ ...list.query, state: '' })}>
              {other === 'completed' ? 'В завершённых' : 'В активных'}: {list.found_elsewhere}{' '}
              {plural(list.found_elsewhere, 'заказ', 'заказа', 'заказов')}
            </Link>
          ) : null}
          <Link className={list.found_elsewhere > 0 ? 'link' : 'btn btn--primary'} to={url}>
            Сбросить условия
          </Link>
          {list.query.q ? (
            <Link className="link" to={searchUrl(list.query.q)}>
              Искать «{list.query.q}» в каталоге
            </Link>
          ) : null}
        </div>
      </section>
    );
  }
  return (
    <section className="sheet empty">
      <Icon name="package" size="l" />
      <h2 className="empty__title">
        {list.group === 'active' ? 'Активных заказов нет' : 'Завершённых заказов пока нет'}
      </h2>
      <p className="soft">
        {list.group === 'active'
          ? 'Здесь появятся заказы, которые собираются, ждут вас или едут к вам.'
          : 'Здесь появятся выданные и отменённые заказы.'}
      </p>
      <div className="empty__ways">
        <Link className="btn btn--primary" to={catalogUrl()}>
          Открыть каталог
        </Link>
        <Link className="link" to={urls[other]()}>
          {list.group === 'active' ? 'Завершённые заказы' : 'Активные заказы'}
        </Link>
      </div>
    </section>
  );
}
