import type { OrderState } from '#shared/order-states.ts';

/** The look of an order's state on its badge. */
export const stateBadges = {
  new: 'ok',
  assembling: 'ok',
  ready: 'ok',
  in_delivery: 'ok',
  completed: 'grey',
  cancelled: 'grey',
} as const satisfies Record<OrderState, string>;
