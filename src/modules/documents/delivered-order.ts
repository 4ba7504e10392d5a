import { sql } from 'kysely';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';

/**
 * The order as it was really given out: the acts of hand-over count, so that a delivery note never names what the
 * recipient did not take. A part of a line costs what was left of the line's sum when the money for the rest went back
 * (`linesLeft` in the payments). An order closed without an act was given out whole.
 */
export async function deliveredOrder(db: Db, order: OrderView): Promise<OrderView> {
  const { rows } = await sql<{ product_id: number; given: number }>`
    select l.product_id, sum(h.given)::int as given
    from handover_lines h join handovers a on a.id = h.handover_id join order_lines l on l.id = h.order_line_id
    where a.order_id = ${order.id}::uuid group by l.product_id`.execute(db);
  if (rows.length === 0) return order;
  const given = new Map(rows.map((row) => [row.product_id, row.given]));
  const lines = order.lines.flatMap((line) => {
    const count = Math.min(given.get(line.product_id) ?? 0, line.count);
    if (count === 0) return [];
    if (count === line.count) return [line];
    const sum = line.sum - Number((BigInt(line.sum) * BigInt(line.count - count)) / BigInt(line.count));
    // A paper names one discount: the coupon's and the bonuses' together.
    return [{ ...line, count, sum, discount: count * line.price - sum, bonus_discount: 0 }];
  });
  const goods_sum = lines.reduce((total, line) => total + line.sum, 0);
  return {
    ...order,
    lines,
    goods_sum,
    discount: lines.reduce((total, line) => total + line.discount, 0),
    bonus_discount: lines.reduce((total, line) => total + line.bonus_discount, 0),
    total: goods_sum + (order.delivery_price ?? 0) + (order.carrying_price ?? 0),
  };
}
