import { sql } from 'kysely';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { deliveredOrder } from './delivered-order.ts';
import {
  type DocumentBuyer,
  type DocumentContent,
  type DocumentKind,
  type DocumentLine,
  documentContent,
} from './document-content.ts';
import { readRequisites } from './seller-requisites.ts';

/** Which papers an order has: an invoice while a firm pays by one, a delivery note once the goods have left. */
export function documentKinds(order: Pick<OrderView, 'company' | 'payment_method' | 'state'>): DocumentKind[] {
  if (!order.company) return [];
  const kinds: DocumentKind[] = [];
  if (order.payment_method === 'invoice' && order.state !== 'cancelled') kinds.push('invoice');
  if (order.state === 'completed') kinds.push('delivery_note');
  return kinds;
}

/** The papers of an order as its page names them; `is_ready` false: the shop has not set its requisites yet. */
export async function listDocuments(db: Db, order: OrderView): Promise<{ kind: DocumentKind; is_ready: boolean }[]> {
  const kinds = documentKinds(order);
  if (kinds.length === 0) return [];
  const is_set = (await readRequisites(db)) !== null;
  const issued = await db.selectFrom('documents').select('kind').where('order_id', '=', order.id).execute();
  return kinds.map((kind) => ({ kind, is_ready: is_set || issued.some((document) => document.kind === kind) }));
}

/**
 * The paper as it was issued, or issued now. Asked again it says the same, whatever happened to the requisites; when
 * the order's lines or sums have changed a new revision is issued. Whose order it is the caller has asked. Throws
 * not_found for a paper the order does not have, no_requisites. Call in a transaction.
 */
export async function issueDocument(
  db: Db,
  kind: DocumentKind,
  order: OrderView,
  now = new Date(),
): Promise<DocumentContent> {
  if (!documentKinds(order).includes(kind)) throw new Refusal('not_found');
  // Two who ask at once must not issue two revisions.
  await sql`select from orders where id = ${order.id}::uuid for update`.execute(db);
  const { rows } = await sql<{ revision: number; content: DocumentContent }>`
    select revision, content from documents where order_id = ${order.id}::uuid and kind = ${kind}
    order by revision desc limit 1`.execute(db);
  const [latest] = rows;
  const seller = latest?.content.seller ?? (await readRequisites(db));
  if (!seller) throw new Refusal('no_requisites');
  const buyer = latest?.content.buyer ?? (await readBuyer(db, order));
  const reported = kind === 'delivery_note' ? await deliveredOrder(db, order) : order;
  const made = documentContent(kind, reported, seller, buyer, (latest?.revision ?? 0) + 1);
  if (latest && isSameMoney(latest.content, made)) return latest.content;
  await sql`
    insert into documents (order_id, kind, revision, content, issued_at)
    values (${order.id}::uuid, ${kind}, ${(latest?.revision ?? 0) + 1}, ${JSON.stringify(made)}, ${now})`.execute(db);
  return made;
}

/** The firm as its account keeps it, else as it was typed into the order. */
async function readBuyer(db: Db, order: OrderView): Promise<DocumentBuyer> {
  const typed = { name: order.company?.name ?? '', inn: order.company?.inn ?? '', kpp: null, legal_address: '' };
  if (order.company_id === null) return typed;
  const { rows } = await sql<Pick<DocumentBuyer, 'kpp' | 'legal_address'>>`
    select kpp, legal_address from companies where id = ${order.company_id}`.execute(db);
  return { ...typed, ...rows[0] };
}

function isSameMoney(issued: DocumentContent, made: DocumentContent): boolean {
  const money = ({ lines, total }: DocumentContent) => JSON.stringify([total, lines.map(moneyOf)]);
  return money(issued) === money(made);
}

function moneyOf({ name, count, price, discount, sum, vat_rate }: DocumentLine) {
  return [name, count, price, discount, sum, vat_rate];
}
