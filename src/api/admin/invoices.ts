import { z } from 'zod';
import { listWaitingInvoices } from '#modules/payments/waiting-invoices.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type AdminRoute, adminRead } from './route.ts';

const Invoice = z.object({
  /** Of the order. */
  id: z.string(),
  number: z.int(),
  created_at: z.string(),
  company_name: z.string(),
  company_inn: z.string().nullable(),
  company_id: z.int().nullable(),
  city: z.string(),
  time_zone: z.string(),
  total: z.int(),
  state_words: z.string(),
  due_at: z.string().nullable(),
  deferral_days: z.int().nullable(),
  is_handed_over: z.boolean(),
  is_overdue: z.boolean(),
  issued_at: z.string().nullable(),
});

export const invoiceRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/invoices',
    summary: 'Счета, по которым ждут денег: сначала просроченные',
    permission: 'payments.read',
    query: listQuery({ q: z.string().trim().max(100), is_overdue: z.boolean() }, ['due_at']).omit({ ids: true }),
    response: listAnswer(Invoice).extend({ totals: z.object({ sum: z.int() }) }),
    async run({ db, scope, query: { filter, ...page }, now }) {
      const { q, is_overdue } = filter;
      const asked = { ...(q && { q }), ...(is_overdue !== undefined && { is_overdue }) };
      const window = { ...windowOf(page), count_to: countedRows };
      const { rows, count, sum } = await listWaitingInvoices(db, scope, asked, window, now);
      const items = rows.map(
        ({ order_id, state, receiving_type, has_given, created_at, due_at, issued_at, ...row }) => ({
          ...row,
          id: order_id,
          state_words: orderStateWord(state, receiving_type, has_given),
          is_handed_over: state === 'completed',
          created_at: created_at.toISOString(),
          due_at: due_at?.toISOString() ?? null,
          issued_at: issued_at?.toISOString() ?? null,
        }),
      );
      return { items, ...totalOf(count), totals: { sum } };
    },
  }),
];
