import { sql } from 'kysely';
import type { ShortFilters } from '#modules/catalogue/save-short.ts';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { Refusal } from '#platform/refusal.ts';
import { daysBefore } from '#shared/dates.ts';
import { judgedDays } from './decisions.ts';
import { firstDayOf } from './misses.ts';

/** A category narrowed by filters, a short listing or what could be one. */
export type ShortPage = { category_id: number; filters: ShortFilters };

/** A page that staff want no short listing of; `times`: how often its queries were searched for in the last 28 days. */
export type UnwantedShort = {
  category_id: number;
  category: string;
  page: string;
  words: string[];
  labels: string[];
  times: number;
  who: string;
  decided_at: Date;
};

/** As long as decisions about searches in vain; what is still asked for then is proposed again. */
const unwantedDays = 90;

/** Filters in any order are one page. */
export function pageOf(filters: ShortFilters): string {
  return Object.entries(filters)
    .map(([code, values]) => `${code}=${values.toSorted().join(',')}`)
    .toSorted()
    .join('&');
}

/** The page is proposed no more, whatever spelling asks for it. Throws not_found for a category that there is not. */
export async function refuseShort(
  db: Db,
  { category_id, filters, words, labels }: ShortPage & { words: string[]; labels: string[] },
  who: string,
  now = new Date(),
): Promise<void> {
  const { rows } = await sql`
    insert into unwanted_shorts (category_id, page, words, labels, who, decided_at)
    select c.id, ${pageOf(filters)}, ${words}::text[], ${labels}::text[], ${who}, ${now}::timestamptz
    from categories c where c.id = ${category_id}::int
    on conflict (category_id, page) do update
    set words = excluded.words, labels = excluded.labels, who = excluded.who, decided_at = excluded.decided_at
    returning category_id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
}

/** The page may be proposed again; returns how it was asked for. Throws not_found for one that was not refused. */
export async function allowShort(
  db: Db,
  { category_id, page }: { category_id: number; page: string },
): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    delete from unwanted_shorts where category_id = ${category_id}::int and page = ${page} returning words`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0].words;
}

/** What was refused, the last first; searches are counted in these branches (null: in all). */
export async function listUnwantedShorts(
  db: Db,
  branches: string[] | null,
  now = new Date(),
): Promise<UnwantedShort[]> {
  const { rows } = await sql<UnwantedShort>`
    select u.category_id, c.name as category, u.page, u.words, u.labels, u.who, u.decided_at,
      (select coalesce(sum(f.times), 0)::int from search_finds f
        where f.words = any(u.words) and f.day >= ${firstDayOf(judgedDays, now)}::date
          and ${inBranches('f', branches)}) as times
    from unwanted_shorts u join categories c on c.id = u.category_id
    order by u.decided_at desc, u.category_id, u.page`.execute(db);
  return rows;
}

/** Nightly: refusals whose term has ended, with the words of visitors in them. */
export async function forgetUnwantedShorts(db: Db, now = new Date()): Promise<void> {
  const before = daysBefore(now, unwantedDays);
  await sql`delete from unwanted_shorts where decided_at < ${before}::timestamptz`.execute(db);
}
