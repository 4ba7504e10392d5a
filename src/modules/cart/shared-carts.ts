import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { daysAfter } from '#shared/dates.ts';
import type { CartCount } from './cart.ts';

/** How long the link opens. */
const sharedDays = 30;

const limit = { max: 20, windowSeconds: 3_600 } as const;

/**
 * Keeps a copy of these lines, of a cart or of a saved list, for whoever has the link; nothing of the person who made
 * it is kept. `who`: the account's id or the address, for the limit. Throws bad_input for no lines, too_many. Not
 * inside a transaction.
 */
export async function shareCart(
  db: Db,
  lines: readonly CartCount[],
  who: string,
  now = new Date(),
): Promise<{ token: string; expires_at: Date }> {
  if (lines.length === 0) throw new Refusal('bad_input', {}, 'Здесь пока нет товаров');
  const wait = await takeLimit(db, 'shared_carts', who, limit.max, limit.windowSeconds, now);
  if (wait > 0) throw tooMany(wait, 'Слишком много ссылок за час. Попробуйте позже');
  const token = randomBytes(16).toString('hex');
  const expires_at = daysAfter(now, sharedDays);
  const kept = JSON.stringify(lines.map(({ product_id, count }) => ({ product_id, count })));
  await sql`
    insert into shared_carts (token_hash, lines, created_at, expires_at)
    values (${hashSecret(token)}, ${kept}::jsonb, ${now}, ${expires_at})`.execute(db);
  return { token, expires_at };
}

/** The copy behind a link, in the order it was made; null: no such link, or its time is over. */
export async function readSharedCart(
  db: Db,
  token: string,
  now = new Date(),
): Promise<{ lines: CartCount[]; expires_at: Date } | null> {
  if (!/^[0-9a-f]{32}$/.test(token)) return null;
  const { rows } = await sql<{ lines: CartCount[]; expires_at: Date }>`
    select lines, expires_at from shared_carts
    where token_hash = ${hashSecret(token)} and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Removes what no link opens any more. */
export async function forgetSharedCarts(db: Db, now = new Date()): Promise<void> {
  await sql`delete from shared_carts where expires_at <= ${now}`.execute(db);
}
