import { z } from 'zod';

/** Ways to pay at the provider; 'transfer' is money on the shop's account, marked by staff. */
const payMethods = ['card', 'sbp', 'credit'] as const;
export type PayMethod = (typeof payMethods)[number];

/** Body of POST …/orders/{id}/payment/ (S7-33) and the buttons of the page. */
export const PaymentInput = z.object({
  method: z.enum(payMethods, 'Выберите способ оплаты'),
  /** СБП: a QR code to show, or an address to go to. */
  confirmation: z.enum(['redirect', 'qr']).default('redirect'),
});

export type AttemptState = 'new' | 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
/**
 * Who took the money: a payment partner by its name in `integrations/partners.ts`, or 'account', the shop's own
 * account.
 */
export type ProviderName = string;
export type RefundReason = 'cancelled' | 'late' | 'duplicate' | 'returned';
export type ProcessState = 'new' | 'pending' | 'succeeded' | 'canceled';
export type ReceiptKind = 'prepayment' | 'full' | 'return';

export const payMethodWords: Record<PayMethod | 'transfer', string> = {
  card: 'Банковская карта',
  sbp: 'СБП',
  credit: 'Кредит',
  transfer: 'Перевод на счёт',
};

/** An attempt may still bring money. */
export function isOpen(state: AttemptState): boolean {
  return state === 'new' || state === 'pending' || state === 'waiting_for_capture';
}
