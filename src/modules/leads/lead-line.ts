import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** The CRM's bucket loses two requests a second on the smaller tariffs. */
const callsApartMs = 500;
/** So many unanswered calls in a row mean that the CRM is down, not that one lead is strange. */
const failuresToPause = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 600_000;
const lineLock = 20_261;

/**
 * Runs `work` unless another worker is at it already: the line to the CRM is one, and a hanging CRM keeps one job busy,
 * not all of them. PostgreSQL drops the lock with its connection, so a killed worker holds nothing. Returns null when
 * somebody else is sending.
 */
export async function holdLine<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_lock(${lineLock}) as is_mine`.execute(held);
    if (!rows[0]?.is_mine) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lineLock})`.execute(held);
    }
  });
}

/** Milliseconds to wait before the next call may go out; whoever asks has that moment for itself. */
export async function takeTurn(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ turn: Date }>`
    update crm_line set free_at = greatest(free_at, ${now}::timestamptz) + ${callsApartMs} * interval '1 millisecond'
    returning greatest(old.free_at, ${now}::timestamptz) as turn`.execute(db);
  return Math.max((rows[0]?.turn.getTime() ?? 0) - now.getTime(), 0);
}

export type LineBlock = { until: Date; why: string };

/** Until when nothing is sent at all, and why; null: the line is free. */
export async function lineBlock(db: Db, now = new Date()): Promise<LineBlock | null> {
  const { rows } = await sql<LineBlock>`
    select blocked_until as until, blocked_why as why from crm_line where blocked_until > ${now}::timestamptz`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Nothing is sent before `until`; a later end that is known already stays. */
export async function blockLine(db: Db, until: Date, why: string): Promise<void> {
  await sql`
    update crm_line set blocked_until = ${until}, blocked_why = ${why}
    where blocked_until is null or blocked_until < ${until}::timestamptz`.execute(db);
}

/**
 * A call stayed without an answer. After several in a row everything pauses, longer each time: one call finds out
 * whether the CRM is back.
 */
export async function countSilence(db: Db, now = new Date()): Promise<void> {
  const { rows } = await sql<{ failures: number }>`
    update crm_line set failures = failures + 1 returning failures`.execute(db);
  const more = (rows[0]?.failures ?? 0) - failuresToPause;
  if (more < 0) return;
  const pause = Math.min(firstPauseMs * 2 ** Math.min(more, 20), longestPauseMs);
  await blockLine(db, new Date(now.getTime() + pause), 'CRM не отвечает');
}

/** The CRM answers. True when it had been silent or blocked before. */
export async function openLine(db: Db): Promise<boolean> {
  const { rows } = await sql<{ was_down: boolean }>`
    update crm_line set failures = 0, blocked_until = null, blocked_why = null
    where failures > 0 or blocked_until is not null returning true as was_down`.execute(db);
  return rows.length > 0;
}
