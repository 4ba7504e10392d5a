import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { orderBy, type Sort } from '#platform/order-by.ts';
import { judgedDays } from './decisions.ts';
import { firstDayOf, type SearchMissKind, writtenAs } from './misses.ts';

/** A query that was searched in vain, over the branches asked for. */
export type StaffMiss = {
  words: string;
  kind: SearchMissKind;
  /** In the last 28 days. */
  times: number;
  branches: number;
  last_day: string;
  /** What these buyers would have bought, estimated in kopecks («Потери»), in the same 28 days. */
  lost: number;
  /** In each of the last seven weeks, the latest last. */
  weeks: number[];
};

/** Fewer times in the 28 days, and it is a slip of somebody's finger. */
const leastTimes = 5;
const shownWeeks = 7;

export const missSorts = ['times', 'words', 'last_day', 'branches', 'lost'] as const;
export type MissSort = Sort<(typeof missSorts)[number]>;

type MissFilter = { branches: string[] | null; q?: string | undefined; kind?: SearchMissKind[] | undefined };

/**
 * A page of the queue: queries of the last 28 days that found nothing, or something doubtful, and of which nobody has
 * decided; with how many there are of each kind, and what was lost by them, whatever `kind` says. A decided one comes
 * back when it is searched for twice as often.
 */
export async function listStaffMisses(
  db: Db,
  filter: MissFilter,
  page: { sort: MissSort[]; limit: number; offset: number },
  now = new Date(),
): Promise<{ misses: StaffMiss[]; counts: MissCounts }> {
  const kinds = filter.kind?.length ? filter.kind : ['nothing', 'doubtful'];
  const { rows } = await sql<Omit<StaffMiss, 'weeks'>>`
    with waiting as (${waitingMisses(filter, now)})
    select words, kind, times, branches, last_day, lost from waiting where kind = any(${kinds}::text[])
    order by ${orderOf(page.sort)} limit ${page.limit} offset ${page.offset}`.execute(db);
  const weeks = await weeksOf(
    db,
    filter.branches,
    rows.map(({ words }) => words),
    now,
  );
  return {
    misses: rows.map((row) => ({ ...row, weeks: weeks.get(row.words) ?? Array(shownWeeks).fill(0) })),
    counts: await countWaitingMisses(db, filter, now),
  };
}

/** How many queries wait for a decision, by kind; `lost`: estimated kopecks of each kind. */
export type MissCounts = Record<SearchMissKind, number> & { lost: Record<SearchMissKind, number> };

/** Those that wait for a decision, counted. */
export async function countWaitingMisses(
  db: Db,
  filter: Pick<MissFilter, 'branches' | 'q'>,
  now = new Date(),
): Promise<MissCounts> {
  const { rows } = await sql<{ kind: SearchMissKind; count: number; lost: number }>`
    with waiting as (${waitingMisses(filter, now)})
    select kind, count(*)::int as count, sum(lost)::bigint as lost from waiting group by kind`.execute(db);
  const of = (kind: SearchMissKind) => rows.find((row) => row.kind === kind) ?? { count: 0, lost: 0 };
  const [nothing, doubtful] = [of('nothing'), of('doubtful')];
  return {
    nothing: nothing.count,
    doubtful: doubtful.count,
    lost: { nothing: nothing.lost, doubtful: doubtful.lost },
  };
}

/** Those that wait, as (words, kind, times, branches, last_day, lost). */
function waitingMisses({ branches, q = '' }: MissFilter, now: Date): RawBuilder<unknown> {
  const since = firstDayOf(judgedDays, now);
  return sql`
    with held as materialized (
      select d.words, d.department_id_1c from search_decisions d
      where d.ends_at > ${now} and 2 * d.times > (
        select coalesce(sum(o.times), 0) from search_misses o where o.words = d.words and o.day >= ${since}::date
          and o.department_id_1c = coalesce(d.department_id_1c, o.department_id_1c))
    ), counted as (
      select m.words, m.department_id_1c, sum(m.times) as times, max(m.day) as last_day,
        sum(m.times) filter (where m.kind = 'nothing') as nothing
      from search_misses m
      where m.day >= ${since}::date and ${inBranches('m', branches)}
        and strpos(m.words, ${writtenAs(q)}::text) > 0
      group by m.words, m.department_id_1c
    ), lost as (
      select l.words, l.department_id_1c, sum(l.sum) as sum from demand_losses l
      where l.product_id is null and l.day >= ${since}::date and ${inBranches('l', branches)}
      group by l.words, l.department_id_1c
    )
    select c.words, case when 2 * coalesce(sum(c.nothing), 0) >= sum(c.times) then 'nothing' else 'doubtful' end as kind,
      sum(c.times)::int as times, count(*)::int as branches, max(c.last_day) as last_day,
      coalesce(sum(lost.sum), 0)::bigint as lost
    from counted c
    left join lost on lost.words = c.words and lost.department_id_1c = c.department_id_1c
    left join held everywhere on everywhere.words = c.words and everywhere.department_id_1c is null
    left join held here on here.words = c.words and here.department_id_1c = c.department_id_1c
    where everywhere.words is null and here.words is null
    group by c.words having sum(c.times) >= ${leastTimes}`;
}

async function weeksOf(db: Db, branches: string[] | null, words: string[], now: Date): Promise<Map<string, number[]>> {
  const since = firstDayOf(shownWeeks * 7, now);
  const { rows } = await sql<{ words: string; week: number; times: number }>`
    select words, (day - ${since}::date) / 7 as week, sum(times)::int as times from search_misses
    where words = any(${words}::text[]) and day >= ${since}::date and ${inBranches('search_misses', branches)}
    group by words, week`.execute(db);
  const weeks = new Map<string, number[]>();
  for (const { words, week, times } of rows) {
    const own = weeks.get(words) ?? Array<number>(shownWeeks).fill(0);
    weeks.set(words, own);
    // A branch whose clock is ahead of UTC may already write tomorrow.
    const at = Math.min(shownWeeks - 1, week);
    own[at] = (own[at] ?? 0) + times;
  }
  return weeks;
}

function orderOf(sort: MissSort[]): RawBuilder<unknown> {
  const columns = {
    times: sql`times`,
    words: sql`words`,
    last_day: sql`last_day`,
    branches: sql`branches`,
    lost: sql`lost`,
  };
  return orderBy(sort, columns, 'times', sql`words`);
}
