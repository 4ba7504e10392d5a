import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { beyond, type Key, keyOf, orderOf, type Term } from '#platform/keyset.ts';
import type { OrderState, ReceivingType } from '#shared/order-states.ts';
import { goodsConditions, type StaffProductFilter } from './staff-products.ts';

/** A product in a store. Sales units. */
export type StaffStockRow = {
  /** `product-store`. */
  id: string;
  product_id: number;
  idcode: string;
  name: string;
  article: string | null;
  unit: string;
  store: string;
  store_name: string;
  on_hand: number;
  reserved: number;
  available: number;
  shelf: string | null;
  updated_at: Date;
  /** Nothing is left to sell: the first day on which its branches were out of it since they had it; null: not seen. */
  out_since: string | null;
  /** Buyers of its branches who asked to be told when it is back. */
  awaited: number;
  /** Where it stands in the list (`platform/keyset.ts`). */
  key: string;
};

/**
 * Rows of stock of which orders hold more than there is, as a table. Whoever writes stock marks the orders that hold
 * them (S7-36), so they are looked up by these; `offset 0` keeps the rest of the stores from being read.
 */
function overReserved(stores: string[]): RawBuilder<unknown> {
  return sql`(
    select k.* from (
      select distinct r.store, r.product_id
      from orders o join order_lines l on l.order_id = o.id
      join reservations r on r.order_line_id = l.id and r.ended_at is null
      where o.short_since is not null and r.store = any(${stores}::text[])
    ) h cross join lateral (
      select * from stock k where k.store = h.store and k.product_id = h.product_id and k.reserved > k.on_hand offset 0
    ) k offset 0)`;
}

/**
 * Over a row `g` of stock: the first day it was out after the last one that a branch was looked at and had it. Hours
 * are looked at while a branch is open, so that a closed day breaks nothing.
 */
const outSince = sql<string | null>`case when g.available = 0 then (
  select min(t.day)::text from stock_outs t join departments d on d.id_1c = t.department_id_1c
  where t.product_id = g.product_id and d.store = g.store and t.day > coalesce((
    select max(c.day) from stock_checks c join departments e on e.id_1c = c.department_id_1c
    where e.store = g.store and not exists (select from stock_outs x
      where x.day = c.day and x.department_id_1c = c.department_id_1c and x.product_id = g.product_id)), '-infinity')) end`;

const byName: Term[] = [
  { value: sql`p.name`, isDescending: false },
  { value: sql`p.id`, isDescending: false },
  { value: sql`s.store`, isDescending: false },
];

/** A page of goods in these stores by name, with how many rows there are, counted to `count_to` + 1. */
export async function listStaffStock(
  db: Db,
  stores: string[],
  { is_over, ...filter }: StaffProductFilter & { /** Orders hold more than there is. */ is_over?: boolean },
  page: { limit: number; offset: number; after?: Key | undefined; count_to: number },
): Promise<{ rows: StaffStockRow[]; count: number }> {
  const stock = is_over ? overReserved(stores) : sql`stock`;
  const over = is_over === false ? sql`s.reserved <= s.on_hand` : sql`true`;
  const where = sql`s.store = any(${stores}::text[]) and ${over}
    and ${goodsConditions({ price_columns: [], stores }, filter)}`;
  const [rows, counts] = await Promise.all([
    // The page is found first: what a row shows beside is not read for the rows before it.
    sql<StaffStockRow>`
      with page as materialized (
        select p.id as product_id, p.idcode, p.name, p.article, p.unit, s.store, w.name as store_name, s.on_hand,
          s.reserved, greatest(s.on_hand - s.reserved, 0) as available, s.shelf, s.updated_at, ${keyOf(byName)} as key
        from ${stock} s join products p on p.id = s.product_id join stores w on w.store = s.store
        where ${where} and ${beyond(byName, page.after)} order by ${orderOf(byName)} limit ${page.limit} offset ${page.offset}
      )
      select g.product_id || '-' || g.store as id, g.*, ${outSince} as out_since, (
          select count(*)::int from subscriptions a join departments d on d.id_1c = a.department_id_1c
          where a.product_id = g.product_id and a.topic = 'back_in_stock' and a.ended_at is null
            and a.confirmed_at is not null and d.store = g.store) as awaited
      from page g order by g.name, g.product_id, g.store`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from ${stock} s join products p on p.id = s.product_id where ${where} limit ${page.count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { rows: rows.rows, count: counts.rows[0]?.count ?? 0 };
}

/** Where it lies in the store; null: not said. Returns the place before; undefined: the store never had it. */
export async function saveShelf(
  db: Db,
  { product_id, store }: { product_id: number; store: string },
  shelf: string | null,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ shelf: string | null }>`
    select shelf from stock where product_id = ${product_id} and store = ${store} for update`.execute(db);
  if (!rows[0]) return undefined;
  await sql`update stock set shelf = ${shelf} where product_id = ${product_id} and store = ${store}`.execute(db);
  return rows[0].shelf;
}

/** A product of which orders hold more than the store has. Sales units. */
export type ShortGoods = Omit<StaffStockRow, 'available' | 'updated_at' | 'out_since' | 'awaited' | 'key'> & {
  /** To be brought or ordered. */
  missing: number;
  /** The first 20 that hold it, the oldest on top. */
  orders: { id: string; number: number; count: number }[];
  orders_count: number;
  /** The day the first of them was wished for; null: none names a day. */
  wished_on: string | null;
};

/** A page of goods that do not suffice in these stores, the most lacking on top, with how many rows there are. */
export async function listShortGoods(
  db: Db,
  stores: string[],
  filter: Pick<StaffProductFilter, 'q'>,
  page: { limit: number; offset: number; count_to: number },
): Promise<{ rows: ShortGoods[]; count: number }> {
  const stock = overReserved(stores);
  const where = sql`${goodsConditions({ price_columns: [], stores }, filter)}`;
  const [rows, counts] = await Promise.all([
    sql<ShortGoods>`
      select p.id || '-' || s.store as id, p.id as product_id, p.idcode, p.name, p.article, p.unit, s.store,
        w.name as store_name, s.on_hand, s.reserved, s.reserved - s.on_hand as missing, s.shelf, held.*
      from ${stock} s join products p on p.id = s.product_id join stores w on w.store = s.store
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'number', h.number, 'count', h.count) order by h.number)
            filter (where h.at <= 20), '[]') as orders,
          count(*)::int as orders_count, min(h.receiving_date)::text as wished_on
        from (
          select o.id, o.number, sum(r.count)::int as count, o.receiving_date, row_number() over (order by o.number) as at
          from reservations r join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id
          where r.store = s.store and r.product_id = s.product_id and r.ended_at is null group by o.id
        ) h
      ) held
      where ${where} order by missing desc, p.name, p.id, s.store limit ${page.limit} offset ${page.offset}`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from ${stock} s join products p on p.id = s.product_id where ${where} limit ${page.count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { rows: rows.rows, count: counts.rows[0]?.count ?? 0 };
}

/** An order that holds a product. */
export type HeldGoods = {
  order_id: string;
  number: number;
  store: string;
  count: number;
  created_at: Date;
  expires_at: Date | null;
  state: OrderState;
  receiving_type: ReceivingType;
  has_given: boolean;
  /** Kept once more as long, for which it was already asked. */
  prolonged_at: Date | null;
};

/** Living reservations of a product in these stores, the one that ends first on top. */
export async function reservationsOf(db: Db, product_id: number, stores: string[]): Promise<HeldGoods[]> {
  const { rows } = await sql<HeldGoods>`
    select o.id as order_id, o.number, r.store, r.count, r.created_at, r.expires_at, o.state, o.receiving_type,
      ${hasGiven(sql`o.id`)} as has_given, o.prolonged_at
    from reservations r join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id
    where r.product_id = ${product_id} and r.store = any(${stores}::text[]) and r.ended_at is null
    order by r.expires_at nulls last, r.id limit 500`.execute(db);
  return rows;
}

/** A reservation that holds nothing any more. */
export type EndedReservation = {
  order_id: string;
  number: number;
  count: number;
  created_at: Date;
  ended_at: Date;
  why: 'cancelled' | 'expired' | 'handed_over' | 'taken_over';
  state: OrderState;
  receiving_type: ReceivingType;
  has_given: boolean;
};

/** The last 50 reservations of a product in a store that ended, the newest end first. */
export async function endedReservationsOf(db: Db, product_id: number, store: string): Promise<EndedReservation[]> {
  const { rows } = await sql<EndedReservation>`
    select o.id as order_id, o.number, r.count, r.created_at, r.ended_at, r.why, o.state, o.receiving_type,
      ${hasGiven(sql`o.id`)} as has_given
    from reservations r join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id
    where r.product_id = ${product_id} and r.store = ${store} and r.ended_at is not null
    order by r.ended_at desc, r.id desc limit 50`.execute(db);
  return rows;
}
