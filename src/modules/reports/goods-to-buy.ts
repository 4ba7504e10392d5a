import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { orderBy, type Sort } from '#platform/order-by.ts';
import type { DemandCause } from '#shared/demand-causes.ts';

/** Causes that are mended by buying goods. */
const bought: readonly DemandCause[] = ['out_of_stock', 'asked_more', 'waiting'];

/** What a branch lacks of a product. Sales units, kopecks. */
export type GoodsToBuy = {
  product_id: number;
  idcode: string;
  article: string | null;
  name: string;
  unit: string;
  department_id_1c: string;
  branch: string;
  /** What can be sold at this moment. */
  available: number;
  /** Buyers who wait to be told that it is back. */
  awaited: number;
  /** Sold in the days, cancelled orders aside. */
  sold: number;
  /** Estimates of the days: not sold because there was too little. */
  lost_units: number;
  sum: number;
};

export type GoodsToBuyFilter = {
  branches: string[] | null;
  /** 'YYYY-MM-DD', both included. */
  from: string;
  to: string;
  q?: string | undefined;
};

export const goodsToBuySorts = ['sum', 'lost_units', 'name'] as const;
export type GoodsToBuySort = Sort<(typeof goodsToBuySorts)[number]>;

/** A page of goods that branches lost sales for want of, the dearest first, with how many there are. */
export async function listGoodsToBuy(
  db: Db,
  filter: GoodsToBuyFilter,
  page: { sort: GoodsToBuySort[]; limit: number; offset: number; count_to: number },
): Promise<{ goods: GoodsToBuy[]; count: number }> {
  const columns = { sum: sql`sum`, lost_units: sql`lost_units`, name: sql`name` };
  const order = orderBy(page.sort, columns, 'sum', sql`product_id, department_id_1c`);
  const [goods, counts] = await Promise.all([
    // The page is found first: what a row shows beside is not read for the rows before it.
    sql<GoodsToBuy>`
      with page as materialized (
        select p.id as product_id, p.idcode, p.article, p.name, p.unit, d.id_1c as department_id_1c,
          d.name_for_site as branch, d.store, d.time_zone, sum(l.units)::float8 as lost_units, sum(l.sum)::bigint as sum
        from ${lossesOf(filter)} group by p.id, d.id_1c
        order by ${order} limit ${page.limit} offset ${page.offset}
      )
      select g.product_id, g.idcode, g.article, g.name, g.unit, g.department_id_1c, g.branch,
        coalesce((select greatest(s.on_hand - s.reserved, 0) from stock s
          where s.store = g.store and s.product_id = g.product_id), 0) as available,
        (select count(*)::int from subscriptions a where a.product_id = g.product_id and a.topic = 'back_in_stock'
          and a.ended_at is null and a.confirmed_at is not null and a.department_id_1c = g.department_id_1c) as awaited,
        (select coalesce(sum(l.count), 0)::int from order_lines l join orders o on o.id = l.order_id
          where l.product_id = g.product_id and o.department_id_1c = g.department_id_1c and o.state <> 'cancelled'
            and (o.created_at at time zone g.time_zone)::date between ${filter.from}::date and ${filter.to}::date) as sold,
        g.lost_units, g.sum
      from page g order by ${order}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from ${lossesOf(filter)} group by p.id, d.id_1c limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { goods: goods.rows, count: counts.rows[0]?.count ?? 0 };
}

function lossesOf({ branches, from, to, q = '' }: GoodsToBuyFilter): RawBuilder<unknown> {
  const words = q.trim().toLowerCase();
  const found = words
    ? sql`(strpos(lower(p.name), ${words}) > 0 or lower(p.article) = ${words} or p.idcode = ${q.trim()})`
    : sql`true`;
  return sql`demand_losses l join departments d on d.id_1c = l.department_id_1c join products p on p.id = l.product_id
    where l.day between ${from}::date and ${to}::date and l.cause = any(${[...bought]}::text[])
      and ${inBranches('l', branches)} and ${found}`;
}
