import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Mover } from '#modules/orders/move-order.ts';
import { writeHistory } from '#modules/orders/write-history.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isActive, type OrderState } from '#shared/order-states.ts';
import { delegateForm } from './schema.ts';

/**
 * Gives the right to receive the order to one other person, once. An earlier pass that nobody used is taken back: one
 * at a time. Call for an order whose owner asked. Throws not_found, pass_closed for an order that is over, bad_input
 * {fields.name}.
 */
export async function delegatePass(
  db: Db,
  order_id: string,
  given: FormData | { name: string },
  { who, now = new Date() }: Mover,
): Promise<{ id: string }> {
  const { name } = checkForm(delegateForm, given);
  const state = await lockState(db, order_id);
  if (!isActive(state)) throw new Refusal('pass_closed');
  await closeOpen(db, order_id, now);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const pass = await db
    .insertInto('delegated_passes')
    .values({ order_id, name, code, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeHistory(db, order_id, { who, why: `пропуск передан: ${name}`, now });
  return pass;
}

/** Takes the open delegated pass back; nothing happens when there is none. */
export async function revokePass(db: Db, order_id: string, { who, now = new Date() }: Mover): Promise<void> {
  await lockState(db, order_id);
  if (await closeOpen(db, order_id, now)) {
    await writeHistory(db, order_id, { who, why: 'переданный пропуск отозван', now });
  }
}

async function closeOpen(db: Db, order_id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update delegated_passes set revoked_at = ${now}
    where order_id = ${order_id} and revoked_at is null and used_at is null`.execute(db);
  return Number(numAffectedRows) > 0;
}

async function lockState(db: Db, order_id: string): Promise<OrderState> {
  const order = await db.selectFrom('orders').select('state').where('id', '=', order_id).forUpdate().executeTakeFirst();
  if (!order) throw new Refusal('not_found');
  return order.state as OrderState;
}
