import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { daysBefore } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';

/** `event` and `object_id` are the provider's words for what happened and to what; `body` is all of it, as it came. */
export type ReceivedEvent = { event: string; object_id: string; address: string; body: unknown };

/**
 * Keeps a notification as it came and queues the query to the provider, so that the answer is quick and nothing is
 * lost.
 */
export async function keepEvent(
  db: Db,
  { event, object_id, address, body }: ReceivedEvent,
  now = new Date(),
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into payment_events (received_at, address, event, object_id, body)
    values (${now}, ${isIP(address) === 0 ? null : address}::inet, ${event}, ${object_id}, ${JSON.stringify(body)}::jsonb)
    returning id`.execute(db);
  const event_id = ensure(rows[0]).id;
  await enqueue(db, 'handle_payment_event', { event_id }, { jobKey: `payment event ${event_id}` });
}

/** null: there is none. */
export async function readEvent(db: Db, id: number): Promise<{ body: unknown; handled_at: Date | null } | null> {
  const { rows } = await sql<{ body: unknown; handled_at: Date | null }>`
    select body, handled_at from payment_events where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** What a notification led to; `problem` in words for staff. */
export async function closeEvent(db: Db, id: number, problem: string | null, now = new Date()): Promise<void> {
  await sql`update payment_events set handled_at = ${now}, problem = ${problem} where id = ${id}`.execute(db);
}

/**
 * Keeps what the provider answered, as received. Called outside transactions: an answer is kept whatever becomes of it.
 */
export async function keepAnswer(
  db: Db,
  answer: { call: string; object_id: string | null; status: number | null; body: string },
  now = new Date(),
): Promise<void> {
  await sql`
    insert into payment_answers (at, call, object_id, status, body)
    values (${now}, ${answer.call}, ${answer.object_id}::uuid, ${answer.status}, ${answer.body.slice(0, 20_000)})`.execute(
    db,
  );
}

/** How long answers and notifications are kept for questions. */
const retentionDays = 180;

/** Nightly. */
export async function forgetOldAnswers(db: Db, now = new Date()): Promise<void> {
  const before = daysBefore(now, retentionDays);
  await sql`delete from payment_answers where at < ${before}`.execute(db);
  await sql`delete from payment_events where received_at < ${before}`.execute(db);
}
