import { sql } from 'kysely';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { sumUpTo } from '#shared/part-sums.ts';

/** What left the shop at once: `part` counts from 1; `order` has the lines, counts and sums of this part alone. */
export type Shipment = { part: number; at: Date; order: OrderView };

/**
 * The shipments of an order, oldest first, by the reservations that ended with the goods leaving: a paper names what
 * was given out and nothing else. The parts of a line add up to what is due for all that was given of it (`linesLeft`
 * in the payments). Delivery, unloading and lifting go with the first part.
 */
export async function shipmentsOf(db: Db, order: OrderView): Promise<Shipment[]> {
  const { rows } = await sql<{ at: Date; product_id: number; count: number }>`
    select r.ended_at as at, l.product_id, sum(r.count)::int as count
    from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order.id}::uuid and r.why = 'handed_over'
    group by r.ended_at, l.product_id order by r.ended_at`.execute(db);
  const times = [...new Set(rows.map(({ at }) => at.getTime()))];
  const before = new Map<number, number>();
  return times.map((time, index) => {
    const given = new Map(rows.filter(({ at }) => at.getTime() === time).map((row) => [row.product_id, row.count]));
    const lines = order.lines.flatMap((line) => {
      const count = given.get(line.product_id) ?? 0;
      return count === 0 ? [] : [partOfLine(line, before.get(line.product_id) ?? 0, count)];
    });
    for (const [product_id, count] of given) before.set(product_id, (before.get(product_id) ?? 0) + count);
    return { part: index + 1, at: new Date(time), order: partOfOrder(order, lines, index === 0) };
  });
}

type Line = OrderView['lines'][number];

function partOfLine(line: Line, before: number, count: number): Line {
  const sum = sumUpTo(line, before + count) - sumUpTo(line, before);
  // A paper names one discount: the coupon's and the bonuses' together.
  return { ...line, count, sum, discount: count * line.price - sum, bonus_discount: 0 };
}

function partOfOrder(order: OrderView, lines: Line[], hasServices: boolean): OrderView {
  const goods_sum = lines.reduce((total, line) => total + line.sum, 0);
  const delivery_price = hasServices ? order.delivery_price : 0;
  const carrying_price = hasServices ? order.carrying_price : 0;
  return {
    ...order,
    lines,
    goods_sum,
    discount: lines.reduce((total, line) => total + line.discount, 0),
    bonus_discount: 0,
    delivery_price,
    carrying_price,
    total: goods_sum + (delivery_price ?? 0) + (carrying_price ?? 0),
  };
}
