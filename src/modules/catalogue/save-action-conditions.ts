import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { ensure } from '#shared/ensure.ts';
import { fittingGoods, mostActionGoods, readConditions } from './action-conditions.ts';

/** Once a day everything is gone through, whatever was followed before. */
const fullMs = 24 * 3_600_000;
/** Beyond so many changed goods the conditions are gone through as a whole. */
const mostChanged = 20_000;

/**
 * Brings the goods of a promotion to what its conditions let in now; those chosen one by one stay. `ids`: only these
 * goods are looked at (null: all). What does not fit into 10,000 stays out. Returns whether anything changed, and how
 * many goods there are now, with those that stayed out. Call in a transaction that holds the promotion.
 */
export async function fillByConditions(
  db: Db,
  action_id: number,
  ids: number[] | null = null,
): Promise<{ isChanged: boolean; count: number }> {
  const fitting = fittingGoods(await readConditions(db, action_id), ids);
  const { rows: found } = await sql<{ id: number }>`
    select f.id from (${fitting}) f order by f.id limit ${mostActionGoods + 1}`.execute(db);
  const wanted = found.map(({ id }) => id);
  const { rows: left } = await sql<{ is_listed: boolean }>`
    with gone as (
      select product_id, is_listed from action_products
      where action_id = ${action_id} and is_by_conditions and product_id <> all(${wanted}::int[])
        and (${ids}::int[] is null or product_id = any(${ids}::int[]))
    ), unmarked as (
      update action_products p set is_by_conditions = false from gone
      where p.action_id = ${action_id} and p.product_id = gone.product_id and gone.is_listed
    ), removed as (
      delete from action_products p using gone
      where p.action_id = ${action_id} and p.product_id = gone.product_id and not gone.is_listed
    )
    select is_listed from gone`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from action_products where action_id = ${action_id}`.execute(db);
  const known = counts[0]?.count ?? 0;
  const { rows: marked } = await sql<{ product_id: number }>`
    update action_products set is_by_conditions = true
    where action_id = ${action_id} and product_id = any(${wanted}::int[]) and not is_by_conditions
    returning product_id`.execute(db);
  const { rows: fresh } = await sql<{ id: number }>`
    select w.id from unnest(${wanted}::int[]) w (id)
    where not exists (select from action_products p where p.action_id = ${action_id} and p.product_id = w.id)`.execute(
    db,
  );
  const added = fresh.slice(0, Math.max(mostActionGoods - known, 0)).map(({ id }) => id);
  await sql`
    insert into action_products (action_id, product_id, is_listed, is_by_conditions)
    select ${action_id}::int, id, false, true from unnest(${added}::int[]) a (id)`.execute(db);
  const isChanged = added.length + left.length + marked.length > 0;
  if (isChanged) await invalidate(db, ['content', 'catalogue']);
  return { isChanged, count: known + fresh.length };
}

/**
 * Brings the goods of all promotions that have not ended up to the changes of the catalogue since last time, whoever
 * made them. Returns how many promotions changed. Call in a transaction.
 */
export async function followActionConditions(db: Db, now = new Date()): Promise<number> {
  // The new moment is taken before anything is read: what comes meanwhile is seen next time.
  const { rows: states } = await sql<State>`
    select s.snapshot::text as snapshot, s.full_at, s.version = v.version as is_same
    from action_conditions_state s cross join catalogue_version v for update of s`.execute(db);
  const [state] = states;
  const { rows: moments } = await sql<{ next: string; version: string }>`
    select pg_current_snapshot()::text as next, version::text as version from catalogue_version`.execute(db);
  const { next, version } = ensure(moments[0]);
  const ids = await changedSince(db, state, now);
  const { rows: followed } = await sql<{ id: number }>`
    select id from actions a where ends_at > ${now} and (
      exists (select from action_conditions c where c.action_id = a.id)
      or exists (select from action_products p where p.action_id = a.id and p.is_by_conditions)) order by id for update`.execute(
    db,
  );
  let changed = 0;
  if (ids === null || ids.length > 0)
    for (const { id } of followed) if ((await fillByConditions(db, id, ids)).isChanged) changed++;
  await sql`
    insert into action_conditions_state (snapshot, version, full_at)
    values (${next}::pg_snapshot, ${version}::bigint, ${now})
    on conflict (is_only) do update set snapshot = excluded.snapshot, version = excluded.version,
      full_at = case when ${ids === null} then excluded.full_at else action_conditions_state.full_at end`.execute(db);
  return changed;
}

type State = { snapshot: string; full_at: Date; is_same: boolean };

/** Goods that changed, their places and prices among it; null: too many to name, or names and the tree changed. */
async function changedSince(db: Db, state: State | undefined, now: Date): Promise<number[] | null> {
  if (!state?.is_same || now.getTime() - state.full_at.getTime() >= fullMs) return null;
  const { rows } = await sql<{ id: number }>`
    with since as (select ${state.snapshot}::pg_snapshot as seen)
    select id from products, since where changed_xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(changed_xid, seen)
    union
    select product_id from product_categories, since
    where changed_xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(changed_xid, seen)
    union
    select product_id from catalogue_losses, since
    where changed_xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(changed_xid, seen)
    union
    select r.product_id from prices r, since
    where r.changed_xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(r.changed_xid, seen)
      and r.price_column = any(array(select c.price_column from action_conditions c where c.price_column is not null))
    limit ${mostChanged + 1}`.execute(db);
  return rows.length > mostChanged ? null : rows.map(({ id }) => id);
}
