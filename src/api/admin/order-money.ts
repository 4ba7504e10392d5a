import { z } from 'zod';
import { markAccountPayment, markAccountRefund } from '#modules/payments/account-payment.ts';
import type { RefundLine } from '#modules/payments/paid-lines.ts';
import { readRefund } from '#modules/payments/refund-payment.ts';
import { planCancelRefund, planStaffRefund, refundByStaff } from '#modules/payments/staff-refund.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { isUuid } from '#shared/uuid.ts';
import { Ok, ok } from './answers.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { type AdminRoute, adminRead, adminWrite, IdParam } from './route.ts';

/** A refund before it is made; kopecks. */
export const RefundPlan = z.object({
  payment_id: z.string(),
  amount: z.int(),
  destination: z.string(),
  items: z.array(z.object({ name: z.string(), count: z.number(), price: z.int(), vat_rate: z.int().nullable() })),
});
const Lines = z.array(z.object({ position: z.int().min(-1).max(999), count: z.int().min(1).max(99_999) })).max(200);

/** `1:2,0:1` → lines; absent: everything that is left. */
const LinesText = z
  .string()
  .regex(/^(-1|\d{1,3}):\d{1,5}(,(-1|\d{1,3}):\d{1,5})*$/, 'Строки: 1:2,3:1')
  .optional()
  .transform((text): RefundLine[] | null =>
    text === undefined
      ? null
      : text.split(',').map((part) => {
          const [position, count] = part.split(':').map(Number);
          return { position: position ?? 0, count: count ?? 0 };
        }),
  );

/** Money of one order: shown first, moved then. */
export const orderMoneyRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/orders/:id/refund-plan',
    summary: 'Возврат, каким он будет: сумма, куда и по какому чеку',
    permission: 'payments.refund',
    params: IdParam,
    query: z.strictObject({ branch: z.string().max(40).optional(), lines: LinesText }),
    response: RefundPlan,
    async run({ db, scope, staff, params: { id }, query: { lines } }) {
      await needOrder(db, scope, id);
      return planStaffRefund(db, id, lines, await refundLimitOf(db, staff));
    },
  }),

  adminRead({
    url: '/api/admin/orders/:id/cancel-plan',
    summary: 'Что вернётся покупателю, если заказ отменить',
    permission: 'orders.cancel',
    params: IdParam,
    /** `obstacle`: why this person may not cancel it. */
    response: z.object({ refunds: z.array(RefundPlan), obstacle: z.string().nullable() }),
    async run({ db, scope, staff, params: { id } }) {
      await needOrder(db, scope, id);
      return planCancelRefund(db, id, await refundLimitOf(db, staff));
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/refunds',
    summary: 'Возврат денег покупателю',
    permission: 'payments.refund',
    params: IdParam,
    /** `lines` null: everything that is left; `amount`: what the plan named, kopecks. */
    body: z.object({ lines: Lines.min(1).nullable(), note: z.string().max(500), amount: z.int().positive() }),
    response: z.object({ id: z.string(), amount: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, scope, staff, params: { id }, body: { lines, note, amount }, now }) {
      const order = await needOrder(db, scope, id);
      const who = `сотрудник ${staff.full_name}`;
      const asked = { lines, note, who, most: await refundLimitOf(db, staff), seen_amount: amount };
      const refund = await refundByStaff(db, id, asked, now);
      const words = `Заказ ${order.number}: возврат ${formatPrice(refund.amount)} (${note.trim()})`;
      return { answer: refund, audit: aboutOrder(order, words, { after: { amount: refund.amount, lines } }) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/invoice-paid',
    summary: 'Деньги по счёту или кредиту пришли на счёт магазина',
    permission: 'payments.account',
    params: IdParam,
    body: z.object({
      number: z.string().trim().min(1, 'Укажите номер').max(40),
      /** When it came, by the clock of the branch. */
      date: z.iso.date('Укажите день').refine((date) => date >= '2000-01-01', 'Проверьте год'),
      amount: z.int().positive(),
    }),
    /** `back`: what came above the sum of the order and goes back, kopecks. */
    response: z.object({ id: z.string(), amount: z.int(), back: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, scope, staff, params: { id }, body: { number, date, amount }, now }) {
      const order = await needOrder(db, scope, id);
      const document = `п/п ${number} от ${formatDay(date)}`;
      const who = `сотрудник ${staff.full_name}`;
      const payment = await markAccountPayment(db, id, { who, document, amount, date }, now);
      const back = payment.back > 0 ? `, лишние ${formatPrice(payment.back)} возвращаются` : '';
      const words = `Заказ ${order.number}: оплачен по счёту, ${formatPrice(payment.amount)}, ${document}${back}`;
      return { answer: payment, audit: aboutOrder(order, words, { after: { amount, document } }) };
    },
  }),

  adminWrite({
    url: '/api/admin/refunds/:id/returned',
    summary: 'Возврат перевода отправлен со счёта',
    permission: 'payments.account',
    params: IdParam,
    response: Ok,
    needsKey: true,
    async run({ db, scope, params: { id }, now }) {
      const refund = isUuid(id) ? await readRefund(db, id) : null;
      if (!refund) throw new Refusal('not_found');
      const order = await needOrder(db, scope, refund.order_id);
      await markAccountRefund(db, id, now);
      const words = `Заказ ${order.number}: отмечен возврат перевода, ${formatPrice(refund.amount)}`;
      return { answer: ok, audit: aboutOrder(order, words, { after: { amount: refund.amount } }) };
    },
  }),
];
