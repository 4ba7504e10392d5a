import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirmSummary } from '#modules/documents/firm-summary.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { activeOrdersUrl, companyUrl, documentsUrl, personalOrderUrl, reconciliationUrl } from '#shared/urls.ts';
import type { invoiceLinks } from '#web/parts/order/invoice-links.ts';
import { Icon } from '#web/ui/icon.tsx';

type Firm = FirmSummary & {
  /** `firmDebts`; null: it owes nothing, or it is not for this person to know. */
  debt: number | null;
  /** Until when its invoices are paid, in words; null: none waits, or no term runs. */
  due: { words: string; is_late: boolean } | null;
  /** The invoices that are paid first. */
  invoices: ReturnType<typeof invoiceLinks>;
};

type FirmsProps = {
  firms: Firm[];
  /** The firm that is bought for: its name heads the page, with who is signed in. */
  current_id: number | null;
  person: string;
  /** Where all invoices stand. */
  invoices_url: string;
  /** Chooses another one to buy for. */
  buyer: ReactNode;
};

/** What waits for a firm, what it decides first at the top. Another firm of which no row says anything is not there. */
export function Firms({ firms, current_id, person, invoices_url, buyer }: FirmsProps) {
  return firms.map((firm) => {
    const { id, name, role } = firm;
    const isCurrent = id === current_id;
    if (!isCurrent && isSilent(firm)) return null;
    return (
      <section className="sheet" key={id} aria-labelledby={`firm-${id}`}>
        {isCurrent ? <h1 id={`firm-${id}`}>{name}</h1> : <h2 id={`firm-${id}`}>{name}</h2>}
        {isCurrent ? (
          <div className="row row--wrap lk__lead">
            {person ? (
              <p className="soft">
                {person}, {lowerFirst(companyRoleWords[role].name)}
              </p>
            ) : null}
            {buyer}
          </div>
        ) : null}
        <Now firm={firm} invoices_url={invoices_url} />
        <p className="row row--wrap lk__lead">
          {hasMore(firm) ? null : (
            <Link className="link" to={documentsUrl()}>
              Счета и УПД
            </Link>
          )}
          <Link className="link" to={companyUrl()}>
            {role === 'owner' ? 'Реквизиты и сотрудники' : 'Реквизиты'}
          </Link>
        </p>
      </section>
    );
  });
}

function isSilent({ unpaid, waiting, debt, deferral, limit, manager }: Firm): boolean {
  return !unpaid && !waiting && debt === null && !deferral && !limit && !manager;
}

/** More invoices wait than are named. */
const hasMore = ({ unpaid, invoices }: Firm) => unpaid !== null && unpaid.count > invoices.length;

type FirmProps = { firm: Firm; invoices_url: string };

/** Money that the shop waits for and orders that wait for an owner, with the terms and the manager beside them. */
function Now({ firm, invoices_url }: FirmProps) {
  const { unpaid, waiting, role } = firm;
  if (!unpaid && !waiting) return <Facts firm={firm} className="lk__lead" />;
  return (
    <div className="lkwaits">
      {unpaid ? <Unpaid unpaid={unpaid} firm={firm} invoices_url={invoices_url} /> : null}
      {waiting ? <Waiting waiting={waiting} mayDecide={role === 'owner'} /> : null}
      <Facts firm={firm} className="panel" />
    </div>
  );
}

function Unpaid({ unpaid, firm, invoices_url }: FirmProps & { unpaid: NonNullable<Firm['unpaid']> }) {
  const { count, sum } = unpaid;
  const { due, invoices } = firm;
  const id = `unpaid-${unpaid.nearest.order_id}`;
  return (
    <section className="panel panel--quiet lkwait" aria-labelledby={id}>
      <p className="small soft" id={id}>
        {count === 1 ? 'Счёт ждёт оплаты' : `${countOf(count, 'счёт ждёт', 'счёта ждут', 'счетов ждут')} оплаты`}
      </p>
      <p className="b num lk__balance">{formatPrice(sum)}</p>
      {due ? (
        <p className={`row num ${due.is_late ? 'b lk__late' : ''}`}>
          {due.is_late ? <Icon name="circle-alert" size="s" /> : null}
          <span>{unbroken(due.words)}</span>
        </p>
      ) : null}
      <div className="lkwait__papers">
        {invoices.map(({ words, url }, index) => (
          <a
            className={`btn btn--${index === 0 ? 'primary' : 'line'} btn--sm num`}
            href={url}
            target="_blank"
            rel="noreferrer"
            key={url}
          >
            <Icon name="file-text" size="s" />
            {words}
          </a>
        ))}
      </div>
      {hasMore(firm) ? (
        <Link className="link lkwait__all" to={invoices_url}>
          Все счета
        </Link>
      ) : null}
    </section>
  );
}

function Waiting({ waiting, mayDecide }: { waiting: NonNullable<Firm['waiting']>; mayDecide: boolean }) {
  const { count, sum, oldest } = waiting;
  const orders = countOf(count, 'заказ ждёт', 'заказа ждут', 'заказов ждут');
  return (
    <section className="panel panel--quiet lkwait" aria-labelledby={`waiting-${oldest.id}`}>
      <p className="small soft" id={`waiting-${oldest.id}`}>
        {unbroken(mayDecide ? `${orders} вашего согласования` : `${orders} согласования владельца`)}
      </p>
      <p className="b num lk__balance">{formatPrice(sum)}</p>
      <div className="row row--wrap">
        <Link className={`btn btn--sm ${mayDecide ? 'btn--primary' : 'btn--line'}`} to={personalOrderUrl(oldest.id)}>
          {mayDecide ? 'Рассмотреть заказ' : 'Заказ'} {oldest.number}
        </Link>
        {count > 1 ? (
          <Link className="link" to={activeOrdersUrl()}>
            Все заказы
          </Link>
        ) : null}
      </div>
    </section>
  );
}

/** Debt, terms, limits, and whom to ask. */
function Facts({ firm, className }: { firm: Firm; className: string }) {
  const { id, debt, deferral, limit, manager } = firm;
  if (debt === null && !deferral && !limit && !manager) return null;
  return (
    <dl className={`lkfirm ${className}`}>
      {debt === null ? null : (
        <Row title="Задолженность за отгруженное">
          <b className="b num nowrap">{formatPrice(debt)}</b>,{' '}
          <Link className="link" to={reconciliationUrl(id)}>
            акт сверки
          </Link>
        </Row>
      )}
      {deferral ? <Deferral deferral={deferral} /> : null}
      {limit ? <Limit limit={limit} /> : null}
      {manager ? (
        <Row title="Ваш менеджер">
          {manager.name}
          {manager.phone ? (
            <a className="link num order__phone" href={phoneHref(manager.phone)}>
              {formatPhone(manager.phone)}
            </a>
          ) : null}
          {manager.email ? (
            <a className="link order__phone" href={`mailto:${manager.email}`}>
              {manager.email}
            </a>
          ) : null}
        </Row>
      ) : null}
    </dl>
  );
}

function Deferral({ deferral: { days, credit_limit } }: { deferral: NonNullable<FirmSummary['deferral']> }) {
  return (
    <Row title="Отсрочка платежа">
      {days === 0 ? 'в день получения' : `${countOf(days, 'день', 'дня', 'дней')} после получения`}
      {credit_limit === null ? null : (
        <span className="line">
          долг до <span className="num nowrap">{formatPrice(credit_limit)}</span>
        </span>
      )}
    </Row>
  );
}

function Limit({ limit: { order, month } }: { limit: NonNullable<FirmSummary['limit']> }) {
  return (
    <Row title="Без согласования">
      {order === null ? null : (
        <span className="line">
          заказ до <span className="num nowrap">{formatPrice(order)}</span>
        </span>
      )}
      {month === null ? null : (
        <span className="line">
          в этом месяце осталось <b className="b num nowrap">{formatPrice(month.left)}</b> из{' '}
          <span className="num nowrap">{formatPrice(month.whole)}</span>,{' '}
          <Link className="link" to={activeOrdersUrl()}>
            заказы
          </Link>
        </span>
      )}
    </Row>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small soft">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
