import { z } from 'zod';
import { countPackages } from '#integrations/onec/exchange/queries.ts';
import { countWaitingCompanies } from '#modules/customers/list-companies.ts';
import { countAtCounter } from '#modules/orders/staff-board.ts';
import { countWaitingOrders } from '#modules/orders/staff-orders.ts';
import { countMoneyQueues } from '#modules/payments/staff-payments.ts';
import { countToModerate } from '#modules/reviews/queries.ts';
import { countWaitingMisses } from '#modules/search/staff-misses.ts';
import { countOpenTickets } from '#modules/support/queries.ts';
import { adminRead, scopeBy } from './route.ts';

const Counter = z.object({ count: z.int(), is_overdue: z.boolean() });

/** The numbers beside the menu: work that waits for this person. */
export const counterRoutes = [
  adminRead({
    url: '/api/admin/counters',
    summary: 'Сколько работы ждёт в разделах меню',
    permission: null,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.record(z.string(), Counter),
    async run(asked) {
      const { db, scope, may, now } = asked;
      const counters: Record<string, z.input<typeof Counter>> = {};
      if (may('orders.read')) {
        const { fresh, overdue } = await countWaitingOrders(db, scopeBy(asked, 'orders.read'), now);
        counters.orders = { count: fresh + overdue, is_overdue: overdue > 0 };
      }
      if (may('handover.do')) {
        const { arrived, ready } = await countAtCounter(db, scopeBy(asked, 'handover.do'), now);
        counters.handover = { count: arrived + ready, is_overdue: arrived > 0 };
      }
      if (may('payments.read')) {
        const queues = await countMoneyQueues(db, scopeBy(asked, 'payments.read'), now);
        const refused = queues.refused_refunds + queues.refused_receipts;
        counters.payments = { count: refused, is_overdue: refused > 0 };
      }
      if (may('tickets.write') || may('moderation.write')) {
        const nothing = { open: 0, waiting: 0, late: 0 };
        const tickets = may('tickets.write') ? await countOpenTickets(db, scope.branches, now) : nothing;
        const texts = may('moderation.write') ? await countToModerate(db, scope.branches, now) : nothing;
        counters.requests = { count: tickets.open + texts.waiting, is_overdue: tickets.late + texts.late > 0 };
      }
      if (may('companies.manage')) {
        counters.customers = { count: await countWaitingCompanies(db, scope.branches), is_overdue: false };
      }
      if (may('exchange.read')) {
        const { held = 0 } = await countPackages(db);
        counters.onec = { count: held, is_overdue: false };
      }
      if (may('search.write')) {
        const { nothing, doubtful } = await countWaitingMisses(db, { branches: scope.branches }, now);
        counters.search = { count: nothing + doubtful, is_overdue: false };
      }
      return counters;
    },
  }),
];
