import { sql } from 'kysely';
import type { OrderEdit } from '#modules/orders/edit-order.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import type { From1c } from './order-of-document.ts';

/** What an order is of and what it costs: what both the shop and 1C may edit. Kopecks. */
export type Goods = {
  lines: { product_id: number; count: number; sum: number }[];
  delivery_price: number | null;
  carrying_price: number | null;
};

export function goodsOf({ lines, delivery_price, carrying_price }: OrderView): Goods {
  return {
    lines: lines.map(({ product_id, count, sum }) => ({ product_id, count, sum })),
    delivery_price,
    carrying_price,
  };
}

/** Whether a document says these goods; a service that it leaves out stays as it is. */
export function saysGoods({ lines, delivery_price, carrying_price }: OrderEdit, goods: Goods): boolean {
  return (
    lines.length === goods.lines.length &&
    lines.every((line) =>
      goods.lines.some(
        ({ product_id, count, sum }) => product_id === line.product_id && count === line.count && sum === line.sum,
      ),
    ) &&
    (delivery_price ?? goods.delivery_price) === goods.delivery_price &&
    (carrying_price ?? goods.carrying_price) === goods.carrying_price
  );
}

/** Whether nobody changed them in between. */
export function sameGoods(one: Goods, other: Goods): boolean {
  return (
    saysGoods({ lines: one.lines }, other) &&
    one.delivery_price === other.delivery_price &&
    one.carrying_price === other.carrying_price
  );
}

/**
 * The goods of the order that the base has for certain; null: not known. `former`: what it had before it confirmed the
 * shop's edit in this very session; null: it confirmed none in it.
 */
export async function readKnownGoods(
  db: Db,
  order_id: string,
  { node_id, session_id }: From1c,
): Promise<{ known: Goods | null; former: Goods | null }> {
  const { rows } = await sql<{ known: Goods | null; former: Goods | null }>`
    select known_goods as known, case when caught_up_in = ${session_id}::uuid then former_goods end as former
    from onec_orders where node_id = ${node_id} and order_id = ${order_id}::uuid`.execute(db);
  return rows[0] ?? { known: null, former: null };
}

/** The base said them itself, also should it confirm an older query only now. */
export async function keepKnownGoods(db: Db, order_id: string, goods: Goods, { node_id }: From1c): Promise<void> {
  const known = JSON.stringify(goods);
  await sql`
    update onec_orders set known_goods = ${known}::jsonb, handed_goods = ${known}::jsonb, former_goods = null
    where node_id = ${node_id} and order_id = ${order_id}::uuid and (former_goods is not null
      or known_goods is distinct from ${known}::jsonb or handed_goods is distinct from ${known}::jsonb)`.execute(db);
}

/** The base gets the order once more: what it then says was written after. Once is enough. */
export async function handOverAgain(db: Db, order_id: string, { node_id, now }: From1c): Promise<void> {
  await sql`
    update onec_orders set wanted_at = ${now}
    where node_id = ${node_id} and order_id = ${order_id}::uuid and wanted_at is null`.execute(db);
}
