import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { isOrderOf } from '#modules/orders/staff-orders.ts';
import { ownBranches, requireStaff } from '#modules/staff/require-staff.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderPage, readOrderPage } from '#web/parts/order/read-order-page.ts';
import type { Shop } from '#web/parts/request/context.ts';

/**
 * S2-06: an order as a member of staff of its branch reads it, with its history; null for everybody else, also without
 * a fresh second factor. Nothing can be done here: whoever changes an order for a customer enters as the customer, and
 * the pass is the recipient's.
 */
export async function readStaffOrder(shop: Shop, id: string): Promise<OrderPage | null> {
  const order = await orderForStaff(shop, id);
  if (!order) return null;
  const page = await readOrderPage(shop, order);
  return {
    ...page,
    is_staff: true,
    is_thanked: false,
    next: page.unconfirmed
      ? [
          `Покупатель ещё не подтвердил заказ: товары отложены до ${page.unconfirmed.until}. Перевод в «Собирается» подтвердит его.`,
        ]
      : page.next,
    pass: null,
    pass_hint: null,
    has_acts: false,
    documents: [],
    invoice_due: null,
    is_upd_awaited: false,
    approval: null,
    attach: null,
    is_guest: false,
    may_add_goods: false,
    can_be_cancelled: false,
    repeat: null,
    may_arrive: false,
    receiving_rights: { place: false, time: false, people: false, why_not: null },
    payment: { ...page.payment, is_awaited: false, is_online: false, may_pay_online: false },
  };
}

async function orderForStaff({ db, requestContext }: Shop, id: string): Promise<OrderView | null> {
  try {
    const staff = requireStaff(requestContext, 'orders');
    return (await isOrderOf(db, ownBranches(staff), id)) ? await getOrder(db, id) : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
