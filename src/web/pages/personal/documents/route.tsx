import './documents.css';
import { Link } from 'react-router';
import { listOwnCompanies } from '#modules/accounts/companies.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { countOwnPapers, listOwnPapers, type OrderPapers } from '#modules/documents/own-papers.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { formatDate } from '#shared/dates.ts';
import { daysLate, lastDayToPay, lateFor } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { lastDay } from '#shared/until-words.ts';
import {
  activeOrdersUrl,
  catalogUrl,
  companyUrl,
  orderPaymentUrl,
  personalDocumentUrl,
  personalOrderUrl,
  reconciliationUrl,
} from '#shared/urls.ts';
import { localTime } from '#shared/zoned-time.ts';
import { paymentOf } from '#web/parts/order/order-row.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Pager } from '#web/ui/pager.tsx';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { isNarrowed, PaperFilter } from './paper-filter.tsx';
import { papersUrl, periodsOf, readPapersQuery } from './papers-query.ts';

const perPage = 20;

export const meta: Route.MetaFunction = () => [{ title: 'Документы — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Документы' }) };

/** Invoices, УПД and receipts of the orders a person may read: by order, the newest first; of a kind and some days. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const { searchParams } = new URL(request.url);
  const page = Number(searchParams.get('page') ?? 1);
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) throw notFound();
  const query = readPapersQuery(searchParams);
  const [orders, counts, firms] = await Promise.all([
    listOwnPapers(db, user_id, query, { page, limit: perPage }),
    countOwnPapers(db, user_id, query),
    listOwnCompanies(db, user_id),
  ]);
  if (page > 1 && orders.length === 0) throw notFound();
  return {
    page,
    pages: Math.max(1, Math.ceil(counts.orders / perPage)),
    query,
    counts,
    periods: periodsOf(localTime(new Date(), requestContext.department.time_zone).date),
    orders: orders.map((order) => orderRow(order, firms.length === 1 ? firms[0]?.name : undefined)),
    is_member: firms.length > 0,
    /** Whose books with the shop this person may read. */
    reconciled: firms.filter(({ role }) => role !== 'purchaser').map(({ id, name }) => ({ id, name })),
  };
}

const receiptWords = { prepayment: 'Чек предоплаты', full: 'Чек полного расчёта', return: 'Чек возврата' } as const;

/** `only_firm`: the only one of the person, whose name says nothing in each row. */
function orderRow(order: OrderPapers, only_firm: string | undefined) {
  const { order_id, number, company_name, time_zone, created_at } = order;
  const dated = (at: string) => `от ${formatDate(new Date(at), time_zone)}`;
  return {
    id: order_id,
    number,
    company_name: company_name === only_firm ? null : company_name,
    created_text: formatDate(created_at, time_zone),
    total: order.total,
    payment: paymentWords(order),
    issued: (order.issued ?? []).map(({ kind, part, number, issued_at }) => ({
      url: personalDocumentUrl(order_id, documentFile({ kind, part })),
      title: `${kind === 'invoice' ? 'Счёт' : 'УПД'} №\u00a0${number}`,
      note: dated(issued_at),
    })),
    receipts: (order.receipts ?? []).map(({ kind, sum, created_at: at }) => ({
      key: `${kind} ${at}`,
      url: orderPaymentUrl(order_id),
      title: receiptWords[kind],
      note: `${dated(at)}, ${formatPrice(sum)}`,
    })),
  };
}

/**
 * «Не оплачен, до 2 декабря»: the day by which money that is due is waited for stands beside it; of what is paid behind
 * the goods also «Просрочен на 27 дней, срок был до 2 ноября».
 */
function paymentWords(order: OrderPapers) {
  // What waits for an approval has no papers yet.
  const payment = paymentOf({ ...order, awaits_approval: false });
  if (!payment) return null;
  const { completed_at, deferral_days, reserved_until, time_zone } = order;
  const isLater = completed_at !== null && deferral_days !== null;
  const last = isLater
    ? lastDayToPay(completed_at, deferral_days, time_zone)
    : reserved_until && lastDay(reserved_until, time_zone);
  if (!payment.is_due || last === null) return { ...payment, is_late: false };
  const day = dayWords(last, localTime(new Date(), time_zone).date.slice(0, 4));
  const late = isLater ? daysLate(last, time_zone) : 0;
  const words = late > 0 ? `Просрочен ${lateFor(late)}, срок был до ${day}` : `${payment.words}, до ${day}`;
  return { ...payment, words: unbroken(words), is_late: late > 0 };
}

/** What comes here, and when. */
const papers = [
  ['Счета', 'Когда организация оформит заказ с оплатой по счёту'],
  ['УПД', 'Когда организация получит товары'],
  ['Кассовые чеки', 'Когда заказ оплачен на сайте или деньги за него возвращены'],
] as const;

type Loaded = Route.ComponentProps['loaderData'];
type Row = Loaded['orders'][number];

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { orders, page, pages, reconciled, query, counts } = loaderData;
  const isNone = orders.length === 0 && !isNarrowed(query);
  return (
    <section className="sheet">
      <div className="row between row--wrap">
        <h1>Документы</h1>
        <Reconciled firms={reconciled} />
      </div>
      {reconciled.length > 0 ? (
        <p className="small soft lk__lead">
          {unbroken('В акте сверки — выдачи, оплаты и возвраты за выбранный срок и сальдо на конец срока.')}
        </p>
      ) : null}
      {isNone ? null : <PaperFilter {...loaderData} />}
      {orders.length > 0 ? (
        <ul className="lkrows lkpaper__list">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      ) : isNone ? (
        <NoPapers />
      ) : (
        <NoneFound query={query} others={counts.invoice + counts.upd + counts.receipt} />
      )}
      {pages > 1 ? (
        <Pager current={page} first={page} pages={pages} urlOf={(other) => papersUrl(query, other)} />
      ) : null}
    </section>
  );
}

/** A reconciliation is drawn up when it is asked for. */
function Reconciled({ firms }: { firms: Loaded['reconciled'] }) {
  if (firms.length === 0) return null;
  return (
    <ul className="row row--wrap">
      {firms.map(({ id, name }) => (
        <li key={id}>
          <Link className="btn btn--line btn--sm" to={reconciliationUrl(id)}>
            <Icon name="file-spreadsheet" size="s" />
            Акт сверки{firms.length > 1 ? `, ${name}` : ''}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** `others`: papers of other kinds that the same days hold. */
function NoneFound({ query, others }: { query: Loaded['query']; others: number }) {
  return (
    <div className="lk__empty" role="status">
      <p>{wordsOfNone(query)}</p>
      <div className="row row--wrap">
        {others > 0 ? (
          <Link className="btn btn--primary" to={papersUrl({ ...query, kind: null })}>
            Документы других видов: <span className="num">{others}</span>
          </Link>
        ) : null}
        <Link className={others > 0 ? 'link' : 'btn btn--primary'} to={papersUrl({})}>
          Все документы
        </Link>
      </div>
    </div>
  );
}

function wordsOfNone({ kind, from, to }: Loaded['query']): string {
  if (from === null && to === null) return 'Таких документов пока нет.';
  return kind === null ? 'За эти дни документов нет.' : 'За эти дни таких документов нет.';
}

function NoPapers() {
  return (
    <div className="lk__empty">
      <p>Документов пока нет. Здесь появятся:</p>
      <dl className="lkfirm">
        {papers.map(([name, when]) => (
          <div key={name}>
            <dt className="b">{name}</dt>
            <dd className="soft">{unbroken(when)}</dd>
          </div>
        ))}
      </dl>
      <div className="row row--wrap">
        <Link className="btn btn--primary" to={catalogUrl()}>
          В каталог
        </Link>
        <Link className="link" to={activeOrdersUrl()}>
          Мои заказы
        </Link>
        <Link className="link" to={companyUrl()}>
          Организации
        </Link>
      </div>
    </div>
  );
}

function OrderRow({ order }: { order: Row }) {
  return (
    <li className="lkrow lkpaper">
      <div>
        <Link className="b link" to={personalOrderUrl(order.id)}>
          Заказ <span className="num">{order.number}</span>
        </Link>{' '}
        <span className="small soft num">от {order.created_text}</span>
        {order.company_name ? <p className="small soft">{order.company_name}</p> : null}
      </div>
      <div>
        <ul className="lkpapers">
          {order.issued.map(({ url, title, note }) => (
            <li key={url}>
              <a className="row link" href={url} target="_blank" rel="noreferrer">
                <Icon name="file-text" size="s" />
                <span className="num">
                  {title}, PDF<span className="sr"> (в новом окне)</span>
                </span>
              </a>
              <span className="small soft num">{note}</span>
            </li>
          ))}
          {order.receipts.map(({ key, url, title, note }) => (
            <li key={key}>
              <Link className="row link" to={url}>
                <Icon name="banknote" size="s" />
                {title}
              </Link>
              <span className="small soft num">{note}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="lkpaper__sum">
        <b className="b num nowrap">{formatPrice(order.total)}</b>
        {order.payment ? <span className={`small ${lookOf(order.payment)}`}>{order.payment.words}</span> : null}
      </div>
    </li>
  );
}

function lookOf({ is_paid, is_due, is_late }: NonNullable<Row['payment']>): string {
  if (is_late) return 'b lk__late';
  return is_paid ? 'stock--now' : is_due ? 'stock--later' : 'soft';
}
