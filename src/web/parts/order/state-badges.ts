import type { OrderState } from '#shared/order-states.ts';

/** The look of an order's state on its badge: green is what the buyer may act on. */
export const stateBadges = {
  new: 'grey',
  assembling: 'grey',
  ready: 'ok',
  in_delivery: 'ok',
  completed: 'grey',
  cancelled: 'grey',
} as const satisfies Record<OrderState, string>;
