import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { webhookLimits } from './schema.ts';

/** A message that is due. */
export type Delivery = {
  webhook_id: number;
  event_id: string;
  url: string;
  /** Encrypted. */
  secret: Buffer | null;
  former_secret: Buffer | null;
  former_until: Date | null;
  attempts: number;
  asked_at: Date;
  event: string;
  at: Date;
  order_id: string | null;
  state: string | null;
  payment_state: string | null;
  data: unknown;
};

/**
 * Takes the message that is due the longest, of an address that is not paused, and notes, committed before anything is
 * sent, that a try has begun. null: nothing is due.
 */
export async function takeDue(db: Db, now = new Date()): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries d set attempts = d.attempts + 1,
      next_try_at = ${new Date(now.getTime() + webhookLimits.claimMs)}
    from webhooks w, webhook_events e
    where (d.webhook_id, d.event_id) = (
        select due.webhook_id, due.event_id from webhook_deliveries due
        join webhooks on webhooks.id = due.webhook_id and webhooks.is_on
          and coalesce(webhooks.paused_until, '-infinity') <= ${now}::timestamptz
        where due.state = 'waiting' and due.next_try_at <= ${now}::timestamptz
        order by due.next_try_at, due.event_id limit 1
        for update of due skip locked)
      and w.id = d.webhook_id and e.id = d.event_id
    returning d.webhook_id, d.event_id, w.url, w.secret, w.former_secret, w.former_until, d.attempts, d.asked_at, e.event, e.at, e.order_id, e.state,
      e.payment_state, e.data`.execute(db);
  return rows[0] ?? null;
}

export type Try = { status: number | null; failure: string | null; milliseconds: number };

/** The receiver has it. */
export async function noteDelivered(db: Db, delivery: Delivery, tried: Try, now = new Date()): Promise<void> {
  await keepTry(db, delivery, tried, now);
  await sql`
    update webhook_deliveries set state = 'sent'
    where webhook_id = ${delivery.webhook_id} and event_id = ${delivery.event_id}::uuid`.execute(db);
  await sql`
    update webhooks set failing_since = null, failures = 0, paused_until = null
    where id = ${delivery.webhook_id} and failing_since is not null`.execute(db);
}

/**
 * The receiver has not taken it: the message is tried again after a pause that doubles, for three days; its address
 * pauses shortly, so that one that is down is asked by one message at a time. True: the address has failed for three
 * days without a success, and is to be switched off.
 */
export async function noteFailed(db: Db, delivery: Delivery, tried: Try, now = new Date()): Promise<boolean> {
  await keepTry(db, delivery, tried, now);
  const { firstPauseMs, longestPauseMs, firstLinePauseMs, longestLinePauseMs, tryMs } = webhookLimits;
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(delivery.attempts - 1, 20), longestPauseMs);
  const isOver = now.getTime() - delivery.asked_at.getTime() >= tryMs;
  await sql`
    update webhook_deliveries set state = ${isOver ? 'given_up' : 'waiting'},
      next_try_at = ${new Date(now.getTime() + pauseMs)}
    where webhook_id = ${delivery.webhook_id} and event_id = ${delivery.event_id}::uuid and state = 'waiting'`.execute(
    db,
  );
  const { rows } = await sql<{ failing_since: Date | null }>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${now}),
      paused_until = ${now}::timestamptz + least(${longestLinePauseMs}::float8,
        ${firstLinePauseMs}::float8 * power(2, least(failures, 20))) * interval '1 millisecond'
    where id = ${delivery.webhook_id} and is_on
    returning failing_since`.execute(db);
  const since = rows[0]?.failing_since;
  return since !== undefined && since !== null && now.getTime() - since.getTime() >= tryMs;
}

async function keepTry(db: Db, { webhook_id, event_id }: Delivery, tried: Try, now: Date): Promise<void> {
  const { status, failure, milliseconds } = tried;
  await db
    .insertInto('webhook_tries')
    .values({ webhook_id, event_id, at: now, status, failure, milliseconds })
    .execute();
}

export type TryView = Try & {
  at: Date;
  event: string;
  event_id: string;
  order_number: number | null;
  /** What became of the message since. */
  state: string;
};

/** The last tries of an address, the newest first. */
export async function listTries(db: Db, webhook_id: number, limit: number): Promise<TryView[]> {
  const { rows } = await sql<TryView>`
    select t.at, e.event, t.event_id, (select o.number from orders o where o.id = e.order_id) as order_number,
      t.status, t.failure, t.milliseconds, d.state
    from webhook_tries t
    join webhook_events e on e.id = t.event_id
    join webhook_deliveries d on d.webhook_id = t.webhook_id and d.event_id = t.event_id
    where t.webhook_id = ${webhook_id}
    order by t.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Sends messages of this address again, with the same id and the same words: one, or all since a moment. Returns how
 * many. Throws not_found when the address is unknown or off. Call in a transaction.
 */
export async function replay(
  db: Db,
  webhook_id: number,
  { event_id, since }: { event_id?: string | undefined; since?: Date | undefined },
  now = new Date(),
): Promise<number> {
  const { rows: known } = await sql`select from webhooks where id = ${webhook_id} and is_on`.execute(db);
  if (known.length === 0) throw new Refusal('not_found');
  const { rows } = await sql<{ event_id: string }>`
    update webhook_deliveries d set state = 'waiting', attempts = 0, asked_at = ${now}, next_try_at = ${now}
    from webhook_events e
    where d.webhook_id = ${webhook_id} and e.id = d.event_id
      and (e.id = ${event_id ?? null}::uuid or e.at >= ${since ?? null}::timestamptz)
    returning d.event_id`.execute(db);
  await sql`update webhooks set paused_until = null where id = ${webhook_id}`.execute(db);
  if (rows.length > 0) await enqueue(db, 'send_webhooks');
  return rows.length;
}

/** Nightly: what has happened long ago, with its deliveries and tries. */
export async function forgetOldEvents(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('at', '<', new Date(now.getTime() - webhookLimits.keepMs))
    .execute();
}
