import type { PaymentMethod } from '#shared/order-states.ts';
import type { PaymentProvider } from './provider.ts';

/** Ways of paying an order may choose; without a provider neither online nor by credit. */
export function orderMethods(payments: PaymentProvider | null): PaymentMethod[] {
  return payments ? ['online', 'on_receipt', 'invoice', 'credit'] : ['on_receipt', 'invoice'];
}
