import { isIP } from 'node:net';
import { sql } from 'kysely';
import { type Db, preparedStatement } from './database.ts';
import { networkOf } from './networks.ts';
import { Refusal } from './refusal.ts';

/**
 * Counts one try of `key` against a limit shared by all processes (table `limits`) and says how many seconds to wait: 0
 * when this try is within `max` per window. One statement, so parallel tries are counted exactly. Call it outside a
 * transaction that may roll back. A network address in a key of this file, alone or as one of its words, counts as its
 * network (`networkOf`): an IPv6 address by its /64.
 */
export async function takeLimit(
  db: Db,
  scope: string,
  key: string,
  max: number,
  windowSeconds: number,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into limits as l (scope, key, window_start, count) values (${scope}, ${counted(key)}, ${now}, 1)
    on conflict (scope, key) do update set
      window_start = case when ${isOver(windowSeconds, now)} then excluded.window_start else l.window_start end,
      count = case when ${isOver(windowSeconds, now)} then 1 else least(l.count + 1, 1000000) end
    returning count, ${secondsLeft(windowSeconds, now)} as wait`.execute(db);
  const row = rows[0];
  return row && row.count > max ? Math.max(row.wait, 1) : 0;
}

/** Seconds to wait until `key` may try again, without counting a try; 0 when a try is left. */
export async function limitWait(
  db: Db,
  scope: string,
  keys: string[],
  max: number,
  windowSeconds: number,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select max(${secondsLeft(windowSeconds, now)}) as wait from limits l
    where l.scope = ${scope} and l.key = any(${keys.map(counted)}) and l.count >= ${max} and not ${isOver(windowSeconds, now)}`.execute(
    db,
  );
  const wait = rows[0]?.wait;
  return wait ? Math.max(wait, 1) : 0;
}

const countKeys = preparedStatement<{ key: string; count: number; wait: number }>(
  'count_limits',
  `insert into limits as l (scope, key, window_start, count)
  select $1::text, k.key, $3::timestamptz, 1 from unnest($2::text[]) with ordinality as k (key, position) order by position
  on conflict (scope, key) do update set
    window_start = case when l.window_start <= $3::timestamptz - make_interval(secs => $4::int)
      then excluded.window_start else l.window_start end,
    count = case when l.window_start <= $3::timestamptz - make_interval(secs => $4::int) then 1 else least(l.count + 1, 1000000) end
  returning key, count,
    ceil(extract(epoch from window_start + make_interval(secs => $4::int) - $3::timestamptz))::int as wait`,
);

/**
 * Counts one thing against several keys in one statement and says of each key how many it has counted in its window and
 * how many seconds the window still lasts. For counting inside the transaction that does the thing; whoever counts
 * several keys names them in one order, or two of them wait for each other. Keys are taken as they are: an address has
 * been brought to its network before.
 */
export function countTogether(
  db: Db,
  scope: string,
  keys: string[],
  windowSeconds: number,
  now = new Date(),
): Promise<{ key: string; count: number; wait: number }[]> {
  return countKeys(db, [scope, keys, now, windowSeconds]);
}

/** Drops counts whose window began more than a day ago: no window is longer. */
export async function forgetOldLimits(db: Db): Promise<void> {
  await sql`delete from limits where window_start < now() - interval '1 day'`.execute(db);
}

/** S7-35: 429 with Retry-After. */
export function tooMany(waitSeconds: number, message?: string): Refusal {
  return new Refusal('too_many', { retry_after: waitSeconds, ...(message && { detail: message }) }, message);
}

/**
 * The first `free` tries are at once; each further one waits twice as long after the last, from `firstSeconds` up to
 * `mostSeconds`.
 */
export type GrowingPause = { free: number; firstSeconds: number; mostSeconds: number; forgetSeconds: number };

/**
 * Counts one try of `key` that must keep a growing distance from the one before, and says how many seconds are missing:
 * 0 when it may go ahead. A refused try is not counted and does not move the end of the pause, so that nobody can be
 * kept out by being refused. After `forgetSeconds` without a try it starts again.
 */
export async function takeSlowTry(
  db: Db,
  scope: string,
  key: string,
  { free, firstSeconds, mostSeconds, forgetSeconds }: GrowingPause,
  now = new Date(),
): Promise<number> {
  const pauseOf = (row: 'l' | 'old') => pauseAfter(row, free, firstSeconds, mostSeconds);
  const isWaiting = sql`(not ${isOver(forgetSeconds, now)} and l.window_start + ${pauseOf('l')} > ${now}::timestamptz)`;
  const { rows } = await sql<{ wait: number | null }>`
    insert into limits as l (scope, key, window_start, count) values (${scope}, ${counted(key)}, ${now}, 1)
    on conflict (scope, key) do update set
      count = case when ${isWaiting} then l.count when ${isOver(forgetSeconds, now)} then 1 else least(l.count + 1, 1000000) end,
      window_start = case when ${isWaiting} then l.window_start else excluded.window_start end
    returning case when old.window_start > ${now}::timestamptz - make_interval(secs => ${forgetSeconds})
      then ceil(extract(epoch from old.window_start + ${pauseOf('old')} - ${now}::timestamptz))::int end as wait`.execute(
    db,
  );
  return Math.max(rows[0]?.wait ?? 0, 0);
}

/** Seconds until `key` may try again under a growing pause, without counting a try. */
export async function slowWait(
  db: Db,
  scope: string,
  key: string,
  { free, firstSeconds, mostSeconds, forgetSeconds }: GrowingPause,
  now = new Date(),
): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from l.window_start + ${pauseAfter('l', free, firstSeconds, mostSeconds)} - ${now}::timestamptz))::int as wait
    from limits l where l.scope = ${scope} and l.key = ${counted(key)} and not ${isOver(forgetSeconds, now)}`.execute(
    db,
  );
  return Math.max(rows[0]?.wait ?? 0, 0);
}

/** Forgets the tries of these keys. */
export async function forgetTries(db: Db, scope: string, keys: string[]): Promise<void> {
  await sql`delete from limits where scope = ${scope} and key = any(${keys.map(counted)})`.execute(db);
}

/** Gives one counted try back. */
export async function returnTry(db: Db, scope: string, key: string): Promise<void> {
  const one = counted(key);
  await sql`
    with last as (delete from limits where scope = ${scope} and key = ${one} and count = 1)
    update limits set count = count - 1 where scope = ${scope} and key = ${one} and count > 1`.execute(db);
}

/** One place for all limits, so that none can be left that counts single IPv6 addresses: everybody has 2^64 of them. */
function counted(key: string): string {
  const words = key.split(' ').map((word) => (isIP(word) ? networkOf(word) : word));
  return words.join(' ');
}

/** null: the next try is at once. Not zero, because of two parallel tries the later one may carry the earlier time. */
const pauseAfter = (row: 'l' | 'old', free: number, firstSeconds: number, mostSeconds: number) =>
  sql`make_interval(secs => case when ${sql.ref(`${row}.count`)} >= ${free}
    then least(${firstSeconds}::float8 * power(2, least(${sql.ref(`${row}.count`)} - ${free}, 30)), ${mostSeconds}) end)`;

const isOver = (windowSeconds: number, now: Date) =>
  sql<boolean>`(l.window_start <= ${now}::timestamptz - make_interval(secs => ${windowSeconds}))`;

const secondsLeft = (windowSeconds: number, now: Date) =>
  sql<number>`ceil(extract(epoch from l.window_start + make_interval(secs => ${windowSeconds}) - ${now}::timestamptz))::int`;
