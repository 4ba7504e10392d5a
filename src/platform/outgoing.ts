import type { Db } from './database.ts';
import { forgetStored, readStored, storeFirst } from './stored-values.ts';

/** In the table `settings`. */
const outgoingHoldKey = 'outgoing_held';

/** Why nothing leaves for partners and customers, in Russian, and since when (ISO). */
export type Hold = { why: string; since: string };

/**
 * A restored copy knows emails, leads and payments that the living shop has sent or will send itself: until `shop
 * outgoing release` workers leave such jobs in the queue, and no payment is begun. null: everything goes out.
 */
export async function outgoingHold(db: Db): Promise<Hold | null> {
  return (await readStored<Hold>(db, outgoingHoldKey)) ?? null;
}

/** A hold that is there already stays as it is. */
export async function holdOutgoing(db: Db, why: string, now = new Date()): Promise<void> {
  await storeFirst(db, outgoingHoldKey, { why, since: now.toISOString() } satisfies Hold);
}

/** False: nothing was held. */
export function releaseOutgoing(db: Db): Promise<boolean> {
  return forgetStored(db, outgoingHoldKey);
}

/** What start, commands and `config check` say of a hold. */
export function heldWords({ why, since }: Hold): string {
  return `письма, заявки и платежи не отправляются с ${since.slice(0, 16).replace('T', ' ')} UTC: ${why}. Отправить всё, что ждёт: npm run shop -- outgoing release`;
}
