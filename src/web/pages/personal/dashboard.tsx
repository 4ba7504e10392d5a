import { isActive } from '#shared/order-states.ts';
import { phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  activeOrdersUrl,
  bonusCardUrl,
  catalogUrl,
  completedOrdersUrl,
  contactsUrl,
  loginByUserUrl,
  personalCardsUrl,
  personalDocumentUrl,
  personalOrderUrl,
  personalUrl,
  savedListsUrl,
  savedListUrl,
  unpaidInvoicesUrl,
} from '#shared/urls.ts';
import { wholeHours } from '#shared/work-time.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { NextLevel } from '#web/parts/loyalty/next-level.tsx';
import { FirstOrderWays } from '#web/parts/order/first-order-ways.tsx';
import { AttachOrders, OrderCard } from '#web/parts/order/own-orders.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Buyer } from './buyer.tsx';
import { Firms } from './firms.tsx';
import type { DashboardData } from './route.tsx';

/**
 * The first page of the personal area: what is under way, what waits for the person, who they buy for. Whoever buys for
 * a firm begins with what the firm has to decide.
 */
export function Dashboard({ found, answer }: { found: DashboardData; answer: FormAnswer | null }) {
  const attach = found.attach ? <AttachOrders offer={found.attach} back={personalUrl()} /> : null;
  const isWaiting = found.orders.length === 0 && found.attach?.some(({ is_active }) => is_active);
  const isFirm = found.firm_id !== null;
  const heading = (
    <div className="lkhead">
      <h1>{found.full_name || 'Личный кабинет'}</h1>
      {found.bonuses ? <Saved bonuses={found.bonuses} isPhone={found.device === 'mobile'} /> : null}
    </div>
  );
  const buyer = <Buyer found={found} answer={answer} isFolded={isFirm} />;
  const firms = <Firms firms={found.firms} current_id={found.firm_id} person={found.full_name} buyer={buyer} />;
  return (
    <>
      {isFirm ? firms : null}
      {isWaiting && !isFirm ? <section className="sheet">{heading}</section> : null}
      {isWaiting ? attach : null}
      {isWaiting ? null : (
        <section className="sheet">
          {isFirm ? null : heading}
          {isFirm && found.orders.length === 0 ? <h2>Заказы</h2> : null}
          <Orders found={found} />
        </section>
      )}
      {isWaiting ? null : attach}
      <StaffLinks roles={found.staff_roles} />
      {isFirm ? null : firms}
      {isFirm ? null : buyer}
      <Invoices found={found} />
      {found.last.length > 0 ? <LastOrder found={found} /> : null}
      {found.has_orders ? null : <Goods found={found} />}
      <div className="lk__two">
        {isFirm && found.bonuses ? <Bonuses bonuses={found.bonuses} /> : null}
        {found.may_get_card ? <NoCard /> : null}
        <Lists lists={found.lists} />
        <Branch branch={found.branch} />
      </div>
      {found.has_orders ? <Goods found={found} /> : null}
    </>
  );
}

const staffLinks = [
  { role: 'pickup', to: '/qr/o/', icon: 'qr-code', words: 'Выдача заказов' },
  { role: 'login_by_user', to: loginByUserUrl(), icon: 'key-round', words: 'Вход за покупателя' },
] as const;

/** Where a member of staff works; nothing for a buyer. */
function StaffLinks({ roles }: { roles: DashboardData['staff_roles'] }) {
  const links = staffLinks.filter(({ role }) => roles.includes(role));
  if (links.length === 0) return null;
  return (
    <section className="sheet">
      <h2>Сотруднику</h2>
      <ul className="lklinks">
        {links.map(({ to, icon, words }) => (
          <li key={to}>
            <a className="row" href={to}>
              <Icon name={icon} />
              {words}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({ found }: { found: DashboardData }) {
  const { orders, active_count } = found;
  if (orders.length === 0) {
    return (
      <div className="lk__empty">
        <p>
          {found.has_orders
            ? 'Сейчас нет заказов в работе.'
            : unbroken('Заказов пока нет. Здесь будет видно, где заказ, когда его забрать и сколько заплатить.')}
        </p>
        <div className="row row--wrap">
          {found.has_orders ? (
            <Link className="btn btn--quiet" to={catalogUrl()}>
              В каталог
            </Link>
          ) : (
            <FirstOrderWays />
          )}
        </div>
      </div>
    );
  }
  return (
    <>
      <h2 className="lk__h2">Заказы в работе</h2>
      <Cards orders={orders} found={found} />
      {active_count > orders.length ? (
        <Link className="link" to={activeOrdersUrl()}>
          Все заказы в работе: <span className="num">{active_count}</span>
        </Link>
      ) : null}
    </>
  );
}

/** What was bought last, to be bought once more. */
function LastOrder({ found }: { found: DashboardData }) {
  return (
    <section className="sheet">
      <h2>Прошлый заказ</h2>
      <Cards orders={found.last} found={found} />
      <Link className="link" to={completedOrdersUrl()}>
        Завершённые заказы
      </Link>
    </section>
  );
}

/** On a phone pictures and one name tell what an order holds, and only what is over is offered to be repeated. */
function Cards({ orders, found }: { orders: DashboardData['orders']; found: DashboardData }) {
  const isPhone = found.device === 'mobile';
  return (
    <ul className="lkrows">
      {orders.map((order) => (
        <OrderCard
          key={order.id}
          order={order}
          heading="h3"
          className="lkorder"
          isCompany={found.is_company}
          mayRepeat={found.may_order && !(isPhone && isActive(order.state))}
          isShort={isPhone}
        />
      ))}
    </ul>
  );
}

function Goods({ found: { goods, device } }: { found: DashboardData }) {
  return goods ? <Rail {...goods} device={device} /> : null;
}

/** Those whose orders do not stand above, each with its way to the invoice. */
function Invoices({ found: { invoices, invoice_count: count } }: { found: DashboardData }) {
  if (invoices.length === 0) return null;
  return (
    <section className="sheet">
      <h2>Ждут оплаты по счёту</h2>
      <ul className="lkrows">
        {invoices.map((order) => (
          <li key={order.id} className="lkrow lkinvoice">
            <div>
              <Link className="b link" to={personalOrderUrl(order.id)}>
                Счёт к заказу <span className="num">{order.number}</span>
              </Link>
              {order.company_name ? <p className="small soft">{order.company_name}</p> : null}
            </div>
            <b className="b num nowrap lkinvoice__sum">{order.total_text}</b>
            <a
              className="link row lk__file"
              href={personalDocumentUrl(order.id, 'invoice.pdf')}
              aria-label={`Счёт к заказу ${order.number}, PDF`}
            >
              <Icon name="file-down" size="s" />
              PDF
            </a>
          </li>
        ))}
      </ul>
      {count > invoices.length ? (
        <Link className="link" to={unpaidInvoicesUrl()}>
          Все счета
        </Link>
      ) : null}
    </section>
  );
}

type BonusesProps = { bonuses: NonNullable<DashboardData['bonuses']> };

/** What a person has saved up stands beside their name; on a phone, above the orders, without the next level. */
function Saved({ bonuses, isPhone }: BonusesProps & { isPhone: boolean }) {
  const { balance_words, expiring_words, held_words, level_words, next_words, progress, show_url } = bonuses;
  return (
    <section className="lksaved num" aria-label="Бонусы">
      <div>
        <p>
          {isPhone ? null : 'На карте '}
          <Link className="b link nowrap lk__balance" to={personalCardsUrl()}>
            {balance_words}
          </Link>
        </p>
        {[expiring_words, held_words].map((words) =>
          words ? (
            <p className="small soft" key={words}>
              {unbroken(words)}
            </p>
          ) : null,
        )}
      </div>
      {isPhone ? null : (
        <div className="small">
          {level_words ? <p>{unbroken(`Ступень ${level_words} от покупки`)}</p> : null}
          {next_words ? <p className="soft">{unbroken(next_words)}</p> : null}
          <NextLevel progress={progress} />
        </div>
      )}
      {show_url ? (
        <a className="btn btn--line btn--sm" href={show_url}>
          <Icon name="qr-code" size="s" />
          Показать на кассе
        </a>
      ) : null}
    </section>
  );
}

function Bonuses({ bonuses }: BonusesProps) {
  const { balance_words, expiring_words, held_words, level_words, next_words, progress, show_url } = bonuses;
  return (
    <section className="sheet">
      <h2>Бонусы</h2>
      <p>
        На карте <b className="b num lk__balance">{balance_words}</b>
      </p>
      <ul className="lk__facts num">
        {[expiring_words, held_words, level_words && `Ступень ${level_words} от покупки`, next_words].map((words) =>
          words ? <li key={words}>{unbroken(words)}</li> : null,
        )}
      </ul>
      <NextLevel progress={progress} />
      {show_url ? (
        <a className="btn btn--quiet btn--sm" href={show_url}>
          <Icon name="qr-code" size="s" />
          Показать на кассе
        </a>
      ) : null}
      <Link className="link link--line" to={personalCardsUrl()}>
        История и карты
      </Link>
    </section>
  );
}

/** Whoever has no card is told once what it gives. */
function NoCard() {
  return (
    <section className="sheet">
      <h2>Бонусы</h2>
      <div className="lk__empty">
        <p>
          {unbroken('Бонусная карта бесплатная: за полученные заказы приходят бонусы, ими оплачивают часть следующих.')}
        </p>
        <div className="row row--wrap">
          <Link className="btn btn--quiet" to={personalCardsUrl()}>
            Получить карту
          </Link>
          <Link className="link" to={bonusCardUrl()}>
            Сколько начисляем
          </Link>
        </div>
      </div>
    </section>
  );
}

function Branch({ branch }: { branch: DashboardData['branch'] }) {
  return (
    <section className="sheet">
      <div className="row row--wrap between lk__titled">
        <h2>Ваш филиал</h2>
        <Link className="link" to={contactsUrl()}>
          Все пункты
        </Link>
      </div>
      <p>
        г. {branch.city}, {branch.address}
      </p>
      <div className="row row--wrap lkbranch__hours">
        <p className={`state state--${branch.is_open ? 'good' : 'wait'}`}>
          <Icon name="clock" size="s" />
          {branch.open_words}
        </p>
        <p className="soft num small">{wholeHours(branch.work_lines)}</p>
      </div>
      <p className="row row--wrap">
        {branch.phone ? (
          <a className="link b num link--line" href={phoneHref(branch.phone)}>
            {branch.phone}
          </a>
        ) : null}
        {branch.email ? (
          <a className="link link--line" href={`mailto:${branch.email}`}>
            {branch.email}
          </a>
        ) : null}
      </p>
    </section>
  );
}

/** Those changed last. */
function Lists({ lists }: { lists: DashboardData['lists'] }) {
  if (lists.length === 0) return null;
  return (
    <section className="sheet">
      <div className="row row--wrap between lk__titled">
        <h2>Списки товаров</h2>
        <Link className="link" to={savedListsUrl()}>
          Все списки
        </Link>
      </div>
      <ul className="lklinks">
        {lists.map(({ id, name, count }) => (
          <li key={id}>
            <Link className="row" to={savedListUrl(id)}>
              <Icon name="list-checks" />
              <span className="link lk__cut">{name}</span>
              <span className="soft num nowrap">{countOf(count, 'товар', 'товара', 'товаров')}</span>
              <Icon name="chevron-right" size="s" />
            </Link>
          </li>
        ))}
        {lists.length === 1 ? (
          <li>
            <Link className="row" to={`${savedListsUrl()}#save`}>
              <Icon name="plus" />
              <span className="link">Новый список</span>
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
