import { type RawBuilder, sql } from 'kysely';
import { promisedAt, thereAt } from '#modules/orders/sales-report.ts';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';

export const salesGroupings = ['day', 'branch', 'category'] as const;
export type SalesGrouping = (typeof salesGroupings)[number];

export type SalesFilter = {
  branches: string[] | null;
  /** Days on which orders were placed, by the branch's clock: 'YYYY-MM-DD', both included. */
  from: string;
  to: string;
};

/**
 * What was sold on a day, in a branch or of a category. Kopecks; `sum`: goods after discounts, without delivery.
 * `margin`: of goods whose purchase price is known, which came to `costed_sum`.
 */
export type SalesRow = {
  id: string;
  /** null: goods of no category; of a day its date. */
  name: string | null;
  orders: number;
  sum: number;
  costed_sum: number;
  margin: number;
  /** Orders whose promised time is over, and those that were there by then; of categories 0. */
  promised: number;
  kept: number;
};

/**
 * Sales without cancelled orders, the latest day first, else the largest first. The purchase price is the highest of
 * today's purchase columns, so that a margin is rather too small. A promise is kept when the goods were ready for
 * pickup, or brought, by the end of the day or of the hours that were chosen.
 */
export async function salesTable(
  db: Db,
  filter: SalesFilter,
  by: SalesGrouping,
  now = new Date(),
): Promise<SalesRow[]> {
  const { key, name } = groupings[by];
  const { rows } = await sql<SalesRow>`
    with sold as materialized (
      select o.id, o.department_id_1c, d.name_for_site, (o.created_at at time zone d.time_zone)::date::text as day,
        ${promisedAt} as promised_at, ${thereAt} as there_at
      from orders o join departments d on d.id_1c = o.department_id_1c
      where o.state <> 'cancelled' and ${inBranches('o', filter.branches)}
        and (o.created_at at time zone d.time_zone)::date between ${filter.from}::date and ${filter.to}::date
        and o.created_at >= ${filter.from}::date - interval '2 days' and o.created_at < ${filter.to}::date + interval '3 days'
    ), line as (
      select s.*, l.sum, c.category_id, g.name as category, cost.price * l.count::bigint as cost
      from sold s join order_lines l on l.order_id = s.id
      left join product_categories c on c.product_id = l.product_id and c.is_main
      left join categories g on g.id = c.category_id
      left join (
        select p.product_id, max(p.price) as price
        from prices p join price_columns x on x.price_column = p.price_column and x.is_cost group by p.product_id
      ) cost on cost.product_id = l.product_id
    )
    select coalesce(${key}, '') as id, max(${name}) as name, count(distinct id)::int as orders,
      sum(sum)::bigint as sum, coalesce(sum(sum) filter (where cost is not null), 0)::bigint as costed_sum,
      coalesce(sum(sum - cost) filter (where cost is not null), 0)::bigint as margin,
      count(distinct id) filter (where ${isOver(by, now)})::int as promised,
      count(distinct id) filter (where ${isOver(by, now)} and there_at <= promised_at)::int as kept
    from line group by ${key} order by ${by === 'day' ? sql`1 desc` : sql`sum(sum) desc, 1`}`.execute(db);
  return rows;
}

const groupings: Record<SalesGrouping, { key: RawBuilder<string>; name: RawBuilder<string> }> = {
  day: { key: sql`day`, name: sql`day` },
  branch: { key: sql`department_id_1c`, name: sql`name_for_site` },
  category: { key: sql`category_id::text`, name: sql`category` },
};

/** Of an order with goods of several categories nobody could say whose promise it was. */
function isOver(by: SalesGrouping, now: Date): RawBuilder<unknown> {
  return by === 'category'
    ? sql`false`
    : sql`promised_at is not null and (there_at is not null or promised_at <= ${now})`;
}
