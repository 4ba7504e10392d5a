import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { refused } from './document-numbers.ts';
import { isInForce } from './document-words.ts';
import type { From1c } from './order-of-document.ts';
import type { Document1c } from './read-documents.ts';

/** A payment, a shipment, a return or money that went back, as 1C last reported it. */
export type KeptPaper = {
  id_1c: string;
  /** null: taken before its kind was kept; what it shipped is not known. */
  kind: PaperKind | null;
  /** Of a payment and of money that went back, kopecks. */
  amount: number | null;
  /** Of a shipment; null: the whole order. Of a return; null: taken before its goods were kept. */
  goods: ShippedGoods[] | null;
  isWithdrawn: boolean;
  /** What the order became paid by, where this is a part of it. */
  payment_id: string | null;
};

type PaperKind = 'payment' | 'shipment' | 'return' | 'money_back';

/** Sales units. */
export type ShippedGoods = { product_id: number; count: number };

/** By what 1C knows a paper: its id, or its number and date where it has none. */
export function paperId({ id, number, date }: Document1c): string {
  return (id || `${number} ${date}`).slice(0, 100);
}

/**
 * What this base said of the order's papers of a kind, by their ids; those of before kinds were kept may be
 * shipments or returns. The order is locked by the caller.
 */
export async function keptPapers(
  db: Db,
  order_id: string,
  of: PaperKind,
  { node_id }: From1c,
): Promise<Map<string, KeptPaper>> {
  const { rows } = await sql<KeptPaper>`
    select id_1c, kind, amount, goods, withdrawn_at is not null as "isWithdrawn", payment_id from onec_order_documents
    where order_id = ${order_id}::uuid and node_id = ${node_id}
      and (kind = ${of} or (kind is null and ${of} in ('shipment', 'return')))
    order by taken_at, id_1c`.execute(db);
  return new Map(rows.map((row) => [row.id_1c, row]));
}

/**
 * Keeps what 1C says now; of what it said before nothing stays. Throws Refusal where another paper of the order has the
 * same id: modules that give none number payments and shipments alike.
 */
export async function keepPaper(
  db: Db,
  order_id: string,
  { id_1c, kind, amount, goods, isWithdrawn, payment_id }: KeptPaper,
  { node_id, now }: From1c,
): Promise<void> {
  const withdrawn_at = isWithdrawn ? now : null;
  const { numAffectedRows } = await sql`
    insert into onec_order_documents as x (node_id, id_1c, order_id, taken_at, kind, amount, goods, withdrawn_at, payment_id)
    values (${node_id}, ${id_1c}, ${order_id}::uuid, ${now}, ${kind}, ${amount}, ${goods && JSON.stringify(goods)}::jsonb,
      ${withdrawn_at}, ${payment_id}::uuid)
    on conflict (node_id, id_1c, order_id) do update set kind = excluded.kind, amount = excluded.amount,
      goods = excluded.goods, withdrawn_at = excluded.withdrawn_at, payment_id = excluded.payment_id
    where coalesce(x.kind, 'shipment') = excluded.kind`.execute(db);
  if (Number(numAffectedRows) === 0) throw refused(`у двух бумаг заказа один Ид «${id_1c}»: их не различить`);
}

/** What became of a paper since it was kept: nothing to say of one that came and went in between. */
export function isOfNoMatter(row: Document1c, kept: KeptPaper | undefined): boolean {
  return !isInForce(row) && (!kept || kept.isWithdrawn);
}

/** Whether two papers moved the same; a whole order equals a whole order alone. */
export function sameGoods(one: ShippedGoods[] | null, other: ShippedGoods[] | null): boolean {
  if (one === null || other === null) return one === other;
  const holds = (some: ShippedGoods[], all: ShippedGoods[]) =>
    some.every((row) => all.some(({ product_id, count }) => product_id === row.product_id && count === row.count));
  return one.length === other.length && holds(one, other);
}
