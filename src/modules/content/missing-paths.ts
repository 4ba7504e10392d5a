import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import type { Log } from '#platform/log.ts';
import { orderBy, type Sort } from '#platform/order-by.ts';
import { Refusal } from '#platform/refusal.ts';
import { waitingCounts } from '#platform/waiting-counts.ts';
import { beginningsWith } from '#shared/page-facts.ts';
import { addDays } from '#shared/zoned-time.ts';
import { redirectKey } from './redirects.ts';

/** An address that no page has; `day`: 'YYYY-MM-DD' on the branch's clock. */
export type MissingPath = { path: string; department_id_1c: string; day: string };

/** Rows of the table, new ones of a day, and addresses that wait in memory: whoever makes them up fills none of it. */
const mostRows = 10_000;
const mostOfDay = 1_000;
const mostWaiting = 500;
const writeAfterMs = 10_000;
const longestPath = 200;
/** An address nobody asks for any more is forgotten; one that was asked for once, sooner. */
const retentionDays = { asked: 90, askedOnce: 7 };

const waiting = waitingCounts<MissingPath>({
  most: mostWaiting,
  afterMs: writeAfterMs,
  failure: 'counts of missing addresses wait',
  keyOf: ({ path, department_id_1c }) => `${path}\n${department_id_1c}`,
  write: (db, paths) =>
    sql`
      insert into missing_paths (path, department_id_1c, times, first_day, last_day)
      select n.path, n.department_id_1c, n.times, n.day, n.day
      from jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) n(path text, department_id_1c text, day date, times int)
      join departments d on d.id_1c = n.department_id_1c
      left join missing_paths known on known.path = n.path and known.department_id_1c = n.department_id_1c
      where known.times is not null or ((select count(*) from missing_paths) < ${mostRows}
        and (select count(*) from missing_paths own where own.first_day = n.day) < ${mostOfDay})
      order by n.path, n.department_id_1c
      on conflict (path, department_id_1c) do update set last_day = greatest(missing_paths.last_day, excluded.last_day),
        times = least(missing_paths.times::bigint + excluded.times, 2147483647)::int`.execute(db),
});

/**
 * Counts a page that was asked for in vain. Returns at once; what was counted is written every ten seconds. Of who
 * asked nothing is kept; addresses that may name a person or open something, and those that only break-ins ask for, are
 * not counted.
 */
export function noteMissingPath(db: Db, { path, ...rest }: MissingPath, log: Log): void {
  const key = redirectKey(path);
  if (isCounted(key)) waiting.note(db, { path: key, ...rest }, log);
}

/** Writes what waits; what could not be written goes on waiting for the next that is counted. */
export function writeMissingPaths(db: Db): Promise<void> {
  return waiting.write(db);
}

/**
 * How addresses of persons begin: they hold numbers of orders, cards and links of emails. Beside the pages in whose
 * middle somebody is, these have secrets of orders and cards, or had them.
 */
const personal = new Set([...beginningsWith(({ isBusy = false }) => isBusy), 'cards', 'pay', 'qr', 'reviews']);
const foreign = /^\/(?:api|admin|files|assets|wp-|wordpress|xmlrpc|phpmyadmin|cgi-bin|\.)/;
const otherFile = /\.(?!html?\/$|php\/$)[a-z0-9]{1,5}\/$/;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;

function isCounted(key: string): boolean {
  if (key === '/' || key.length > longestPath || personal.has(key.split('/')[1] ?? '')) return false;
  if (foreign.test(key) || otherFile.test(key)) return false;
  if (/[\u0000-\u001f\u007f\ufffd@\\]|\/\./.test(key) || uuid.test(key) || /\d{9}/.test(key)) return false;
  // A word of letters mixed with digits this long is a key to something.
  return !key.split(/[/-]/).some((part) => part.length >= 20 && /\d/.test(part) && /\p{L}/u.test(part));
}

export type StaffMissingPath = {
  path: string;
  times: number;
  branches: number;
  first_day: string;
  last_day: string;
  is_ignored: boolean;
};

export const missingPathSorts = ['times', 'last_day', 'first_day', 'path'] as const;
export type MissingPathSort = Sort<(typeof missingPathSorts)[number]>;

/** A page of addresses asked for in vain in these branches (null: in all), the most asked for first. */
export async function listMissingPaths(
  db: Db,
  {
    branches,
    q = '',
    is_ignored = false,
  }: { branches: string[] | null; q?: string | undefined; is_ignored?: boolean | undefined },
  page: { sort: MissingPathSort[]; limit: number; offset: number },
): Promise<{ paths: StaffMissingPath[]; count: number }> {
  const where = sql`${inBranches('m', branches)} and (m.ignored_at is not null) = ${is_ignored}::boolean
    and strpos(m.path, lower(${q}::text)) > 0`;
  const [paths, counts] = await Promise.all([
    sql<StaffMissingPath>`
      with known as (
        select m.path, least(sum(m.times), 2147483647)::int as times, count(*)::int as branches,
          min(m.first_day) as first_day, max(m.last_day) as last_day, ${is_ignored}::boolean as is_ignored
        from missing_paths m where ${where} group by m.path
      )
      select path, times, branches, first_day, last_day, is_ignored from known
      order by ${orderOf(page.sort)} limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ count: number }>`select count(distinct m.path)::int as count from missing_paths m where ${where}`.execute(db),
  ]);
  return { paths: paths.rows, count: counts.rows[0]?.count ?? 0 };
}

/** Takes addresses out of the list, or back into it; they are counted on. Throws not_found when there is none. */
export async function ignoreMissingPaths(
  db: Db,
  { paths, branches, isIgnored }: { paths: string[]; branches: string[] | null; isIgnored: boolean },
  now = new Date(),
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    update missing_paths m set ignored_at = ${isIgnored ? now : null}
    where m.path = any(${paths}::text[]) and ${inBranches('m', branches)} returning m.path`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  return [...new Set(rows.map(({ path }) => path))];
}

/** The address leads somewhere now, in one branch or (null) in all. */
export async function forgetMissingPath(db: Db, path: string, department_id_1c: string | null): Promise<void> {
  await sql`
    delete from missing_paths
    where path = ${path} and department_id_1c = coalesce(${department_id_1c}, department_id_1c)`.execute(db);
}

/** Nightly: what nobody asks for any more. */
export async function forgetOldMissingPaths(db: Db, now = new Date()): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await sql`
    delete from missing_paths
    where last_day < ${addDays(today, -retentionDays.asked)}::date
      or (times = 1 and last_day < ${addDays(today, -retentionDays.askedOnce)}::date)`.execute(db);
}

function orderOf(sort: MissingPathSort[]): RawBuilder<unknown> {
  const columns = {
    times: sql`times`,
    last_day: sql`last_day`,
    first_day: sql`first_day`,
    path: sql`path`,
  };
  return orderBy(sort, columns, 'times', sql`path`);
}
