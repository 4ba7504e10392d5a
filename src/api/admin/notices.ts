import { z } from 'zod';
import { factTones, readExchangeFact } from '#api/health-facts.ts';
import { countWaitingOrders } from '#modules/orders/staff-orders.ts';
import { type AdminRoute, adminRead, scopeBy } from './route.ts';
import { readNotices, Waiting } from './waiting-queues.ts';

/** What stands in the bar above every page: how the exchange is, and what the shop wants to tell this person. */
export const noticeRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/notices',
    summary: 'Состояние обмена с 1С и о чём магазин хочет сказать',
    permission: null,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.object({
      /** null: not for this person. */
      onec: z.object({ tone: z.enum(factTones), words: z.string(), advice: z.string().nullable() }).nullable(),
      /** null: they see no orders. */
      orders: z.object({ overdue: z.int(), short: z.int() }).nullable(),
      waiting: z.array(Waiting),
    }),
    async run(asked) {
      const { db, may, now } = asked;
      const [onec, orders, waiting] = await Promise.all([
        may('exchange.read') ? readExchangeFact(db, now) : null,
        may('orders.move') ? countWaitingOrders(db, scopeBy(asked, 'orders.read'), now) : null,
        readNotices(asked),
      ]);
      return { onec, orders: orders && { overdue: orders.overdue, short: orders.short }, waiting };
    },
  }),
];
