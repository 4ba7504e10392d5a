import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { roubles, roublesOrNull } from '#shared/money.ts';
import type { Delivery } from './deliveries.ts';

type OrderRow = {
  id: string;
  number: number;
  department_id_1c: string;
  is_confirmed: boolean;
  payment_method: string;
  receiving_type: string;
  pickup_department_id_1c: string | null;
  receiving_date: string | null;
  goods_sum: number;
  delivery_price: number | null;
  total: number;
  coupon: string | null;
  created_at: Date;
  lines: LineRow[];
};
type LineRow = {
  id_1c: string | null;
  idcode: string;
  article: string | null;
  name: string;
  unit: string;
  count: number;
  price: number;
  sum: number;
};

/**
 * The body of a message: what was written when it was first made, so that a repetition says the same. Nothing in it
 * names the buyer. null: the order is gone.
 */
export async function messageOf(db: Db, delivery: Delivery): Promise<string | null> {
  const data = delivery.data ?? (await keepOrder(db, delivery));
  if (data === null) return null;
  const { event_id: id, event: type, at } = delivery;
  return JSON.stringify({ id, type, timestamp: at.toISOString(), data });
}

async function keepOrder(db: Db, { event_id, order_id, state, payment_state }: Delivery): Promise<unknown> {
  if (order_id === null) return null;
  const { rows } = await sql<OrderRow & { state: string; payment_state: string }>`
    select o.id, o.number, o.department_id_1c, o.unconfirmed_since is null and not awaits_approval(o.id) as is_confirmed, o.state, o.payment_state,
      o.payment_method, o.receiving_type, o.pickup_department_id_1c, o.receiving_date::text as receiving_date,
      o.goods_sum, o.delivery_price, o.total, o.coupon, o.created_at,
      (select json_agg(json_build_object('id_1c', p.id_1c, 'idcode', l.product_idcode, 'article', l.article,
          'name', l.name, 'unit', l.unit, 'count', l.count, 'price', l.price, 'sum', l.sum) order by l.position)
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) as lines
    from orders o where o.id = ${order_id}::uuid`.execute(db);
  const [order] = rows;
  if (!order) return null;
  const data = {
    ...order,
    // As they became by this event; the order itself may be further by now.
    state: state ?? order.state,
    payment_state: payment_state ?? order.payment_state,
    goods_sum: roubles(order.goods_sum),
    delivery_price: roublesOrNull(order.delivery_price),
    total: roubles(order.total),
    lines: order.lines.map((line) => ({ ...line, price: roubles(line.price), sum: roubles(line.sum) })),
  };
  const { rows: kept } = await sql<{ data: unknown }>`
    update webhook_events set data = coalesce(data, ${JSON.stringify(data)}::jsonb)
    where id = ${event_id}::uuid
    returning data`.execute(db);
  return kept[0]?.data ?? null;
}
