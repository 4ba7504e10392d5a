import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { deferralDays } from './deferral-days.ts';
import { cancelExpired } from './move-order.ts';
import { isUnpaidSql } from './unpaid.ts';

/**
 * Cancels every order whose reservation has run out at `now`, each in a transaction of its own, so that one that cannot
 * be cancelled does not hold up the others. An invoice that is paid, or that its firm pays behind the goods, is not
 * cancelled. Returns how many were; throws at the end
 * when some could not. Running twice changes nothing more.
 */
export async function expireReservations(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.order_id as id
    from reservations r join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id
    where r.ended_at is null and r.expires_at <= ${now} and ${isUnpaidSql}
      and not (o.payment_method = 'invoice' and ${deferralDays} is not null and not awaits_approval(o.id))`.execute(db);
  let cancelled = 0;
  const faults: unknown[] = [];
  for (const { id } of rows) {
    try {
      if (await db.transaction().execute((db) => cancelExpired(db, id, now))) cancelled += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `Не отменены по сроку: ${faults.length} из ${rows.length}`);
  return cancelled;
}

/** S7-32: an idempotency key is kept 30 days. Returns how many were forgotten. */
export async function forgetOldKeys(db: Db, now = new Date()): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from order_keys where created_at < ${now}::timestamptz - interval '30 days'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
