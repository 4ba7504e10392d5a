import { sql } from 'kysely';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import type { Log } from '#platform/log.ts';
import { waitingCounts } from '#platform/waiting-counts.ts';
import { addDays } from '#shared/zoned-time.ts';
import { judgedDays } from './decisions.ts';
import { firstDayOf, isCounted, writtenAs } from './misses.ts';

/** `day`: 'YYYY-MM-DD' on the branch's clock. */
export type SearchFind = { day: string; department_id_1c: string; words: string };

/** `branches`: in how many it was searched for. */
export type CountedFind = { words: string; times: number; branches: number };

const writeAfterMs = 10_000;
/** As of searches in vain: whoever makes queries up fills neither memory nor the disk. */
const mostWaiting = 1_000;
const mostOfDay = 5_000;
const retentionDays = 90;
/** Fewer times in the 28 days, and one person's wish is no page. */
const leastTimes = 5;

const waiting = waitingCounts<SearchFind>({
  most: mostWaiting,
  afterMs: writeAfterMs,
  failure: 'counts of searches wait',
  keyOf: ({ day, department_id_1c, words }) => [day, department_id_1c, words].join('\n'),
  write: (db, finds) =>
    sql`
      insert into search_finds (day, department_id_1c, words, times)
      select n.day, n.department_id_1c, n.words, n.times
      from jsonb_to_recordset(${JSON.stringify(finds)}::jsonb) n(day date, department_id_1c text, words text, times int)
      join departments d on d.id_1c = n.department_id_1c
      left join search_finds known
        on known.day = n.day and known.department_id_1c = n.department_id_1c and known.words = n.words
      where known.times is not null or (select count(*) from search_finds own where own.day = n.day) < ${mostOfDay}
      order by n.day, n.department_id_1c, n.words
      on conflict (day, department_id_1c, words) do update set times = search_finds.times + excluded.times`.execute(db),
});

/**
 * Counts a search that found goods by a brand or a value it named. Returns at once; what was counted is written every
 * ten seconds. Queries that may name a person are not counted.
 */
export function noteSearchFind(db: Db, find: SearchFind, log: Log): void {
  const words = writtenAs(find.words);
  if (isCounted(words)) waiting.note(db, { ...find, words }, log);
}

/** Writes what waits; what could not be written goes on waiting for the next that is counted. */
export function writeSearchFinds(db: Db): Promise<void> {
  return waiting.write(db);
}

/**
 * What was found in these branches (null: in all) in the last 28 days from five times on, the most frequent first, at
 * most `limit`.
 */
export async function listSearchFinds(
  db: Db,
  branches: string[] | null,
  limit: number,
  now = new Date(),
): Promise<CountedFind[]> {
  const { rows } = await sql<CountedFind>`
    select f.words, sum(f.times)::int as times, count(distinct f.department_id_1c)::int as branches
    from search_finds f
    where f.day >= ${firstDayOf(judgedDays, now)}::date and ${inBranches('f', branches)}
    group by f.words having sum(f.times) >= ${leastTimes}
    order by sum(f.times) desc, f.words limit ${limit}::int`.execute(db);
  return rows;
}

/** So many are offered under an empty field; fewer than the least say nothing of what people want. */
const offered = { least: 3, most: 6 };

const popular = cachedRead<string[]>({
  name: 'popular_queries',
  freshMs: 600_000,
  maxMs: 3_600_000,
  tags: [],
  read: async (db, department_id_1c) => {
    const finds = await listSearchFinds(db, [department_id_1c], offered.most);
    return finds.length < offered.least ? [] : finds.map(({ words }) => words);
  },
});

/** What was searched for in the branch most often in the last 28 days, and found; empty where too little is known. */
export function popularQueries(db: Db, department_id_1c: string): Promise<string[]> {
  return popular(db, department_id_1c);
}

/** Nightly: counts of a quarter ago are gone. */
export async function forgetSearchFinds(db: Db, now = new Date()): Promise<void> {
  const before = addDays(now.toISOString().slice(0, 10), -retentionDays);
  await sql`delete from search_finds where day < ${before}::date`.execute(db);
}
