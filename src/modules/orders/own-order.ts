import type { CompanyRole, SignedIn } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { buyersWish } from './cancelled-by.ts';
import { lockOrderRow } from './lock-order-row.ts';
import { cancelByBuyer, type Mover } from './move-order.ts';
import { getOrder, type OrderView } from './queries.ts';

/**
 * An accountant sees a firm's orders and pays for them; ordering, changing and cancelling is for others. Throws
 * role_forbids.
 */
export function refuseAccountant(role: CompanyRole | null | undefined): void {
  if (role !== 'accountant') return;
  throw new Refusal(
    'role_forbids',
    {},
    'Бухгалтер видит и оплачивает заказы организации, но не оформляет и не меняет их',
  );
}

/**
 * How the history names whoever moves their own order: the member of a firm by name, staff acting for the customer, or
 * at work in the back office (`staff`: by name), as staff.
 */
export function moverOf(
  account: SignedIn | null,
  order: Pick<OrderView, 'company_id'>,
  staff?: string,
): Pick<Mover, 'who'> {
  if (staff !== undefined) return { who: `сотрудник ${staff}` };
  if (account?.acting) return { who: `сотрудник ${account.acting.staff_name}` };
  return { who: account && order.company_id !== null && account.full_name ? account.full_name : 'покупатель' };
}

/** The order, held until the end of the transaction. Throws not_found. */
export async function lockOrder(db: Db, id: string): Promise<OrderView> {
  await lockOrderRow(db, id);
  const order = await getOrder(db, id);
  if (!order) throw new Refusal('not_found');
  return order;
}

/** Cancelling by whoever opened the order. Throws role_forbids, not_found, not_cancellable. */
export async function cancelOwnOrder(db: Db, order: OrderView, account: SignedIn | null): Promise<void> {
  refuseAccountant(order.reader_role);
  await cancelByBuyer(db, order.id, { ...moverOf(account, order), why: buyersWish });
}
