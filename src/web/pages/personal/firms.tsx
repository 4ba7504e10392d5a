import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirmSummary } from '#modules/documents/firm-summary.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  activeOrdersUrl,
  companyUrl,
  documentsUrl,
  personalDocumentUrl,
  personalOrderUrl,
  reconciliationUrl,
} from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { papersUrl } from './documents/papers-query.ts';

/** `due`: until when its invoices are paid, in words; null: none waits, or no term runs. */
type Firm = FirmSummary & { due: { words: string; is_late: boolean } | null };

type FirmsProps = {
  firms: Firm[];
  /** The firm that is bought for: its name heads the page, with who is signed in. */
  current_id: number | null;
  person: string;
};

/** What waits for a firm, what it decides first at the top. Another firm of which no row says anything is not there. */
export function Firms({ firms, current_id, person }: FirmsProps) {
  return firms.map((firm) => {
    const { id, name, role } = firm;
    const isCurrent = id === current_id;
    if (!isCurrent && isSilent(firm)) return null;
    return (
      <section className="sheet" key={id} aria-labelledby={`firm-${id}`}>
        {isCurrent ? <h1 id={`firm-${id}`}>{name}</h1> : <h2 id={`firm-${id}`}>{name}</h2>}
        {isCurrent && person ? (
          <p className="soft">
            {person}, {lowerFirst(companyRoleWords[role].name)}
          </p>
        ) : null}
        <Waits firm={firm} />
        <Facts firm={firm} />
        <p className="row row--wrap lk__lead">
          <Link className="link" to={documentsUrl()}>
            Счета и УПД
          </Link>
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

/** Money that the shop waits for, and orders that wait for an owner. */
function Waits({ firm: { unpaid, due, waiting, role } }: { firm: Firm }) {
  if (!unpaid && !waiting) return null;
  return (
    <div className="lkwaits">
      {unpaid ? <Unpaid unpaid={unpaid} due={due} /> : null}
      {waiting ? <Waiting waiting={waiting} mayDecide={role === 'owner'} /> : null}
    </div>
  );
}

function Unpaid({ unpaid, due }: { unpaid: NonNullable<Firm['unpaid']>; due: Firm['due'] }) {
  const { count, sum, nearest } = unpaid;
  const { order_id, number, is_issued } = nearest;
  const download = count === 1 ? 'Скачать счёт' : due?.is_late ? 'Скачать просроченный счёт' : 'Скачать первый счёт';
  return (
    <section className="panel panel--quiet lkwait" aria-labelledby={`unpaid-${order_id}`}>
      <p className="small soft" id={`unpaid-${order_id}`}>
        {count === 1 ? 'Счёт ждёт оплаты' : `${countOf(count, 'счёт ждёт', 'счёта ждут', 'счетов ждут')} оплаты`}
      </p>
      <p className="b num lk__balance">{formatPrice(sum)}</p>
      {due ? (
        <p className={`row num ${due.is_late ? 'b lk__late' : ''}`}>
          {due.is_late ? <Icon name="circle-alert" size="s" /> : null}
          <span>{unbroken(due.words)}</span>
        </p>
      ) : null}
      <div className="row row--wrap">
        {is_issued ? (
          <a
            className="btn btn--primary btn--sm"
            href={personalDocumentUrl(order_id, 'invoice.pdf')}
            aria-label={`${download}: заказ ${number}, PDF`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="file-text" size="s" />
            {download}
          </a>
        ) : (
          <Link className="btn btn--line btn--sm" to={personalOrderUrl(order_id)}>
            Заказ {number}
          </Link>
        )}
        {count > 1 ? (
          <Link className="link" to={papersUrl({ kind: 'invoice' })}>
            Все счета
          </Link>
        ) : null}
      </div>
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
function Facts({ firm: { id, debt, deferral, limit, manager } }: { firm: Firm }) {
  if (debt === null && !deferral && !limit && !manager) return null;
  return (
    <dl className="lkfirm lk__lead">
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
