import { Link } from 'react-router';
import { listOwnCompanies } from '#modules/accounts/companies.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { listOwnPapers, type OrderPapers } from '#modules/documents/own-papers.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { formatDate } from '#shared/dates.ts';
import { lastDayToPay } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { lastDay } from '#shared/until-words.ts';
import {
  activeOrdersUrl,
  catalogUrl,
  companyUrl,
  documentsUrl,
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

const perPage = 20;

export const meta: Route.MetaFunction = () => [{ title: 'Документы — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Документы' }) };

/** Invoices, УПД and receipts of the orders a person may read: by order, the newest first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) throw notFound();
  const [{ orders, found }, firms] = await Promise.all([
    listOwnPapers(db, user_id, { page, limit: perPage }),
    listOwnCompanies(db, user_id),
  ]);
  if (page > 1 && orders.length === 0) throw notFound();
  return {
    page,
    pages: Math.max(1, Math.ceil(found / perPage)),
    orders: orders.map((order) => orderRow(order, firms.length === 1 ? firms[0]?.name : undefined)),
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

/** «Не оплачен, до 2 декабря»: the day by which money that is due is waited for stands beside it. */
function paymentWords(order: OrderPapers) {
  // What waits for an approval has no papers yet.
  const payment = paymentOf({ ...order, awaits_approval: false });
  const day = dayDue(order);
  if (!payment?.is_due || day === null) return payment;
  return { ...payment, words: unbroken(`${payment.words}, до ${day}`) };
}

function dayDue({ completed_at, deferral_days, reserved_until, time_zone }: OrderPapers): string | null {
  const year = localTime(new Date(), time_zone).date.slice(0, 4);
  if (completed_at && deferral_days !== null)
    return dayWords(lastDayToPay(completed_at, deferral_days, time_zone), year);
  return reserved_until && dayWords(lastDay(reserved_until, time_zone), year);
}

/** What comes here, and when. */
const papers = [
  ['Счета', 'Когда организация оформит заказ с оплатой по счёту'],
  ['УПД', 'Когда организация получит товары'],
  ['Кассовые чеки', 'Когда заказ оплачен на сайте или деньги за него возвращены'],
] as const;

type Row = Route.ComponentProps['loaderData']['orders'][number];

export default function Documents({ loaderData: { orders, page, pages, reconciled } }: Route.ComponentProps) {
  return (
    <section className="sheet">
      <h1>Документы</h1>
      {reconciled.length > 0 ? (
        <ul className="row row--wrap lk__lead">
          {reconciled.map(({ id, name }) => (
            <li key={id}>
              <Link className="btn btn--line btn--sm" to={reconciliationUrl(id)}>
                <Icon name="file-spreadsheet" size="s" />
                Акт сверки{reconciled.length > 1 ? `, ${name}` : ''}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {reconciled.length > 0 ? (
        <p className="small soft lk__lead">
          {unbroken('В акте — выдачи, оплаты и возвраты за выбранный срок и сальдо на конец срока.')}
        </p>
      ) : null}
      {orders.length === 0 ? (
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
      ) : (
        <ul className="lkrows">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <Pager
          current={page}
          first={page}
          pages={pages}
          urlOf={(other) => documentsUrl() + (other > 1 ? `?page=${other}` : '')}
        />
      ) : null}
    </section>
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
        {order.payment ? (
          <span
            className={`small ${order.payment.is_paid ? 'stock--now' : order.payment.is_due ? 'stock--later' : 'soft'}`}
          >
            {order.payment.words}
          </span>
        ) : null}
      </div>
    </li>
  );
}
