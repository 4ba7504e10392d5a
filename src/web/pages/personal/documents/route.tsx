import { listOwnCompanies } from '#modules/accounts/companies.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { countOwnPapers, isFile, listOwnPapers, type OwnPaper } from '#modules/documents/own-papers.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { formatDay } from '#shared/dates.ts';
import { daysLate, lastDayToPay, lateFor } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
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
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { isNarrowed, PaperFilter } from './paper-filter.tsx';
import { papersFilter, papersUrl, periodsOf, readPapersQuery } from './papers-query.ts';

const perPage = 20;

export const meta: Route.MetaFunction = () => [{ title: 'Документы — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Документы' }) };

/** Invoices, УПД and receipts of the orders a person may read, the latest day first; of a kind and some days. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const { searchParams } = new URL(request.url);
  const page = Number(searchParams.get('page') ?? 1);
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) throw notFound();
  const query = readPapersQuery(searchParams);
  const filter = papersFilter(query);
  const [papers, counts, firms] = await Promise.all([
    listOwnPapers(db, user_id, filter, { page, limit: perPage }),
    countOwnPapers(db, user_id, filter),
    listOwnCompanies(db, user_id),
  ]);
  if (page > 1 && papers.length === 0) throw notFound();
  return {
    page,
    pages: Math.max(1, Math.ceil(counts.found / perPage)),
    query,
    counts,
    periods: periodsOf(localTime(new Date(), requestContext.department.time_zone).date),
    papers: papers.map((paper, at) => ({
      key: `${at} ${paper.order_id}`,
      ...paperRow(paper, firms.length === 1 ? firms[0]?.name : undefined),
    })),
    /** Whose books with the shop this person may read. */
    reconciled: firms.filter(({ role }) => role !== 'purchaser').map(({ id, name }) => ({ id, name })),
  };
}

const receiptWords = { prepayment: 'Чек предоплаты', full: 'Чек полного расчёта', return: 'Чек возврата' } as const;

/** `only_firm`: the only one of the person, whose name says nothing in each row. */
function paperRow(paper: OwnPaper, only_firm: string | undefined) {
  const { order_id, order_number, company_name, day, sum, kind } = paper;
  return {
    ...linkOf(paper),
    day_text: formatDay(day),
    order_id,
    order_number,
    company_name: company_name === only_firm ? null : company_name,
    sum,
    payment: kind === 'invoice' ? paymentWords(paper) : null,
    is_upd: kind === 'upd',
  };
}

/** A receipt is shown by the order's page of payment. */
function linkOf(paper: OwnPaper) {
  const { order_id, receipt } = paper;
  if (!isFile(paper))
    return { title: receipt ? receiptWords[receipt] : 'Чек', url: orderPaymentUrl(order_id), is_file: false };
  return {
    title: `${paper.kind === 'invoice' ? 'Счёт' : 'УПД'} №\u00a0${paper.number}`,
    url: personalDocumentUrl(order_id, documentFile(paper)),
    is_file: true,
  };
}

/**
 * «Не оплачен, до 2 декабря»: the day by which money that is due is waited for stands beside it; of what is paid behind
 * the goods also «Просрочен на 27 дней, срок был до 2 ноября».
 */
function paymentWords(paper: OwnPaper) {
  // What waits for an approval has no papers yet.
  const payment = paymentOf({ ...paper, awaits_approval: false });
  if (!payment) return null;
  const { completed_at, deferral_days, reserved_until, time_zone } = paper;
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
type Row = Loaded['papers'][number];

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { papers, page, pages, reconciled, query, counts } = loaderData;
  const isNone = papers.length === 0 && !isNarrowed(query);
  return (
    <section className="sheet">
      <div className="row between row--wrap lkpaper__head">
        <h1>Документы</h1>
        <Reconciled firms={reconciled} />
      </div>
      <Unpaid query={query} counts={counts} />
      {isNone ? null : <PaperFilter {...loaderData} />}
      {papers.length > 0 ? (
        <ul className="lkrows lkpaper__list">
          {papers.map((paper) => (
            <PaperRow key={paper.key} paper={paper} />
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
    <div className="lkpaper__books">
      <p className="small soft">{unbroken('Выдачи, оплаты, возвраты и сальдо за выбранный срок')}</p>
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
    </div>
  );
}

/** What is still to be paid by all invoices; leads to them alone. */
function Unpaid({ query, counts: { unpaid, unpaid_sum } }: Pick<Loaded, 'query' | 'counts'>) {
  if (unpaid === 0) return null;
  const words = unbroken(`Не оплачено ${formatPrice(unpaid_sum)}, ${countOf(unpaid, 'счёт', 'счёта', 'счетов')}`);
  return (
    <p className="lkpaper__unpaid num">
      {query.kind === 'unpaid' ? (
        <>
          <b className="b state--wait">{words}</b>{' '}
          <Link className="link small" to={papersUrl({})}>
            Все документы
          </Link>
        </>
      ) : (
        <Link className="b link state--wait" to={papersUrl({ kind: 'unpaid' })}>
          {words}
        </Link>
      )}
    </p>
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
  if (kind === 'unpaid') return 'Неоплаченных счетов нет.';
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

/** The paper, its day, its order, whether an invoice is paid, what it is made out for. */
function PaperRow({ paper }: { paper: Row }) {
  return (
    <li className="lkrow lkpaper">
      {paper.is_file ? (
        <a className="row b link num lkpaper__title" href={paper.url} target="_blank" rel="noreferrer">
          <Icon name="file-text" size="s" />
          <span>
            {paper.title}
            <span className="sr">, PDF (в новом окне)</span>
          </span>
        </a>
      ) : (
        <Link className="row b link lkpaper__title" to={paper.url}>
          <Icon name="banknote" size="s" />
          {paper.title}
        </Link>
      )}
      <span className="small soft num lkpaper__day">от {paper.day_text}</span>
      <div className="small lkpaper__order">
        <Link className="link num" to={personalOrderUrl(paper.order_id)}>
          Заказ {paper.order_number}
        </Link>
        {paper.company_name ? <p className="soft">{paper.company_name}</p> : null}
      </div>
      {paper.payment ? (
        <span className={`small num lkpaper__state ${lookOf(paper.payment)}`}>{paper.payment.words}</span>
      ) : paper.is_upd ? (
        <span className="small soft lkpaper__state">Товар выдан</span>
      ) : null}
      <b className="b num nowrap lkpaper__sum">{formatPrice(paper.sum)}</b>
    </li>
  );
}

function lookOf({ is_paid, is_due, is_late }: NonNullable<Row['payment']>): string {
  if (is_late) return 'b lk__late';
  return is_paid ? 'state--good' : is_due ? 'state--wait' : 'soft';
}
