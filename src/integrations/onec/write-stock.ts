import { takeGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import type { StockRow } from './price-rows.ts';
import { keptAside, mayBeKeptAside } from './reserves.ts';

export async function openStock(client: Connection): Promise<void> {
  await client.query(`
    create temp table staged_stock (
      store text, product_id int, on_hand_base numeric, on_hand int,
      -- The row must hold this, or is left alone; null: whatever it holds.
      expected_base numeric, expected int,
      -- What followed from 1C's words, of a row that the owner's rules alone change (StockRow).
      known_base numeric, known int) on commit drop`);
}

export async function stageStock(client: Connection, rows: StockRow[]): Promise<void> {
  await client.copy(
    'staged_stock (store, product_id, on_hand_base, on_hand, known_base, known)',
    rows.map(({ store, product_id, on_hand_base, on_hand, known }) => [
      ...[store, product_id, on_hand_base, on_hand, known?.on_hand_base ?? null, known?.on_hand ?? null],
    ]),
  );
}

/**
 * Of rows that name what was known: the store gets as many more or fewer as the rules make of 1C's words, and what left
 * it since, or came, stays so. What left a store that nothing feeds any more goes along with the warehouse that moved.
 * Never below nothing for that: of which warehouse goods left nobody knows. All staged rows are locked at once: those
 * of other goods, locked after these, would not be in the order in which orders lock.
 */
async function settleKnown(client: Connection): Promise<void> {
  const { rowCount } = await client.query('select from staged_stock where known is not null limit 1');
  if (!rowCount) return;
  await client.query(`
    select from staged_stock n join stock s on s.store = n.store and s.product_id = n.product_id
    order by s.product_id, s.store for update of s`);
  await client.query(`
    with moved as materialized (
      select product_id, (array_agg(store) filter (where on_hand_base is not null))[1] as store from staged_stock
      group by product_id
      having count(*) filter (where on_hand_base is not null) = 1 and count(*) filter (where on_hand_base is null) = 1
    ), gone as (
      select m.product_id, m.store, s.on_hand - n.known - coalesce(a.count, 0) as count,
        s.on_hand_base - n.known_base - coalesce(a.count_base, 0) as base
      from moved m
      join staged_stock n on n.product_id = m.product_id and n.on_hand_base is null and n.known is not null
      join stock s on s.store = n.store and s.product_id = n.product_id
      left join (${keptAside}) a on a.store = s.store and a.product_id = s.product_id
    ), aimed as (
      select n.store, n.product_id, n.known is not null and s.store is not null as is_added, s.on_hand, s.on_hand_base,
        case when n.known is null then n.on_hand else coalesce(s.on_hand, n.known)::bigint + n.on_hand - n.known end
          + coalesce(g.count, 0) as count,
        case when n.known is null then n.on_hand_base
          else coalesce(s.on_hand_base, n.known_base) + n.on_hand_base - n.known_base end + coalesce(g.base, 0) as base
      from staged_stock n
      left join stock s on s.store = n.store and s.product_id = n.product_id
      left join gone g on g.store = n.store and g.product_id = n.product_id
      where n.on_hand_base is not null and (n.known is not null or g.store is not null)
    )
    update staged_stock n
    set on_hand = least(greatest(a.count, least(n.on_hand, 0)), ${2_147_483_647})::int,
      on_hand_base = greatest(a.base, least(n.on_hand_base, 0)),
      expected = case when a.is_added then a.on_hand end, expected_base = case when a.is_added then a.on_hand_base end
    from aimed a where a.store = n.store and a.product_id = n.product_id`);
}

export type StockChanges = {
  /** Rows whose on_hand was written. */
  changed: number;
  /**
   * Products that pages now describe in other words: exact counts stand there up to 10, then «более 10» (pages §0.7).
   */
  reworded: number;
  /** Rows that orders hold reservations on. */
  reserved: { store: string; product_id: number }[];
};

/**
 * Writes the staged stock: only on_hand of rows that differ, so reservations stand and on_hand may fall below them
 * (S7-36); of goods that 1C keeps aside for orders on_hand is what it says and those. Runs last and locks rows in the
 * order in which orders do, so that an order placed meanwhile waits shortly and never deadlocks.
 */
export async function writeStock(client: Connection): Promise<StockChanges> {
  await takeGoodsWriting(client.db);
  await client.query('analyze staged_stock');
  await settleKnown(client);
  // A store that lost every warehouse of a product has none of it left; a row that never was stays unknown.
  await client.query(`
    create temp table changed_stock on commit drop as
      select s.store, s.product_id, coalesce(n.on_hand_base, 0) as on_hand_base, n.on_hand, s.reserved,
        s.on_hand as former, s.on_hand_base as former_base, n.expected is null as is_derived
      from staged_stock n join stock s on s.store = n.store and s.product_id = n.product_id
      where (s.on_hand_base, s.on_hand) is distinct from (coalesce(n.on_hand_base, 0), n.on_hand)
          and (n.expected is null or (s.on_hand_base, s.on_hand) = (n.expected_base, n.expected))
        or n.expected is null and ${mayBeKeptAside('n')}
      order by s.product_id, s.store
      for update of s`);
  // Reservations end and begin under the lock of their row of stock: what they are now, they stay.
  await client.query(`
    update changed_stock c set on_hand_base = c.on_hand_base + a.count_base,
      on_hand = least(c.on_hand::bigint + a.count, ${2_147_483_647})::int
    from (${keptAside}) a where c.is_derived and a.store = c.store and a.product_id = c.product_id`);
  await client.query('delete from changed_stock where (on_hand_base, on_hand) = (former_base, former)');
  await client.query(`
    update stock s set on_hand_base = c.on_hand_base, on_hand = c.on_hand, updated_at = now()
    from changed_stock c where s.store = c.store and s.product_id = c.product_id`);
  const inserted = await client.query(`
    insert into stock (store, product_id, on_hand_base, on_hand)
    select store, product_id, on_hand_base, on_hand from staged_stock n
    where on_hand_base is not null and not exists (
      select from stock s where s.store = n.store and s.product_id = n.product_id)
    order by product_id, store`);
  const { rows } = await client.query<{ changed: number; reworded: number }>(`
    select count(*) as changed,
      count(*) filter (where least(greatest(on_hand - reserved, 0), 11) <> least(greatest(former - reserved, 0), 11)) as reworded
    from changed_stock`);
  const reserved = await client.query<{ store: string; product_id: number }>(
    'select store, product_id from changed_stock where reserved > 0',
  );
  const added = inserted.rowCount ?? 0;
  const { changed, reworded } = ensure(rows[0]);
  return { changed: changed + added, reworded: reworded + added, reserved: reserved.rows };
}
