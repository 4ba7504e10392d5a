import { z } from 'zod';
import { readReceipt } from '#modules/payments/receipts.ts';
import { readRefund } from '#modules/payments/refund-payment.ts';
import { askAboutPayment, orderOfPayment, repeatReceipt } from '#modules/payments/repeat.ts';
import {
  listStaffPayments,
  listStaffReceipts,
  listStaffRefunds,
  listStrangeEvents,
  vatByDay,
} from '#modules/payments/staff-payments.ts';
import { repeatByStaff } from '#modules/payments/staff-refund.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDate, formatDay } from '#shared/dates.ts';
import { formatPrice, roubles, vatInside } from '#shared/money.ts';
import { isUuid } from '#shared/uuid.ts';
import { Ok, ok } from './answers.ts';
import { endlessAnswer, endlessQuery, keyedAnswer, keyedQuery, readByKey, totalOf } from './list.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { Payment, ProcessState, Receipt, Refund } from './order-shapes.ts';
import { presentPayment, presentReceipt, presentRefund, receiptKinds, receiptStates } from './payment-shapes.ts';
import { type AdminRoute, adminExport, adminRead, adminWrite, IdParam, rowsWords } from './route.ts';

const ofOrder = { order_id: z.string(), number: z.int(), contact_name: z.string(), city: z.string() };
/** Of a refund: how far it is, and its number when the cash desk has said it. */
const RefundReceipt = z.object({ state: ProcessState, state_words: z.string(), fiscal_number: z.string().nullable() });
const Sum = z.object({ sum: z.int() });
const dates = { created_from: z.coerce.date(), created_to: z.coerce.date(), number: z.int().positive() };
const PaymentQuery = keyedQuery(
  {
    ...dates,
    state: z.array(z.enum(['new', 'pending', 'waiting_for_capture', 'succeeded', 'canceled'])),
    method: z.array(z.enum(['card', 'sbp', 'credit', 'transfer'])),
  },
  ['created_at'],
).omit({ ids: true });
const RefundQuery = keyedQuery({ ...dates, state: z.array(ProcessState) }, ['created_at']).omit({ ids: true });
const ReceiptQuery = keyedQuery(
  { ...dates, state: z.array(ProcessState), kind: z.array(z.enum(['prepayment', 'full', 'return'])) },
  ['created_at'],
).omit({ ids: true });
const zone = 'Europe/Moscow';

/** Money of all orders: payments, refunds, receipts, and what the provider said that did not fit. */
export const paymentRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/payments',
    summary: 'Платежи',
    permission: 'payments.read',
    query: PaymentQuery,
    response: keyedAnswer(Payment.extend({ ...ofOrder, problem: z.string().nullable() })).extend({ totals: Sum }),
    async run({ db, scope, query: { filter, ...page } }) {
      const { rows, count, sum, next } = await readByKey(page, (window) =>
        listStaffPayments(db, scope, given(filter), window),
      );
      const items = rows.map(({ order_id, number, contact_name, city, problem, ...attempt }) => ({
        ...presentPayment(attempt),
        order_id,
        number,
        contact_name,
        city,
        problem,
      }));
      return { items, ...totalOf(count), next, totals: { sum } };
    },
  }),

  adminRead({
    url: '/api/admin/refunds',
    summary: 'Возвраты денег',
    permission: 'payments.read',
    query: RefundQuery,
    response: keyedAnswer(Refund.extend({ ...ofOrder, receipt: RefundReceipt.nullable() })).extend({ totals: Sum }),
    async run({ db, scope, query: { filter, ...page } }) {
      const { rows, count, sum, next } = await readByKey(page, (window) =>
        listStaffRefunds(db, scope, given(filter), window),
      );
      const items = rows.map(({ order_id, number, contact_name, city, provider, receipt, ...refund }) => ({
        ...presentRefund(refund, [{ id: refund.payment_id, provider }]),
        receipt: receipt && { ...receipt, state_words: receiptStates[receipt.state] },
        order_id,
        number,
        contact_name,
        city,
      }));
      return { items, ...totalOf(count), next, totals: { sum } };
    },
  }),

  adminRead({
    url: '/api/admin/receipts',
    summary: 'Чеки',
    permission: 'payments.read',
    query: ReceiptQuery,
    response: keyedAnswer(Receipt.extend({ ...ofOrder, may_repeat: z.boolean() })).extend({ totals: Sum }),
    async run({ db, scope, query: { filter, ...page } }) {
      const { rows, count, sum, next } = await readByKey(page, (window) =>
        listStaffReceipts(db, scope, given(filter), window),
      );
      const items = rows.map(({ order_id, number, contact_name, city, ...receipt }) => ({
        ...presentReceipt(receipt),
        order_id,
        number,
        contact_name,
        city,
        may_repeat: receipt.kind === 'full' && receipt.state === 'canceled',
      }));
      return { items, ...totalOf(count), next, totals: { sum } };
    },
  }),

  adminRead({
    url: '/api/admin/payment-events',
    summary: 'Уведомления платёжной системы, которые ни к чему не подошли',
    permission: 'payments.read',
    query: endlessQuery({}),
    response: endlessAnswer(
      z.object({
        id: z.int(),
        received_at: z.string(),
        event: z.string(),
        object_id: z.string(),
        problem: z.string(),
        order_id: z.string().nullable(),
        number: z.int().nullable(),
      }),
    ),
    async run({ db, scope, query: { after, per_page } }) {
      // They may be of any branch: whoever works in one alone has no business with them.
      if (scope.branches !== null) return { items: [], next: null };
      const events = await listStrangeEvents(db, after ?? null, per_page + 1);
      const items = events.slice(0, per_page).map((event) => ({
        ...event,
        received_at: event.received_at.toISOString(),
      }));
      return { items, next: events.length > per_page ? String(items.at(-1)?.id) : null };
    },
  }),

  adminExport({
    url: '/api/admin/receipts/export',
    summary: 'Чеки по дням и ставкам НДС таблицей',
    permission: 'payments.read',
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
      from: z.coerce.date(),
      to: z.coerce.date(),
    }),
    async run({ db, scope, query: { from, to, format } }) {
      if (to.getTime() - from.getTime() > 400 * 86_400_000)
        throw new Refusal('bad_input', { fields: { to: 'Не больше года сразу' } });
      const days = await vatByDay(db, scope, from, to);
      const head = ['День', 'Чек', 'Ставка НДС, %', 'Чеков', 'Сумма, ₽', 'В том числе НДС, ₽'];
      const rows = days.map(({ day, kind, vat_rate, sum, receipts }) => [
        formatDay(day),
        receiptKinds[kind],
        vat_rate ?? 'услуги',
        receipts,
        roubles(sum),
        vat_rate === null ? null : roubles(vatInside(sum, vat_rate)),
      ]);
      const file = format === 'csv' ? csvTable(head, rows) : await xlsxTable(head, rows, [12, 16, 14, 9, 16, 20]);
      const name = `Чеки ${formatDate(from, zone)}–${formatDate(to, zone)}.${file.extension}`;
      return {
        file: { name, type: file.type, bytes: file.bytes },
        audit: {
          resource: 'receipts',
          record_id: null,
          words: `Выгружены чеки по дням: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/payments/:id/ask',
    summary: 'Вопрос платёжной системе о платеже, его возвратах и чеках',
    permission: 'payments.read',
    params: IdParam,
    response: Ok,
    async run({ db, scope, params: { id } }) {
      const order_id = isUuid(id) ? await orderOfPayment(db, id) : null;
      if (!order_id) throw new Refusal('not_found');
      const order = await needOrder(db, scope, order_id);
      await askAboutPayment(db, id);
      return { answer: ok, audit: aboutOrder(order, `Заказ ${order.number}: задан вопрос платёжной системе`) };
    },
  }),

  adminWrite({
    url: '/api/admin/refunds/:id/repeat',
    summary: 'Ещё раз возврат, который отклонили',
    permission: 'payments.refund',
    params: IdParam,
    response: z.object({ id: z.string(), amount: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, scope, staff, params, now }) {
      const refund = isUuid(params.id) ? await readRefund(db, params.id) : null;
      if (!refund) throw new Refusal('not_found');
      const order = await needOrder(db, scope, refund.order_id);
      const asked = { who: `сотрудник ${staff.full_name}`, most: await refundLimitOf(db, staff) };
      const { id, amount } = await repeatByStaff(db, params.id, asked, now);
      const words = `Заказ ${order.number}: возврат ${formatPrice(amount)} отправлен ещё раз`;
      return { answer: { id, amount }, audit: aboutOrder(order, words, { after: { amount } }) };
    },
  }),

  adminWrite({
    url: '/api/admin/receipts/:id/repeat',
    summary: 'Ещё раз чек полного расчёта, который не пробит',
    permission: 'payments.account',
    params: IdParam,
    response: Ok,
    needsKey: true,
    async run({ db, scope, params: { id }, now }) {
      const receipt = isUuid(id) ? await readReceipt(db, id) : null;
      if (!receipt) throw new Refusal('not_found');
      const order = await needOrder(db, scope, receipt.order_id);
      const { sum } = await repeatReceipt(db, id, now);
      const words = `Заказ ${order.number}: чек на ${formatPrice(sum)} отправлен ещё раз`;
      return { answer: ok, audit: aboutOrder(order, words, { after: { sum } }) };
    },
  }),
];

/** Fields that were not asked for are absent, as the queries want them. */
function given<Filter extends object>(filter: Filter): { [Key in keyof Filter]: Exclude<Filter[Key], undefined> } {
  // The schema leaves absent fields out; `undefined` of its type never comes.
  return filter as { [Key in keyof Filter]: Exclude<Filter[Key], undefined> };
}
