import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { orderBy, type Sort } from '#platform/order-by.ts';
import type { DemandCause } from '#shared/demand-causes.ts';

export type LossFilter = {
  branches: string[] | null;
  /** 'YYYY-MM-DD', both included. */
  from: string;
  to: string;
  cause?: DemandCause[] | undefined;
  q?: string | undefined;
};

/** What a product or a query lost in a branch by one cause, over the days. `sum` in kopecks, `units` of sale. */
export type Loss = {
  cause: DemandCause;
  department_id_1c: string;
  branch: string;
  product_id: number | null;
  idcode: string | null;
  article: string | null;
  /** Of the product, or the query; null: old queries, together. */
  name: string | null;
  unit: string | null;
  days: number;
  times: number;
  units: number;
  sum: number;
  last_day: string;
};

export type CauseLosses = { cause: DemandCause; sum: number; rows: number };

export const lossSorts = ['sum', 'days', 'times', 'name', 'last_day'] as const;
export type LossSort = Sort<(typeof lossSorts)[number]>;

/** A page of losses, the largest first, with how many there are and what each cause comes to by the same filter. */
export async function listLosses(
  db: Db,
  filter: LossFilter,
  page: { sort: LossSort[]; limit: number; offset: number; count_to: number },
): Promise<{ losses: Loss[]; count: number }> {
  const [losses, counts] = await Promise.all([
    sql<Loss>`
      select l.cause, l.department_id_1c, min(d.name_for_site) as branch, l.product_id, min(p.idcode) as idcode,
        min(p.article) as article, coalesce(min(p.name), l.words) as name, min(p.unit) as unit, count(distinct l.day)::int as days,
        sum(l.times)::int as times, sum(l.units)::float8 as units, sum(l.sum)::bigint as sum, max(l.day) as last_day
      from ${rowsOf(filter)} group by l.cause, l.department_id_1c, l.product_id, l.words
      order by ${orderOf(page.sort)} limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from ${rowsOf(filter)} group by l.cause, l.department_id_1c, l.product_id, l.words
        limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { losses: losses.rows, count: counts.rows[0]?.count ?? 0 };
}

/** What each cause comes to, whatever causes the filter names; those that lost nothing are absent. Kopecks. */
export async function lossesByCause(db: Db, filter: LossFilter): Promise<CauseLosses[]> {
  const { rows } = await sql<CauseLosses>`
    select l.cause, sum(l.sum)::bigint as sum, count(distinct (l.department_id_1c, l.product_id, l.words))::int as rows
    from ${rowsOf({ ...filter, cause: undefined })} group by l.cause order by sum desc, l.cause`.execute(db);
  return rows;
}

/** What each branch lost, kopecks; those that lost nothing are absent. */
export async function lossesByBranch(db: Db, filter: LossFilter): Promise<{ department_id_1c: string; sum: number }[]> {
  const { rows } = await sql<{ department_id_1c: string; sum: number }>`
    select l.department_id_1c, sum(l.sum)::bigint as sum from ${rowsOf(filter)} group by l.department_id_1c`.execute(
    db,
  );
  return rows;
}

function rowsOf({ branches, from, to, cause, q = '' }: LossFilter): RawBuilder<unknown> {
  const causes = cause?.length ? sql`l.cause = any(${cause}::text[])` : sql`true`;
  const words = q.trim().toLowerCase();
  const found = words
    ? sql`(strpos(lower(coalesce(p.name, l.words)), ${words}) > 0 or lower(p.article) = ${words} or p.idcode = ${q.trim()})`
    : sql`true`;
  return sql`demand_losses l join departments d on d.id_1c = l.department_id_1c left join products p on p.id = l.product_id
    where l.day between ${from}::date and ${to}::date and ${inBranches('l', branches)} and ${causes} and ${found}`;
}

function orderOf(sort: LossSort[]): RawBuilder<unknown> {
  const columns = {
    sum: sql`sum`,
    days: sql`days`,
    times: sql`times`,
    name: sql`name`,
    last_day: sql`last_day`,
  };
  return orderBy(sort, columns, 'sum', sql`l.cause, l.department_id_1c, l.product_id, l.words`, { areNullsLast: true });
}
