import type { BlockList } from 'node:net';
import { type Delivery, noteDelivered, noteFailed, type Try, takeDue } from '#modules/webhooks/deliveries.ts';
import { giveUpWebhook } from '#modules/webhooks/give-up.ts';
import { messageOf } from '#modules/webhooks/message.ts';
import { openSecrets } from '#modules/webhooks/webhooks.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { answerMs, postMessage } from './post-message.ts';

export type Sending = {
  keys: SecretKeys;
  /** Networks inside that webhooks may reach. */
  allowed: BlockList;
  log: Log;
  signal?: AbortSignal | undefined;
  /** How long an answer is waited for. */
  timeoutMs?: number;
  /** The clock. */
  now?: () => Date;
};

/**
 * Sends every message that is due, one after another; what became of each try stands in its rows. Returns when nothing
 * is due or `signal` fires. A message may arrive twice: a worker killed between the receiver's word and the row repeats
 * it, with the same id.
 */
export async function sendWebhooks(db: Db, sending: Sending): Promise<void> {
  const { signal, now = () => new Date() } = sending;
  while (!signal?.aborted) {
    const delivery = await takeDue(db, now());
    if (!delivery) return;
    await send(db, delivery, sending, now);
  }
}

async function send(
  db: Db,
  delivery: Delivery,
  { keys, allowed, log, timeoutMs = answerMs }: Sending,
  now: () => Date,
): Promise<void> {
  const { webhook_id, event_id: id, url } = delivery;
  const body = await messageOf(db, delivery);
  const message = body !== null && {
    url,
    id,
    body,
    secrets: openSecrets(keys, webhook_id, delivery, now()),
    timeoutMs,
  };
  // Without a body the order is gone: there is nothing left to say.
  const nothing: Try = { status: null, failure: null, milliseconds: 0 };
  const tried = message ? await postMessage(message, allowed, now()) : nothing;
  const { failure } = tried;
  if (failure === null) return db.transaction().execute((db) => noteDelivered(db, delivery, tried, now()));
  log.warn({ webhook: webhook_id, event: id, attempts: delivery.attempts, failure }, 'a webhook was not taken');
  await db.transaction().execute(async (db) => {
    const isOver = await noteFailed(db, delivery, tried, now());
    if (isOver) await giveUpWebhook(db, webhook_id, failure, now());
  });
}
