/** What a key of the exchange may change, and what a webhook may tell; the same in the shop and its back office. */
export const scopes = ['prices', 'stock'] as const;
export type Scope = (typeof scopes)[number];
export const scopeWords: Record<Scope, string> = { prices: 'цены', stock: 'остатки' };

export const webhookEvents = [
  'order.placed',
  'order.confirmed',
  'order.paid',
  'order.moved',
  'prices.changed',
  'stock.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventWords: Record<WebhookEvent, string> = {
  'order.placed': 'заказ оформлен',
  'order.confirmed': 'заказ подтверждён',
  'order.paid': 'заказ оплачен',
  'order.moved': 'заказ перешёл в другое состояние',
  'prices.changed': 'изменились цены',
  'stock.changed': 'изменились остатки',
};
