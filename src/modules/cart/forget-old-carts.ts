import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysBefore } from '#shared/dates.ts';

/**
 * Days: a year untouched is a cart nobody comes back to; a guest's cookie lives 15 days, so its merge cannot be
 * repeated after 60.
 */
const retentionDays = { carts: 365, merges: 60 } as const;

/** Removes the stored cart of a person who is erased. */
export async function forgetCart(db: Db, user_id: string): Promise<void> {
  await sql`delete from carts where id = ${user_id}::uuid`.execute(db);
}

/** Removes stored carts nobody touched for a year, and the memory of merges that cannot come again. */
export async function forgetOldCarts(db: Db, now = new Date()): Promise<void> {
  await sql`delete from carts where changed_at < ${daysBefore(now, retentionDays.carts)}`.execute(db);
  await sql`delete from cart_merges where created_at < ${daysBefore(now, retentionDays.merges)}`.execute(db);
}
