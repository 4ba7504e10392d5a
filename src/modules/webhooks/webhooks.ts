import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { decrypt, encrypt, resealed } from '#platform/encryption.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { WebhookEvent } from '#shared/exchange-words.ts';
import { webhookLimits } from './schema.ts';

export type Webhook = {
  id: number;
  url: string;
  events: WebhookEvent[];
  /** A branch; null: all of them. */
  department_id_1c: string | null;
  is_on: boolean;
  off_at: Date | null;
  off_why: string | null;
  failing_since: Date | null;
  /** Messages that wait to be sent. */
  waiting: number;
};

/** What a secret is encrypted for. */
const purposeOf = (id: number) => `webhook ${id}`;

/**
 * Adds an address; what happens from now on is sent there. The secret that signs the messages is shown this once. The
 * address has been looked at before (`findReceiver`). Throws bad_input when there are too many. Call in a transaction.
 */
export async function addWebhook(
  db: Db,
  keys: SecretKeys,
  { url, events, department_id_1c }: Pick<Webhook, 'url' | 'events' | 'department_id_1c'>,
): Promise<{ id: number; secret: string }> {
  const secret = newSecret();
  const { id } = await db
    .insertInto('webhooks')
    .values({ url, events, department_id_1c })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (
    id > webhookLimits.webhooks &&
    (await listWebhooks(db)).filter(({ is_on }) => is_on).length > webhookLimits.webhooks
  )
    throw new Refusal('bad_input', {}, `Включённых адресов может быть не больше ${webhookLimits.webhooks}`);
  await db
    .updateTable('webhooks')
    .set({ secret: encrypt(keys, purposeOf(id), secret) })
    .where('id', '=', id)
    .execute();
  return { id, secret };
}

/** For so long a renewed secret still signs beside the new one. */
const formerSecretHours = 24;

/**
 * Another secret, shown this once; for a day the former one signs as well, so that the receiver can change it
 * meanwhile. Throws not_found.
 */
export async function renewSecret(
  db: Db,
  keys: SecretKeys,
  id: number,
  now = new Date(),
): Promise<{ url: string; secret: string }> {
  const secret = newSecret();
  const row = await db
    .updateTable('webhooks')
    .set(({ ref }) => ({
      former_secret: ref('secret'),
      former_until: new Date(now.getTime() + formerSecretHours * 3_600_000),
      secret: encrypt(keys, purposeOf(id), secret),
    }))
    .where('id', '=', id)
    .where('secret', 'is not', null)
    .returning('url')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return { url: row.url, secret };
}

/** As Standard Webhooks writes one: 256 bits. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id, w.url, w.events, w.department_id_1c, w.is_on, w.off_at, w.off_why, w.failing_since,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting
    from webhooks w order by w.id`.execute(db);
  return rows;
}

/**
 * Where messages of this row go and what signs them, encrypted. Throws not_found when there is no such row.
 */
export async function readReceiver(db: Db, id: number): Promise<{ url: string; secret: Buffer | null } & FormerSecret> {
  const row = await db
    .selectFrom('webhooks')
    .select(['url', 'secret', 'former_secret', 'former_until'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** As they are stored: encrypted. */
export type FormerSecret = { former_secret: Buffer | null; former_until: Date | null };

/**
 * What signs a message of a row now: its secret, and the one before it while it still counts. Throws when none of the
 * shop's keys opens them.
 */
export function openSecrets(
  keys: SecretKeys,
  id: number,
  { secret, former_secret, former_until }: { secret: Buffer | null } & FormerSecret,
  now: Date,
): string[] {
  const opened = [openSecret(keys, id, secret)];
  if (former_secret && former_until && former_until > now) opened.push(openSecret(keys, id, former_secret));
  return opened;
}

/** Secrets that an older key wrote are written again under the first one. */
export async function resealWebhooks(db: Db, keys: SecretKeys): Promise<void> {
  const rows = await db.selectFrom('webhooks').select(['id', 'secret', 'former_secret']).execute();
  for (const { id, secret, former_secret } of rows) {
    const again = secret && resealed(keys, purposeOf(id), secret);
    const formerAgain = former_secret && resealed(keys, purposeOf(id), former_secret);
    if (!again && !formerAgain) continue;
    await db
      .updateTable('webhooks')
      .set({ secret: again ?? secret, former_secret: formerAgain ?? former_secret })
      .where('id', '=', id)
      // Somebody may have renewed it meanwhile.
      .where('secret', 'is not distinct from', secret)
      .execute();
  }
}

function openSecret(keys: SecretKeys, id: number, sealed: Buffer | null): string {
  const opened = sealed && decrypt(keys, purposeOf(id), sealed);
  if (!opened) throw new Error(`Секрет вебхука ${id} не открывается ни одним ключом SECRET_KEYS`);
  return opened.text;
}

/**
 * Nothing is sent there from now on, and what waits is given up. Throws not_found for one that is unknown or off. Call
 * in a transaction.
 */
export async function switchOffWebhook(db: Db, id: number, why: string, now = new Date()): Promise<{ url: string }> {
  const row = await db
    .updateTable('webhooks')
    .set({ is_on: false, off_at: now, off_why: why, paused_until: null })
    .where('id', '=', id)
    .where('is_on', '=', true)
    .returning('url')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  await sql`
    update webhook_deliveries set state = 'given_up' where webhook_id = ${id} and state = 'waiting'`.execute(db);
  return row;
}

/**
 * What happens from now on is sent there again; what happened meanwhile is not, but for what is replayed. Throws
 * not_found for one that is unknown or on.
 */
export async function switchOnWebhook(db: Db, id: number): Promise<{ url: string }> {
  const { rows } = await sql<{ url: string }>`
    update webhooks set is_on = true, off_at = null, off_why = null, failing_since = null, failures = 0,
      paused_until = null, goods_snapshot = pg_current_snapshot()
    where id = ${id} and not is_on
    returning url`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}
