import { sql } from 'kysely';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import type { CompanyRole, SignedIn } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatPrice } from '#shared/money.ts';
import type { PaymentMethod } from '#shared/order-states.ts';
import { ownersRefusal } from './cancelled-by.ts';
import { lockOrderRow } from './lock-order-row.ts';
import { cancelByBuyer } from './move-order.ts';
import { termOfPayment } from './placing/first-term.ts';
import { readTerms } from './working-days.ts';
import { writeHistory } from './write-history.ts';

/** Who decides: a signed-in owner of the firm, who is not whoever placed the order. */
type Decider = Pick<SignedIn, 'user_id' | 'full_name' | 'acting'>;

/**
 * An owner of the firm lets a purchaser's order above the limit go: it is held by the terms of its payment from now on,
 * may be paid, and buyer, branch and 1C are notified. `seen_total`: the sum the owner was shown, kopecks. Call in a
 * transaction. Throws not_found, role_forbids, not_while_acting, approval_over, hold_over, total_changed {total}.
 */
export async function approveOrder(
  db: Db,
  order_id: string,
  decider: Decider,
  seen_total: number,
  now = new Date(),
): Promise<void> {
  const order = await lockAwaiting(db, order_id, decider);
  if (order.reserved_until !== null && order.reserved_until <= now) throw new Refusal('hold_over');
  if (order.total !== seen_total) {
    const words = `Сумма заказа изменилась: теперь ${formatPrice(order.total)}. Проверьте заказ и согласуйте ещё раз`;
    throw new Refusal('total_changed', { total: order.total }, words);
  }
  await decide(db, order_id, { outcome: 'approved', decided_by: decider.user_id }, now);
  const expires_at = await termAfterApproval(db, order, now);
  await sql`
    update reservations r set expires_at = ${expires_at} from order_lines l
    where l.order_id = ${order_id}::uuid and r.order_line_id = l.id and r.ended_at is null`.execute(db);
  await sql`update orders set changed_at = ${now} where id = ${order_id}::uuid`.execute(db);
  await writeHistory(db, order_id, { who: nameOf(decider), why: 'заказ согласован', now });
  await enqueue(db, 'write_order_emails', { order_id, event: 'approved' });
}

/** The owner does not want it: cancelled, with the owner's words. Call in a transaction. Throws as approveOrder. */
export async function declineOrder(
  db: Db,
  order_id: string,
  decider: Decider,
  note: string,
  now = new Date(),
): Promise<void> {
  await lockAwaiting(db, order_id, decider);
  const text = note.trim();
  await decide(db, order_id, { outcome: 'declined', decided_by: decider.user_id, note: text }, now);
  const why = `${ownersRefusal}${text ? `: ${text}` : ''}`;
  await cancelByBuyer(db, order_id, { who: nameOf(decider), why, now });
}

type Awaiting = {
  company_id: number | null;
  user_id: string | null;
  total: number;
  payment_method: PaymentMethod;
  department_id_1c: string;
  reserved_until: Date | null;
};

async function lockAwaiting(db: Db, order_id: string, decider: Decider): Promise<Awaiting> {
  refuseWhileActing(decider);
  await lockOrderRow(db, order_id);
  const { rows } = await sql<Awaiting & { role: CompanyRole | null; awaits: boolean }>`
    select o.company_id, o.user_id, o.total, o.payment_method, o.department_id_1c, awaits_approval(o.id) as awaits,
      (select m.role from company_members m where m.company_id = o.company_id and m.user_id = ${decider.user_id}::uuid) as role,
      (select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
        where l.order_id = o.id and r.ended_at is null) as reserved_until
    from orders o where o.id = ${order_id}::uuid`.execute(db);
  const [order] = rows;
  if (!order?.role) throw new Refusal('not_found');
  if (order.role !== 'owner' || order.user_id === decider.user_id)
    throw new Refusal('role_forbids', {}, 'Заказ согласует владелец организации, и не тот, кто его оформил');
  if (!order.awaits) throw new Refusal('approval_over');
  return order;
}

async function decide(
  db: Db,
  order_id: string,
  { outcome, decided_by, note = '' }: { outcome: 'approved' | 'declined'; decided_by: string; note?: string },
  now: Date,
): Promise<void> {
  await sql`
    update order_approvals set outcome = ${outcome}, decided_at = ${now}, decided_by = ${decided_by}::uuid, note = ${note}
    where order_id = ${order_id}::uuid`.execute(db);
}

async function termAfterApproval(db: Db, { payment_method, department_id_1c, company_id }: Awaiting, now: Date) {
  if (payment_method !== 'online') return termOfPayment(db, payment_method, { department_id_1c, company_id }, now);
  const { terms } = await readTerms(db, department_id_1c);
  return new Date(now.getTime() + terms.online_minutes * 60_000);
}

function nameOf({ full_name }: Decider): string {
  return full_name || 'владелец организации';
}
