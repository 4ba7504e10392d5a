import { sql } from 'kysely';
import { unitsNow } from '#modules/catalogue/categories.ts';
import type { Db } from '#platform/database.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { promised } from './staff-orders.ts';

/** A line of an order as the back office sees it; money in kopecks, counts in sales units. */
export type StaffOrderLine = {
  id: number;
  position: number;
  product_id: number;
  product_idcode: string;
  slug: string;
  image: string | null;
  name: string;
  article: string | null;
  unit: string;
  shown_unit: ShownUnit;
  vat_rate: number;
  weight_grams: number;
  store: string;
  /** What people call that store. */
  store_name: string;
  /** Where it lies in that store. */
  shelf: string | null;
  count: number;
  price: number;
  old_price: number | null;
  discount: number;
  bonus_discount: number;
  sum: number;
  /** What is held for this line, and what of it was given out. */
  reserved: number;
  given: number;
  /** In the store now, and what of it nobody holds. */
  on_hand: number;
  available: number;
  /** What of `reserved` the store really has, when it has less than all orders hold. */
  covered: number;
  /** What the branch's other stores have free. */
  elsewhere: number;
};

/** What the order's page of the back office shows beside `OrderView`. */
export type StaffOrderFacts = {
  assigned_to: string | null;
  assigned_name: string | null;
  placed_by_name: string | null;
  is_by_phone: boolean;
  changed_at: Date;
  short_since: Date | null;
  /** The end of the day, or of its hours, that was promised. */
  promised_at: Date | null;
  revision: number;
  /** Orders of the same buyer, this one included, what those not cancelled come to, and how many were cancelled. */
  buyer_orders: number;
  buyer_total: number;
  buyer_cancelled: number;
};

/** Lines of an order with their place, reservation and stock of this moment, in their order. */
export async function staffOrderLines(db: Db, order_id: string): Promise<StaffOrderLine[]> {
  const { rows } = await sql<Omit<StaffOrderLine, 'shown_unit' | 'covered'> & { held_by_all: number }>`
    select l.id, l.position, l.product_id, l.product_idcode, p.slug, p.images[1] as image, l.name, l.article, l.unit,
      l.vat_rate, l.weight_grams, l.store, coalesce(named.name, l.store) as store_name, s.shelf, l.count, l.price,
      l.old_price, l.discount, l.bonus_discount, l.sum,
      coalesce((select sum(r.count)::int from reservations r where r.order_line_id = l.id and r.ended_at is null), 0) as reserved,
      coalesce((select sum(r.count)::int from reservations r where r.order_line_id = l.id and r.why = 'handed_over'), 0) as given,
      coalesce(s.on_hand, 0) as on_hand, greatest(coalesce(s.on_hand - s.reserved, 0), 0) as available,
      coalesce(s.reserved, 0) as held_by_all,
      coalesce((select sum(greatest(e.on_hand - e.reserved, 0))::int from stock e
        where e.product_id = l.product_id and e.store <> l.store and e.store in (
          select d.store from departments d where coalesce(d.branch_id_1c, d.id_1c) = o.department_id_1c)), 0) as elsewhere
    from order_lines l join orders o on o.id = l.order_id join products p on p.id = l.product_id
    left join stock s on s.store = l.store and s.product_id = l.product_id
    left join stores named on named.store = l.store
    where l.order_id = ${order_id}::uuid order by l.position`.execute(db);
  const units = await unitsNow(db);
  return rows.map(({ held_by_all, ...line }) => ({
    ...line,
    shown_unit: units.shown(line.unit),
    covered: Math.max(line.reserved - Math.max(held_by_all - line.on_hand, 0), 0),
  }));
}

/** null: no such order. */
export async function staffOrderFacts(db: Db, order_id: string): Promise<StaffOrderFacts | null> {
  const { rows } = await sql<StaffOrderFacts>`
    select o.assigned_to, a.full_name as assigned_name, b.full_name as placed_by_name, o.is_by_phone, o.changed_at, o.short_since, o.revision,
      ${promised} as promised_at,
      same.orders as buyer_orders, same.total as buyer_total, same.cancelled as buyer_cancelled
    from orders o join departments d on d.id_1c = o.department_id_1c
    left join users a on a.id = o.assigned_to left join users b on b.id = o.placed_by
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(s.total) filter (where s.state <> 'cancelled'), 0)::bigint as total,
        count(*) filter (where s.state = 'cancelled')::int as cancelled
      from orders s where s.id = o.id or (o.user_id is not null and s.user_id = o.user_id)
        or (o.user_id is null and s.user_id is null and s.contact_phone = o.contact_phone)) same
    where o.id = ${order_id}::uuid`.execute(db);
  return rows[0] ?? null;
}
