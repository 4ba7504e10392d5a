import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { Refusal } from '#platform/refusal.ts';
import { demandRules } from '#shared/demand-causes.ts';
import { ensure } from '#shared/ensure.ts';
import { settledDays } from './count-losses.ts';

const { measured_days } = demandRules;

/** Goods or a query in a branch; one of the two is null. */
export type LossSubject = { department_id_1c: string; product_id: number | null; words: string | null };

/** `before` and `after`: lost over the days, of all causes; kopecks, estimates. */
export type LossMeasure = LossSubject & {
  id: number;
  branch: string;
  /** Of the product, or the query; null: the words of the query are forgotten. */
  name: string | null;
  what: string;
  who: string;
  /** 'YYYY-MM-DD' by the branch's clock; it belongs to neither side. */
  day: string;
  before: number;
  after: number;
  /** Whole days after it so far, at most `demandRules.measured_days`. */
  days_after: number;
};

/**
 * Notes what was done about a loss, today by the branch's clock; the same day again says it in other words. Throws
 * not_found when nothing was ever lost so.
 */
export async function takeMeasure(
  db: Db,
  { department_id_1c, product_id, words }: LossSubject,
  { what, who }: { what: string; who: string },
  now = new Date(),
): Promise<{ id: number; name: string }> {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into loss_measures as m (department_id_1c, product_id, words, day, what, who, taken_at)
    select d.id_1c, ${product_id}::int, ${words}::text, (${now}::timestamptz at time zone d.time_zone)::date, ${what},
      ${who}, ${now}::timestamptz
    from departments d
    where d.id_1c = ${department_id_1c} and exists (
      select from demand_losses l where l.department_id_1c = d.id_1c
        and (l.product_id = ${product_id}::int or l.words = ${words}::text))
    on conflict (department_id_1c, product_id, words, day) where product_id is not null or words is not null do update
    set what = excluded.what, who = excluded.who, taken_at = excluded.taken_at
    returning m.id, coalesce((select p.name from products p where p.id = m.product_id), m.words) as name`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0];
}

/** It was not done after all. Throws not_found, also for one of other branches. */
export async function removeMeasure(
  db: Db,
  id: number,
  branches: string[] | null,
): Promise<LossSubject & { what: string; name: string | null }> {
  const { rows } = await sql<LossSubject & { what: string; name: string | null }>`
    delete from loss_measures m where m.id = ${id}::int and ${inBranches('m', branches)}
    returning m.department_id_1c, m.product_id, m.words, m.what,
      coalesce((select p.name from products p where p.id = m.product_id), m.words) as name`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0];
}

/** A page of what was done in these branches (null: in all), the latest first, with how many there are. */
export async function listMeasures(
  db: Db,
  branches: string[] | null,
  page: { limit: number; offset: number },
  now = new Date(),
): Promise<{ measures: LossMeasure[]; count: number }> {
  const [measures, counts] = await Promise.all([
    sql<LossMeasure>`
      select m.id, m.department_id_1c, d.name_for_site as branch, m.product_id, m.words, coalesce(p.name, m.words) as name,
        m.what, m.who, m.day, coalesce(m.before_sum, sums.before) as before, coalesce(m.after_sum, sums.after) as after,
        least(${measured_days}::int, greatest(0, (${now}::timestamptz at time zone d.time_zone)::date - m.day - 1)) as days_after
      from loss_measures m join departments d on d.id_1c = m.department_id_1c left join products p on p.id = m.product_id
      cross join lateral (
        select coalesce(sum(l.sum) filter (where l.day < m.day), 0)::bigint as before,
          coalesce(sum(l.sum) filter (where l.day > m.day), 0)::bigint as after
        from demand_losses l
        where l.department_id_1c = m.department_id_1c and (l.product_id = m.product_id or l.words = m.words)
          and l.day between m.day - ${measured_days}::int and m.day + ${measured_days}::int
          and l.day < (${now}::timestamptz at time zone d.time_zone)::date
      ) sums
      where ${inBranches('m', branches)}
      order by m.day desc, m.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from loss_measures m where ${inBranches('m', branches)}`.execute(db),
  ]);
  return { measures: measures.rows, count: ensure(counts.rows[0]).count };
}

/**
 * Nightly: keeps what measures brought once no day of theirs is counted again, before the words by which it is summed
 * are forgotten; then the words of the queries that go with the losses of the day `words_before`.
 */
export async function settleMeasures(db: Db, words_before: string, now = new Date()): Promise<void> {
  await sql`
    update loss_measures m set before_sum = sums.before, after_sum = sums.after
    from (
      select own.id, coalesce(sum(l.sum) filter (where l.day < own.day), 0)::bigint as before,
        coalesce(sum(l.sum) filter (where l.day > own.day), 0)::bigint as after
      from loss_measures own join departments d on d.id_1c = own.department_id_1c
      left join demand_losses l on l.department_id_1c = own.department_id_1c
        and (l.product_id = own.product_id or l.words = own.words)
        and l.day between own.day - ${measured_days}::int and own.day + ${measured_days}::int
      where own.before_sum is null and (own.product_id is not null or own.words is not null)
        and own.day + ${measured_days + settledDays}::int < (${now}::timestamptz at time zone d.time_zone)::date
      group by own.id
    ) sums
    where m.id = sums.id`.execute(db);
  await sql`update loss_measures set words = null where words is not null and day < ${words_before}::date`.execute(db);
}

/** The last measure about each of these, by `subjectKey`; those without one are absent. */
export async function lastMeasures(
  db: Db,
  subjects: readonly LossSubject[],
): Promise<Map<string, { day: string; what: string }>> {
  const { rows } = await sql<LossSubject & { day: string; what: string }>`
    select distinct on (m.department_id_1c, m.product_id, m.words) m.department_id_1c, m.product_id, m.words, m.day, m.what
    from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) s(department_id_1c text, product_id int, words text)
    join loss_measures m on m.department_id_1c = s.department_id_1c
      and (m.product_id = s.product_id or m.words = s.words)
    order by m.department_id_1c, m.product_id, m.words, m.day desc`.execute(db);
  return new Map(rows.map(({ day, what, ...subject }) => [subjectKey(subject), { day, what }]));
}

export function subjectKey({ department_id_1c, product_id, words }: LossSubject): string {
  return [department_id_1c, product_id ?? '', words ?? ''].join('\n');
}
