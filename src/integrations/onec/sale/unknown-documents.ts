import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isRouble } from '../mapping.ts';
import { kopecksOf } from './document-numbers.ts';
import { moneyBackOperations, paymentOperations, returnOperation, shipmentOperation } from './document-words.ts';
import type { From1c } from './order-of-document.ts';
import type { Document1c } from './read-documents.ts';

export type UnknownDocument = {
  id: number;
  /** When it first came, and when it came last, to the hour. */
  at: Date;
  last_at: Date;
  /** What the owner calls the node that has sent it. */
  node: string;
  /** What it is, with its number and its day. */
  document: string;
  /** In kopecks; null: it names none, or none in roubles. */
  sum: number | null;
  /** Why the shop does not know its order. */
  words: string;
};

/** Documents of 1C whose order the shop does not know, the one that first came last at the top: 90 days of them. */
export async function listUnknownDocuments(
  db: Db,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<UnknownDocument[]> {
  const { rows } = await sql<UnknownDocument>`
    select l.id, l.at, coalesce(l.last_at, l.at) as last_at, n.name as node, l.document, l.sum, l.words
    from onec_order_log l join onec_nodes n on n.id = l.node_id
    where l.order_id is null
    order by l.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many there are, counted to `count_to` + 1. */
export async function countUnknownDocuments(db: Db, count_to: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from onec_order_log where order_id is null limit ${count_to + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

const alienOrder = 'Если это заказ самой 1С, выгружайте из неё только заказы сайта.';

/** What people do with such a document, in Russian. `document`: as the list has it. */
export function whatToDo(document: string): string {
  const is = (operations: Iterable<string>) => [...operations].some((operation) => document.startsWith(operation));
  if (is(paymentOperations))
    return `Если заплатили за заказ магазина, отметьте в нём оплату: неоплаченный отменится в срок. ${alienOrder}`;
  if (is([shipmentOperation])) return `Если отгружен заказ магазина, выдайте его в магазине. ${alienOrder}`;
  if (is([returnOperation, ...moneyBackOperations]))
    return `Если вернули купленное в магазине, оформите возврат в заказе. ${alienOrder}`;
  return `Если это заказ магазина, отметьте в нём оплату и выдачу сами и отправьте его в 1С ещё раз. ${alienOrder}`;
}

/**
 * Keeps that the document came: bases that send all their orders send them again and again. `words`: what it is and why
 * its order is not known. Returns whether it is new. Call it in the transaction that notes the refusal.
 */
export async function keepUnknownDocument(
  db: Db,
  { sum, currency }: Pick<Document1c, 'sum' | 'currency'>,
  words: { document: string; why: string },
  { node_id, now }: From1c,
): Promise<boolean> {
  const why = words.why.slice(0, 2_000);
  const { rows } = await sql<{ id: number }>`
    select id from onec_order_log
    where node_id = ${node_id} and order_id is null and document = ${words.document} and words = ${why}`.execute(db);
  const [known] = rows;
  if (known) {
    // To the hour: a base that exchanges every few minutes must not write all of them each time.
    await sql`
      update onec_order_log set last_at = ${now}
      where id = ${known.id} and coalesce(last_at, at) < ${now}::timestamptz - interval '1 hour'`.execute(db);
    return false;
  }
  await sql`
    insert into onec_order_log (node_id, order_id, document, at, last_at, is_refused, sum, words)
    values (${node_id}, null, ${words.document}, ${now}, ${now}, true, ${roublesOf(sum, currency)}, ${why})`.execute(
    db,
  );
  return true;
}

function roublesOf(sum: string, currency: string): number | null {
  if (sum === '' || !isRouble(currency)) return null;
  try {
    return kopecksOf(sum, 'сумма');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
