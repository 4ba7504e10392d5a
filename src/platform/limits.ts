import { sql } from 'kysely';
import type { Db } from './database.ts';
import { Refusal } from './refusal.ts';

/**
 * Counts one try of `key` against a limit shared by all processes (table `limits`) and says how many seconds to wait: 0 when this try is
 * within `max` per window. One statement, so parallel tries are counted exactly. Call it outside a transaction that may roll back.
 */
export async function takeLimit(
  db: Db,
  scope: string,
  key: string,
  max: number,
  windowSeconds: number,
): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into limits as l (scope, key, window_start, count) values (${scope}, ${key}, clock_timestamp(), 1)
    on conflict (scope, key) do update set
      window_start = case when ${isOver(windowSeconds)} then excluded.window_start else l.window_start end,
      count = case when ${isOver(windowSeconds)} then 1 else least(l.count + 1, 1000000) end
    returning count, ${secondsLeft(windowSeconds)} as wait`.execute(db);
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
): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select max(${secondsLeft(windowSeconds)}) as wait from limits l
    where l.scope = ${scope} and l.key = any(${keys}) and l.count >= ${max} and not ${isOver(windowSeconds)}`.execute(
    db,
  );
  const wait = rows[0]?.wait;
  return wait ? Math.max(wait, 1) : 0;
}

/** S7-35: 429 with Retry-After. */
export function tooMany(waitSeconds: number, message?: string): Refusal {
  return new Refusal('too_many', { retry_after: waitSeconds, ...(message && { detail: message }) }, message);
}

const isOver = (windowSeconds: number) =>
  sql<boolean>`(l.window_start <= clock_timestamp() - make_interval(secs => ${windowSeconds}))`;

const secondsLeft = (windowSeconds: number) =>
  sql<number>`ceil(extract(epoch from l.window_start + make_interval(secs => ${windowSeconds}) - clock_timestamp()))::int`;
