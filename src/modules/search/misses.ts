import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { waitingCounts } from '#platform/waiting-counts.ts';
import { folded } from '#shared/folded.ts';
import { addDays } from '#shared/zoned-time.ts';

/**
 * 'nothing': no product was found; 'doubtful': words were left out, or what was found only mentions what was asked for.
 */
export type SearchMissKind = 'nothing' | 'doubtful';

/** `day`: 'YYYY-MM-DD' on the branch's clock. */
export type SearchMiss = { day: string; department_id_1c: string; words: string; kind: SearchMissKind };

export type CountedMiss = { words: string; kind: SearchMissKind; times: number; last_day: string };

/** So long counts wait in memory, so that no search waits for them. */
const writeAfterMs = 10_000;
/**
 * Different queries that wait at once, and rows of one day: whoever makes queries up fills neither memory nor the disk.
 */
const mostWaiting = 1_000;
const mostOfDay = 5_000;
const retentionDays = 90;

const waiting = waitingCounts<SearchMiss>({
  most: mostWaiting,
  afterMs: writeAfterMs,
  failure: 'counts of searches wait',
  keyOf: ({ day, department_id_1c, words, kind }) => [day, department_id_1c, words, kind].join('\n'),
  write: (db, misses) =>
    sql`
      insert into search_misses (day, department_id_1c, words, kind, times)
      select day, department_id_1c, words, kind, n.times
      from jsonb_to_recordset(${JSON.stringify(misses)}::jsonb) n(day date, department_id_1c text, words text, kind text, times int)
      join departments d on d.id_1c = department_id_1c
      left join search_misses known using (day, department_id_1c, words, kind)
      where known.times is not null or (select count(*) from search_misses own where own.day = n.day) < ${mostOfDay}
      order by day, department_id_1c, words, kind
      on conflict (day, department_id_1c, words, kind) do update set times = search_misses.times + excluded.times`.execute(
      db,
    ),
});

/**
 * Counts a search that failed its visitor, for `listSearchMisses`. Returns at once; what was counted is written every
 * ten seconds. Queries that may name a person (an address, a telephone or card number) are not counted.
 */
export function noteSearchMiss(db: Db, miss: SearchMiss, log: Log): void {
  const words = writtenAs(miss.words);
  if (isCounted(words)) waiting.note(db, { ...miss, words }, log);
}

/** Whether the query is counted at all: it has a word in it, and names nobody. */
export function isCounted(words: string): boolean {
  return words.length >= 2 && /[\p{L}\p{N}]/u.test(words) && !isSomebodys(words);
}

/** A query as it is counted. */
export function writtenAs(words: string): string {
  return folded(words).trim();
}

/** Writes what waits; what could not be written goes on waiting for the next that is counted. */
export function writeSearchMisses(db: Db): Promise<void> {
  return waiting.write(db);
}

/** What was missed on or after `since` ('YYYY-MM-DD'), the most frequent first; branch null: in all of them. */
export async function listSearchMisses(
  db: Db,
  {
    department_id_1c,
    since,
    least,
    limit,
  }: { department_id_1c: string | null; since: string; least: number; limit: number },
): Promise<CountedMiss[]> {
  const { rows } = await sql<CountedMiss>`
    select words, kind, sum(times)::int as times, max(day) as last_day from search_misses
    where day >= ${since}::date and department_id_1c = coalesce(${department_id_1c}, department_id_1c)
    group by words, kind having sum(times) >= ${least} order by sum(times) desc, words, kind limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Nightly: counts of a quarter ago are gone. */
export async function forgetSearchMisses(db: Db, now = new Date()): Promise<void> {
  const before = addDays(now.toISOString().slice(0, 10), -retentionDays);
  await sql`delete from search_misses where day < ${before}::date`.execute(db);
}

/** The first day of so many, the last of which is today by UTC: 'YYYY-MM-DD'. */
export function firstDayOf(days: number, now: Date): string {
  return addDays(now.toISOString().slice(0, 10), 1 - days);
}

/** An address of mail, or digits enough for a telephone or a card; the number of goods is none. */
function isSomebodys(words: string): boolean {
  if (words.includes('@')) return true;
  const numbers = words.match(/\d(?:[\s()+.-]*\d){9,}/g) ?? [];
  return numbers.some((number) => !isBarcode(number.replace(/\D/g, '')));
}

/** EAN and UPC with their check digit; those that begin with 2 are a shop's own, and so are numbers of cards. */
function isBarcode(digits: string): boolean {
  if (![12, 13, 14].includes(digits.length) || digits.startsWith('2')) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
