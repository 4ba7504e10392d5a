import { ensure } from '#shared/ensure.ts';
import type { Connection } from '../connection.ts';
import { comesNowhereNew, emptiedGoods, isMovedBy, isSwitchedOff, unitFields } from './compare.ts';
import type { GuardName } from './guards.ts';

/** What a node changes within so long counts together. */
const windowHours = 24;

/**
 * The packages of the node that went through by themselves within a day, and since somebody last said yes to one: what
 * was looked at then counts no more. The latest first.
 */
export async function earlierPackages(client: Connection, node_id: number, package_id: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select p.id from onec_packages p
     where p.node_id = $1 and p.id <> $2 and p.state = 'imported' and p.approved is null
       and p.finished_at > now() - interval '${windowHours} hours' and p.changes_forgotten_at is null
       and p.finished_at > coalesce((
         select max(a.finished_at) from onec_packages a
         where a.node_id = $1 and a.state = 'imported' and a.approved is not null), '-infinity')
     order by p.id desc`,
    [node_id, package_id],
  );
  return rows.map(({ id }) => id);
}

/** Goods: that this package concerns, and that all of the packages do together. */
type Together = { now: number; all: number };

/**
 * By guard, the goods of `fed_goods`, or groups of `fed_groups`, that are now otherwise than before the first of these
 * packages and this one: a price counts by what it was at first, and what has come back counts not at all.
 */
export async function countTogether(
  client: Connection,
  packages: number[],
  moved: number,
): Promise<Record<GuardName, Together>> {
  const { price_moved, price_gone } = await countPrices(client, packages, moved);
  const { rows } = await client.query<Record<`${'off' | 'groups' | 'empty' | 'units'}${'_now' | ''}`, number>>(
    `with off as (
       select id, goes_off as is_now from fed_goods
       where goes_off or not is_on and id in (
         select record from onec_changes
         where package_id = any($1) and kind = 'product' and ${isSwitchedOff('fields')})
     ), off_groups as (
       select id, goes_off as is_now from fed_groups
       where goes_off or not is_on and id in (
         select record from onec_changes
         where package_id = any($1) and kind = 'group' and ${isSwitchedOff('fields')})
     ), emptied_now as (${emptiedGoods}), emptied as (
       select product_id, true as is_now from emptied_now
       union all
       select k.product_id, false from stock k
       left join journal_stock j on j.store = k.store and j.product_id = k.product_id
       where k.product_id in (
           select row.product_id from onec_stock_changes c, unnest(c.product_ids, c.was, c.became) as row (product_id, was, became)
           where c.package_id = any($1) and row.was > 0 and row.became <= 0)
         and k.product_id not in (select product_id from emptied_now) and ${comesNowhereNew}
       group by k.product_id having max(coalesce(j.became, k.on_hand)) <= 0
     ), units as (
       select record, bool_or(is_now) as is_now from (
         select record, true as is_now from journal_records where kind = 'product' and fields ?| ${unitFields}
         union all
         select record, false from onec_changes
         where package_id = any($1) and kind = 'product' and fields ?| ${unitFields}
       ) changed
       where record in (select id from fed_goods) and exists (
         select from order_lines l join orders o on o.id = l.order_id
         where l.product_id = record and o.state not in ('completed', 'cancelled'))
       group by record
     )
     select (select count(*) from off where is_now) as off_now, (select count(*) from off) as off,
       (select count(*) from off_groups where is_now) as groups_now, (select count(*) from off_groups) as groups,
       (select count(*) from emptied where is_now and product_id in (select id from fed_goods where is_on)) as empty_now,
       (select count(*) from emptied where product_id in (select id from fed_goods where is_on)) as empty,
       (select count(*) from units where is_now) as units_now, (select count(*) from units) as units`,
    [packages],
  );
  const { off_now, off, groups_now, groups, empty_now, empty, units_now, units } = ensure(rows[0]);
  return {
    switched_off: { now: off_now, all: off },
    groups_gone: { now: groups_now, all: groups },
    price_moved,
    price_gone,
    stock_gone: { now: empty_now, all: empty },
    units_changed: { now: units_now, all: units },
  };
}

async function countPrices(client: Connection, packages: number[], moved: number) {
  const none = { now: 0, all: 0 };
  const { rowCount } = await client.query('select from journal_prices limit 1');
  if (!rowCount) return { price_moved: none, price_gone: none };
  const { rows } = await client.query<Record<'moved_now' | 'moved' | 'gone_now' | 'gone', number>>(
    `with changes as (
       select p.price_column, row.*, null::bigint as package_id
       from journal_prices p, unnest(p.product_ids, p.was, p.became) as row (product_id, was, became)
       union all
       select c.price_column, row.*, c.package_id
       from onec_price_changes c, unnest(c.product_ids, c.was, c.became) as row (product_id, was, became)
       where c.package_id = any($1)
     ), prices as (
       select product_id, bool_or(package_id is null) as is_now,
         (array_agg(was order by package_id nulls last))[1] as was,
         (array_agg(became order by package_id desc nulls first))[1] as became
       from changes where product_id in (select id from fed_goods where is_on)
       group by price_column, product_id
     )
     select count(distinct product_id) filter (where is_now and ${isMovedBy('$2')}) as moved_now,
       count(distinct product_id) filter (where ${isMovedBy('$2')}) as moved,
       count(distinct product_id) filter (where is_now and was is not null and became is null) as gone_now,
       count(distinct product_id) filter (where was is not null and became is null) as gone
     from prices`,
    [packages, moved],
  );
  const counted = ensure(rows[0]);
  return {
    price_moved: { now: counted.moved_now, all: counted.moved },
    price_gone: { now: counted.gone_now, all: counted.gone },
  };
}
