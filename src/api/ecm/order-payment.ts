import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { ProductCode } from '#api/product-code.ts';
import { startPayment } from '#integrations/payments/start-payment.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { cancellationWords } from '#modules/payments/cancellation-words.ts';
import { type OrderPayment, paymentOf } from '#modules/payments/queries.ts';
import { type PayMethod, PaymentInput } from '#modules/payments/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { keysOf } from '#shared/keys-of.ts';
import { roubles } from '#shared/money.ts';
import { guestPaymentUrl } from '#shared/urls.ts';
import { ownOrder } from './own-order.ts';

const AttemptAnswer = z.object({
  id: z.string(),
  method: z.string(),
  state: z.string(),
  amount: z.number(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  reason: z.string().nullable(),
});

/**
 * Roubles; sum_due is what is to be paid now. `confirmation` of the open attempt: where it is paid, or the data of its
 * QR code.
 */
const PaymentAnswer = z.object({
  order_id: z.string(),
  number: z.int(),
  payment_method: z.string(),
  payment_state: z.string(),
  situation: z.string(),
  sum_due: z.number(),
  paid: z.number(),
  refunded: z.number(),
  reserved_until: z.string().nullable(),
  methods: z.array(z.string()),
  confirmation: z.object({ url: z.string().nullable(), qr: z.string().nullable() }).nullable(),
  attempts: z.array(AttemptAnswer),
  receipts: z.array(z.object({ kind: z.string(), state: z.string(), sum: z.number() })),
});

const params = z.object({ product: ProductCode, id: z.string().max(100) });
const querystring = z.object({ token: z.string().max(100).optional() });
const errors = { 404: ErrorAnswer, 409: ErrorAnswer, 422: ErrorAnswer, 502: ErrorAnswer };

/** S7-33: the payment of an order, for whoever the order belongs to; for anybody else it does not exist. */
export function orderPaymentRoutes(api: Api, context: ApiContext): void {
  const { db, partners } = context;
  const path = '/api/ecm/:product/orders/:id/payment/';
  api.get(
    path,
    { schema: { summary: 'Оплата заказа', params, querystring, response: { 200: PaymentAnswer, ...errors } } },
    async (request) => {
      const order = await ownOrder(context, request.requestContext, request.params.id, request.query.token);
      return answer(order);
    },
  );
  api.post(
    path,
    {
      schema: {
        summary: 'Начать оплату заказа',
        params,
        querystring,
        body: PaymentInput,
        response: { 201: PaymentAnswer, ...errors },
      },
    },
    async (request, reply) => {
      const { requestContext, query, body } = request;
      const order = await ownOrder(context, requestContext, request.params.id, query.token);
      const provider = partners.payments;
      if (!provider) throw new Refusal('payment_unavailable');
      const return_url = `${requestContext.here}${guestPaymentUrl(order.id)}?return=1`;
      const confirmation =
        body.method === 'sbp' && body.confirmation === 'qr'
          ? ({ type: 'qr' } as const)
          : ({ type: 'redirect', return_url } as const);
      const started_by = requestContext.account?.acting
        ? `сотрудник ${requestContext.account.acting.staff_name}`
        : 'покупатель';
      await startPayment(db, provider, { order_id: order.id, method: body.method, confirmation, started_by });
      reply.code(201);
      return answer(order);
    },
  );

  async function answer({ id }: OrderView): Promise<z.input<typeof PaymentAnswer>> {
    const payment = ensure(await paymentOf(db, id));
    const offered = (await partners.payments?.methods()) ?? {};
    return toAnswer(payment, keysOf(offered));
  }
}

function toAnswer(payment: OrderPayment, offered: PayMethod[]): z.input<typeof PaymentAnswer> {
  const { open } = payment;
  return {
    order_id: payment.order_id,
    number: payment.number,
    payment_method: payment.payment_method,
    payment_state: payment.payment_state,
    situation: payment.situation,
    sum_due: roubles(payment.sum_due),
    paid: roubles(payment.paid),
    refunded: roubles(payment.refunded),
    reserved_until: payment.reserved_until?.toISOString() ?? null,
    methods:
      payment.sum_due === 0
        ? []
        : offered.filter((method) => (method === 'credit') === (payment.payment_method === 'credit')),
    confirmation: open && { url: open.confirmation_url, qr: open.confirmation_data },
    attempts: payment.attempts.map((attempt) => ({
      id: attempt.id,
      method: attempt.method,
      state: attempt.state,
      amount: roubles(attempt.amount),
      created_at: attempt.created_at.toISOString(),
      paid_at: attempt.paid_at?.toISOString() ?? null,
      reason: attempt.state === 'canceled' ? cancellationWords(attempt.cancellation_reason) : null,
    })),
    receipts: payment.receipts.map(({ kind, state, sum }) => ({ kind, state, sum: roubles(sum) })),
  };
}
