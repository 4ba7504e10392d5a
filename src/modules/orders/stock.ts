import { sql } from 'kysely';
import { memoize } from '#platform/cache.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { Tag } from '#shared/cache-tags.ts';

export type WantedLine = { product_id: number; count: number };

export type ReservedLine = {
  product_id: number;
  count: number;
  /** The store that serves the line; null: none has enough, and nothing was reserved for it. */
  store: string | null;
  /** What the best store has left before this line, whole sales units. */
  available: number;
};

/**
 * Reserves what it can and says line by line what it did; the caller refuses (and so rolls back) when some line has no
 * store. Stores are tried in the order given: a pickup point's own first, then the branch's.
 */
export async function reserveStock(db: Db, stores: string[], lines: WantedLine[]): Promise<ReservedLine[]> {
  return reserveFrom(stores)(db, [lines.map((line) => line.product_id), lines.map((line) => line.count), stores]);
}

/**
 * The statement for these stores, with their names in its text: only so does the planner leave the other stores'
 * partitions out.
 */
function reserveFrom(stores: string[]) {
  const wrong = stores.find((store) => !/^store[0-9]+$/.test(store));
  if (wrong !== undefined) throw new RangeError(`Не склад: ${wrong}`);
  return reserveStatement(stores.toSorted().join('_'));
}

const reserveStatement = memoize({ name: 'reserve_statements', max: 1_000 }, (key: string) =>
  preparedStatement<ReservedLine>(`reserve_${key}`, reserveText(key.split('_'))),
);

/**
 * Rows are locked in the order of product and store, so that two orders never wait for each other; the guard stands in
 * the update itself (S7-36).
 */
function reserveText(stores: string[]): string {
  const names = stores
    .toSorted()
    .map((store) => `'${store}'`)
    .join(', ');
  return `with wanted as (
    select product_id, count from unnest($1::int[], $2::int[]) as w (product_id, count)
  ), locked as materialized (
    select s.store, s.product_id, s.on_hand, s.reserved from stock s
    where s.product_id = any($1::int[]) and s.store in (${names})
    order by s.product_id, s.store
    for update
  ), chosen as (
    select distinct on (w.product_id) w.product_id, w.count, l.store
    from wanted w join locked l using (product_id)
    where l.on_hand - l.reserved >= w.count
    order by w.product_id, array_position($3::text[], l.store)
  ), taken as (
    update stock s set reserved = s.reserved + c.count
    from chosen c
    where s.store in (${names}) and s.store = c.store and s.product_id = c.product_id and s.on_hand - s.reserved >= c.count
    returning s.product_id, s.store
  )
  select w.product_id, w.count, t.store,
    coalesce((select max(greatest(l.on_hand - l.reserved, 0)) from locked l where l.product_id = w.product_id), 0) as available
  from wanted w left join taken t using (product_id)`;
}

/**
 * Locks the rows in the order every order takes them in, so that two orders never wait for each other; says what is
 * left.
 */
export async function lockAvailable(db: Db, products: number[], stores: string[]) {
  const { rows } = await sql<{ store: string; product_id: number; available: number }>`
    select store, product_id, greatest(on_hand - reserved, 0) as available from stock
    where product_id = any(${products}::int[]) and store = any(${stores}::text[])
    order by product_id, store for update`.execute(db);
  return rows;
}

export type EndedReservation = { product_id: number; store: string; count: number; available: number };

/**
 * Ends every open reservation of an order once and gives the goods back: back to the shelf (`cancelled`, `expired`) or
 * out of the store (`handed_over`, which also lowers on_hand). Returns what was ended with what is left after.
 */
export async function endReservations(
  db: Db,
  order_id: string,
  why: 'cancelled' | 'expired' | 'handed_over',
  now: Date,
): Promise<EndedReservation[]> {
  return endOpen(db, [order_id, why, now, why === 'handed_over']);
}

const endOpen = preparedStatement<EndedReservation>(
  'end_reservations',
  `with ended as (
    update reservations r set ended_at = $3::timestamptz, why = $2::text
    from order_lines l
    where l.order_id = $1::uuid and r.order_line_id = l.id and r.ended_at is null
    returning r.store, r.product_id, r.count, l.factor_base, l.factor_sales
  ), sums as (
    select store, product_id, sum(count)::int as count, max(factor_base) as factor_base, max(factor_sales) as factor_sales
    from ended group by store, product_id
  ), locked as materialized (
    select s.store, s.product_id from stock s
    where (s.store, s.product_id) in (select store, product_id from sums)
    order by s.product_id, s.store
    for update
  )
  update stock s set
    reserved = greatest(s.reserved - e.count, 0),
    on_hand = case when $4::boolean then greatest(s.on_hand - e.count, 0) else s.on_hand end,
    on_hand_base = case when $4::boolean
      then greatest(s.on_hand_base - e.count * e.factor_base::numeric / e.factor_sales, 0) else s.on_hand_base end
  from sums e join locked using (store, product_id)
  where s.store = e.store and s.product_id = e.product_id
  returning s.product_id, s.store, e.count, greatest(s.on_hand - s.reserved, 0) as available`,
);

/** Pages show exact counts up to 10 and «более 10» above: other changes of stock do not change a word on them. */
const exactUpTo = 10;

/** Tags of products whose words about stock differ between the two counts. */
export function tagsOfChangedWords(changes: { product_id: number; before: number; after: number }[]): Tag[] {
  return changes
    .filter(({ before, after }) => Math.min(before, exactUpTo + 1) !== Math.min(after, exactUpTo + 1))
    .map(({ product_id }) => `product:${product_id}` as const);
}

/**
 * A part of what is reserved leaves the store: each line's open reservation shrinks by the count, or ends with it, and
 * loses its term; what was given stands as an ended reservation of its own. Counts must not exceed what is reserved.
 */
export async function handOverCounts(
  db: Db,
  order_id: string,
  lines: { order_line_id: number; count: number }[],
  now: Date,
): Promise<void> {
  const ids = lines.map(({ order_line_id }) => order_line_id);
  const counts = lines.map(({ count }) => count);
  await sql`
    with given as (
      select * from unnest(${ids}::bigint[], ${counts}::int[]) as g (order_line_id, count)
    ), ended as (
      update reservations r set ended_at = ${now}, why = 'handed_over' from given g
      where r.order_line_id = g.order_line_id and r.ended_at is null and r.count = g.count
    ), shrunk as (
      update reservations r set count = r.count - g.count, expires_at = null from given g
      where r.order_line_id = g.order_line_id and r.ended_at is null and r.count > g.count
      returning r.order_line_id, r.product_id, r.store, g.count
    ), handed as (
      insert into reservations (order_line_id, product_id, store, count, created_at, ended_at, why)
      select order_line_id, product_id, store, count, ${now}, ${now}, 'handed_over' from shrunk
    ), sums as (
      select r.store, r.product_id, sum(g.count)::int as count, max(l.factor_base) as factor_base, max(l.factor_sales) as factor_sales
      from given g join order_lines l on l.id = g.order_line_id and l.order_id = ${order_id}::uuid
      join reservations r on r.order_line_id = l.id and r.ended_at is null
      group by r.store, r.product_id
    ), locked as materialized (
      select s.store, s.product_id from stock s where (s.store, s.product_id) in (select store, product_id from sums)
      order by s.product_id, s.store for update
    )
    update stock s set
      reserved = greatest(s.reserved - e.count, 0),
      on_hand = greatest(s.on_hand - e.count, 0),
      on_hand_base = greatest(s.on_hand_base - e.count * e.factor_base::numeric / e.factor_sales, 0)
    from sums e join locked using (store, product_id)
    where s.store = e.store and s.product_id = e.product_id`.execute(db);
  // What is left waits until people settle it; its term would cancel an order that is half given out.
  await keepWithoutTerm(db, order_id);
}

/** What is still reserved for the order waits until people settle it. */
export async function keepWithoutTerm(db: Db, order_id: string): Promise<void> {
  await sql`
    update reservations r set expires_at = null from order_lines l
    where l.order_id = ${order_id}::uuid and r.order_line_id = l.id and r.ended_at is null
      and r.expires_at is not null`.execute(db);
}
