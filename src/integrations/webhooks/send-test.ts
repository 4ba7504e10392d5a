import { randomUUID } from 'node:crypto';
import type { Try } from '#modules/webhooks/deliveries.ts';
import { openSecrets, readReceiver } from '#modules/webhooks/webhooks.ts';
import type { Db } from '#platform/database.ts';
import { answerMs, postMessage } from './post-message.ts';
import type { Sending } from './send-webhooks.ts';

/**
 * Posts one message of the type `webhook.test`, signed as every other, and says what was answered. It stands in no
 * queue, is not repeated and changes nothing of the address, which may be off. Throws not_found. Call outside of a
 * transaction: an answer is waited for.
 */
export async function sendTest(
  db: Db,
  webhook_id: number,
  { keys, allowed, timeoutMs = answerMs }: Pick<Sending, 'keys' | 'allowed' | 'timeoutMs'>,
  now = new Date(),
): Promise<Try> {
  const receiver = await readReceiver(db, webhook_id);
  const id = randomUUID();
  const body = JSON.stringify({ id, type: 'webhook.test', timestamp: now.toISOString(), data: {} });
  const secrets = openSecrets(keys, webhook_id, receiver, now);
  return postMessage({ url: receiver.url, secrets, id, body, timeoutMs }, allowed, now);
}
