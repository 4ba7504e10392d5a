import { sql } from 'kysely';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { localTime } from '#shared/zoned-time.ts';
import {
  type DocumentBuyer,
  type DocumentContent,
  type DocumentHead,
  type DocumentKind,
  type DocumentLine,
  type DocumentName,
  documentContent,
  invoiceHead,
} from './document-content.ts';
import { readRequisites, type SellerRequisites } from './seller-requisites.ts';
import { type Shipment, shipmentsOf } from './shipments.ts';

/** A paper an order has; `at`: when the goods of an УПД left. */
type Paper = DocumentName & { at: Date | null };

/**
 * The papers of an order as its page names them; `is_ready` false: the shop has not set its requisites yet. A firm has
 * an invoice while it pays by one, and an УПД of every shipment.
 */
export async function listDocuments(db: Db, order: OrderView): Promise<(Paper & { is_ready: boolean })[]> {
  if (!order.company) return [];
  const shipments = await shipmentsOf(db, order);
  const papers: Paper[] = [
    ...(hasInvoice(order) ? [{ kind: 'invoice', part: 1, at: null } as const] : []),
    ...shipments.map(({ part, at }) => ({ kind: 'upd', part, at }) as const),
  ];
  if (papers.length === 0) return [];
  const is_set = (await readRequisites(db, order.branch.id_1c)) !== null;
  const issued = await db.selectFrom('documents').select(['kind', 'part']).where('order_id', '=', order.id).execute();
  return papers.map((paper) => {
    const isIssued = issued.some(({ kind, part }) => kind === paper.kind && part === paper.part);
    return { ...paper, is_ready: is_set || isIssued };
  });
}

/** A firm pays by an invoice until its order is cancelled; one that waits for an owner's word is not paid yet. */
export function hasInvoice(
  order: Pick<OrderView, 'company' | 'payment_method' | 'state' | 'awaits_approval'>,
): boolean {
  const isPaidSo = order.company !== null && order.payment_method === 'invoice';
  return isPaidSo && order.state !== 'cancelled' && !order.awaits_approval;
}

/**
 * The paper as it was issued, or issued now. Asked again it says the same, whatever happened to the requisites; when
 * the order's lines or sums have changed a new revision is issued. Whose order it is the caller has asked. Throws
 * not_found for a paper the order does not have, no_requisites. Call in a transaction.
 */
export async function issueDocument(
  db: Db,
  { kind, part }: DocumentName,
  order: OrderView,
  now = new Date(),
): Promise<DocumentContent> {
  // Two who ask at once must not issue two revisions.
  await sql`select from orders where id = ${order.id}::uuid for update`.execute(db);
  const shipment = kind === 'upd' ? (await shipmentsOf(db, order)).find((other) => other.part === part) : null;
  const isThere = kind === 'invoice' ? hasInvoice(order) && part === 1 : order.company !== null && shipment;
  if (!isThere) throw new Refusal('not_found');
  const latest = await readLatest(db, order.id, { kind, part });
  // A transfer document tells of the seller at the shipment; a new invoice asks for money where it is taken now.
  const then = latest?.content.seller ?? null;
  const seller = kind === 'upd' && then ? then : ((await readRequisites(db, order.branch.id_1c)) ?? then);
  if (!seller) throw new Refusal('no_requisites');
  const { contract, ...buyer } = latest ? withContract(latest.content) : await readBuyer(db, order);
  const revision = (latest?.revision ?? 0) + 1;
  const head = shipment ? await updHead(db, order, shipment, contract, latest, now) : invoiceHead(order, revision);
  const made = documentContent(kind, shipment?.order ?? order, seller, buyer, head);
  if (latest && isSameMoney(latest.content, made)) return latest.content;
  const numbered = shipment ? await numberOf(db, made, latest) : null;
  const content = numbered ? { ...made, number: updNumber(numbered.number, seller) } : made;
  await db
    .insertInto('documents')
    .values({
      order_id: order.id,
      kind,
      part,
      revision,
      ...numbered,
      content: JSON.stringify(content),
      issued_at: now,
    })
    .execute();
  return content;
}

/**
 * Issues the УПД of every shipment that has none, so that their numbers follow the shipments and not whoever opens
 * them first. A shop without requisites issues none. Call in a transaction; a second call changes nothing.
 */
export async function issueShipped(db: Db, order: OrderView, now = new Date()): Promise<void> {
  const papers = await listDocuments(db, order);
  for (const paper of papers) if (paper.kind === 'upd' && paper.is_ready) await issueDocument(db, paper, order, now);
}

type Latest = { revision: number; year: number | null; number: number | null; content: DocumentContent };

async function readLatest(db: Db, order_id: string, { kind, part }: DocumentName): Promise<Latest | null> {
  const { rows } = await sql<Latest>`
    select revision, year, number, content from documents
    where order_id = ${order_id}::uuid and kind = ${kind} and part = ${part} order by revision desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

function withContract({ buyer, contract = null }: DocumentContent): DocumentBuyer & { contract: string | null } {
  return { ...buyer, contract };
}

/** The firm as its account keeps it, name and address of one moment, else as it was typed into the order. */
async function readBuyer(db: Db, order: OrderView): Promise<DocumentBuyer & { contract: string | null }> {
  const typed = { name: order.company?.name ?? '', inn: order.company?.inn ?? '', kpp: null, legal_address: '' };
  if (order.company_id === null) return { ...typed, contract: null };
  const { rows } = await sql<DocumentBuyer & { contract: string | null }>`
    select name, inn, kpp, legal_address, contract from companies where id = ${order.company_id}`.execute(db);
  return { ...typed, contract: null, ...rows[0] };
}

/** The number is given when the paper is stored. */
async function updHead(
  db: Db,
  order: OrderView,
  { at }: Shipment,
  contract: string | null,
  latest: Latest | null,
  now: Date,
): Promise<DocumentHead> {
  const dayOf = (moment: Date) => localTime(moment, order.branch.time_zone).date;
  return {
    number: latest?.content.number ?? '',
    date: dayOf(at),
    correction: latest ? { number: latest.revision, date: dayOf(now) } : null,
    payment_documents: latest?.content.payment_documents ?? (await paymentsBefore(db, order, at)),
    contract,
  };
}

/** What a счёт-фактура names when money came before the goods left. */
async function paymentsBefore(db: Db, order: OrderView, at: Date): Promise<string[]> {
  const { rows } = await sql<{ document: string | null; paid_at: Date }>`
    select request ->> 'document' as document, paid_at from payments
    where order_id = ${order.id}::uuid and method = 'transfer' and state = 'succeeded' and paid_at < ${at}
    order by paid_at, id`.execute(db);
  const named = rows.flatMap(({ document, paid_at }) => {
    const number = document?.replace(/^\s*(?:п\/п|платёжное поручение|№)\s*№?\s*/i, '').trim() ?? '';
    return number
      ? [/\sот\s/.test(number) ? number : `${number} от ${formatDate(paid_at, order.branch.time_zone)}`]
      : [];
  });
  // A transfer of more than the order costs is two payments by one document.
  return [...new Set(named)];
}

/** «12», of a branch with an index of its own «12/3». */
function updNumber(number: number, { paper_index }: SellerRequisites): string {
  return paper_index ? `${number}/${paper_index}` : String(number);
}

/** The next number of the year the goods left in; a correction keeps that of the paper it corrects. */
async function numberOf(
  db: Db,
  { kind, date }: DocumentContent,
  latest: Latest | null,
): Promise<{ year: number; number: number }> {
  if (latest) return { year: ensure(latest.year), number: ensure(latest.number) };
  const year = Number(date.slice(0, 4));
  return { year, number: await takeNumber(db, kind, year) };
}

async function takeNumber(db: Db, kind: DocumentKind, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into document_numbers (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = document_numbers.last + 1 returning last`.execute(db);
  return ensure(rows[0]).last;
}

function isSameMoney(issued: DocumentContent, made: DocumentContent): boolean {
  const money = ({ lines, total }: DocumentContent) => JSON.stringify([total, lines.map(moneyOf)]);
  return money(issued) === money(made);
}

function moneyOf({ name, count, price, discount, sum, vat_rate }: DocumentLine) {
  return [name, count, price, discount, sum, vat_rate];
}

/** A paper as it was issued; `total` in kopecks. */
export type IssuedDocument = DocumentName & { revision: number; number: string; total: number; issued_at: Date };

/** Every revision that was issued of an order's papers, oldest first. */
export async function listIssued(db: Db, order_id: string): Promise<IssuedDocument[]> {
  const { rows } = await sql<DocumentName & { revision: number; content: DocumentContent; issued_at: Date }>`
    select kind, part, revision, content, issued_at from documents
    where order_id = ${order_id}::uuid and kind <> 'delivery_note' order by issued_at, kind, part, revision`.execute(
    db,
  );
  return rows.map(({ content, ...row }) => ({ ...row, number: content.number, total: content.total }));
}

/** One of them; null: it was never issued. */
export async function readIssued(
  db: Db,
  order_id: string,
  { kind, part, revision }: DocumentName & { revision: number },
): Promise<DocumentContent | null> {
  const { rows } = await sql<{ content: DocumentContent }>`
    select content from documents
    where order_id = ${order_id}::uuid and kind = ${kind} and part = ${part} and revision = ${revision}`.execute(db);
  return rows[0]?.content ?? null;
}
