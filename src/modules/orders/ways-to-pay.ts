import { mayPayOnReceipt } from '#modules/accounts/pay-on-receipt.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { PaymentMethod } from '#shared/order-states.ts';
import type { OrderInput } from './schema.ts';

/** Of these ways to pay, what the person is offered; null: a guest, of whom nothing is known yet. */
export async function offeredMethods(
  db: Db,
  methods: PaymentMethod[],
  user_id: string | null,
): Promise<PaymentMethod[]> {
  if (user_id === null || (await mayPayOnReceipt(db, { user_id }))) return methods;
  return methods.filter((method) => method !== 'on_receipt');
}

/** Throws payment_unavailable when staff have decided that the buyer does not pay on receipt. */
export async function refuseOnReceipt(
  db: Db,
  user_id: string | null,
  { payment, contact: { phone, email } }: Pick<OrderInput, 'payment' | 'contact'>,
): Promise<void> {
  if (payment.method !== 'on_receipt' || (await mayPayOnReceipt(db, { user_id, phone, email: email.toLowerCase() })))
    return;
  throw new Refusal(
    'payment_unavailable',
    { method: payment.method },
    'Для этого заказа оплата при получении недоступна. Выберите другой способ оплаты',
  );
}
