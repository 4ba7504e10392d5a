import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';

/**
 * How many came to the site of a branch or on a day, and how many orders were placed there, on the days on which visits
 * were counted. `id`: the branch, or the day.
 */
export type Conversion = { id: string; visits: number; product_views: number; orders: number };

/**
 * By branch or day, over days of the branch's clock ('YYYY-MM-DD', both included). Orders by phone and cancelled ones
 * are none of a visit. What has no counted visit is absent.
 */
export async function readConversion(
  db: Db,
  branches: string[] | null,
  { from, to }: { from: string; to: string },
  by: 'branch' | 'day' = 'branch',
): Promise<Conversion[]> {
  const { rows } = await sql<Conversion>`
    select ${keys[by]} as id, sum(v.visits)::int as visits, sum(v.product_views)::int as product_views,
      sum((
        select count(*) from orders o
        where o.department_id_1c = v.department_id_1c and o.state <> 'cancelled' and not o.is_by_phone
          and (o.created_at at time zone d.time_zone)::date = v.day
          and o.created_at >= v.day - interval '1 day' and o.created_at < v.day + interval '2 days'))::int as orders
    from visit_days v join departments d on d.id_1c = v.department_id_1c
    where v.day between ${from}::date and ${to}::date and v.visits > 0 and ${inBranches('v', branches)}
    group by 1 order by 1`.execute(db);
  return rows;
}

const keys: Record<'branch' | 'day', RawBuilder<string>> = {
  branch: sql`v.department_id_1c`,
  day: sql`v.day::text`,
};
