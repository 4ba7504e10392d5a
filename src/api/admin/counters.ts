import { z } from 'zod';
import { countAtCounter } from '#modules/orders/staff-board.ts';
import { countWaitingOrders } from '#modules/orders/staff-orders.ts';
import { countRefused } from '#modules/payments/staff-payments.ts';
import { adminRead } from './route.ts';

const Counter = z.object({ count: z.int(), is_overdue: z.boolean() });

/** The numbers beside the menu: work that waits for this person. */
export const counterRoutes = [
  adminRead({
    url: '/api/admin/counters',
    summary: 'Сколько работы ждёт в разделах меню',
    permission: null,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.record(z.string(), Counter),
    async run({ db, scope, may, now }) {
      const counters: Record<string, z.input<typeof Counter>> = {};
      if (may('orders.read')) {
        const { fresh, overdue } = await countWaitingOrders(db, scope, now);
        counters.orders = { count: fresh + overdue, is_overdue: overdue > 0 };
      }
      if (may('handover.do')) {
        const { arrived, ready } = await countAtCounter(db, scope, now);
        counters.handover = { count: arrived + ready, is_overdue: arrived > 0 };
      }
      if (may('payments.read')) {
        const refused = await countRefused(db, scope, now);
        counters.payments = { count: refused, is_overdue: refused > 0 };
      }
      return counters;
    },
  }),
];
