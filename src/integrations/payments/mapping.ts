import { z } from 'zod';
import type { OrderView } from '#modules/orders/queries.ts';
import type { SeenPayment } from '#modules/payments/apply-payment.ts';
import type { ReceiptItem } from '#modules/payments/receipt-items.ts';
import type { SeenReceipt } from '#modules/payments/receipts.ts';
import type { SeenRefund } from '#modules/payments/refund-payment.ts';
import type { PayMethod } from '#modules/payments/schema.ts';
import type { Provider } from './provider.ts';

/** Kopecks → {value: '1234.50', currency: 'RUB'}. */
function toAmount(kopecks: number) {
  const text = String(kopecks).padStart(3, '0');
  return { value: `${text.slice(0, -2)}.${text.slice(-2)}`, currency: 'RUB' };
}

/** '1234.50' → 123450; NaN for anything else. */
function fromAmount(value: string): number {
  const match = /^(\d{1,13})\.(\d{2})$/.exec(value);
  return match ? Number(match[1]) * 100 + Number(match[2]) : Number.NaN;
}

export type Confirmation = { type: 'redirect'; return_url: string } | { type: 'qr' };

/** POST /payments, one stage. `type` is the provider's word for the method. */
export function toPaymentRequest(
  provider: Pick<Provider, 'tax_system'>,
  order: OrderView,
  attempt: { id: string; amount: number; items: ReceiptItem[] },
  type: string,
  confirmation: Confirmation,
) {
  return {
    amount: toAmount(attempt.amount),
    capture: true,
    payment_method_data: { type },
    confirmation,
    description: `Заказ ${order.number}`,
    metadata: { order_id: order.id, payment_id: attempt.id, order_number: String(order.number) },
    receipt: { ...toReceipt(provider, order, attempt.items) },
  };
}

/** POST /refunds. The description names our refund, so that it is found again after its key has been forgotten. */
export function toRefundRequest(
  provider: Pick<Provider, 'tax_system'>,
  order: OrderView,
  refund: { id: string; payment_provider_id: string; amount: number },
  items: ReceiptItem[],
) {
  return {
    payment_id: refund.payment_provider_id,
    amount: toAmount(refund.amount),
    description: refundDescription(order.number, refund.id),
    receipt: toReceipt(provider, order, items),
  };
}

export function refundDescription(number: number, refund_id: string): string {
  return `Возврат по заказу ${number}, ${refund_id}`;
}

/** POST /receipts at the hand-over: full payment, offset by what was prepaid. */
export function toReceiptRequest(
  provider: Pick<Provider, 'tax_system'>,
  order: OrderView,
  receipt: { payment_provider_id: string; sum: number; items: ReceiptItem[] },
) {
  return {
    type: 'payment',
    payment_id: receipt.payment_provider_id,
    send: true,
    ...toReceipt(provider, order, receipt.items),
    settlements: [{ type: 'prepayment', amount: toAmount(receipt.sum) }],
  };
}

function toReceipt(
  { tax_system }: Pick<Provider, 'tax_system'>,
  { contact, company }: OrderView,
  items: ReceiptItem[],
) {
  return {
    customer: {
      ...(company && { full_name: company.name, inn: company.inn }),
      email: contact.email,
      phone: contact.phone.replace(/\D/g, ''),
    },
    items: items.map(({ name, count, price, vat_code, subject, mode }) => ({
      description: name,
      quantity: `${count}.000`,
      amount: toAmount(price),
      vat_code,
      payment_mode: mode,
      payment_subject: subject,
      measure: 'piece',
    })),
    ...(tax_system !== null && { tax_system_code: tax_system }),
  };
}

const Amount = z.object({ value: z.string(), currency: z.string() });
const ReceiptState = z.enum(['pending', 'succeeded', 'canceled']);
const Cancellation = z.object({ reason: z.string() });

const PaymentObject = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: Amount,
  confirmation: z
    .object({ confirmation_url: z.string().optional(), confirmation_data: z.string().optional() })
    .optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  cancellation_details: Cancellation.optional(),
  receipt_registration: ReceiptState.optional(),
});

/** A payment object as we read it; throws when it is not one. */
export function readPaymentObject(json: unknown): SeenPayment {
  const payment = PaymentObject.parse(json);
  return {
    provider_id: payment.id,
    state: payment.status,
    amount: fromAmount(payment.amount.value),
    currency: payment.amount.currency,
    payment_id: payment.metadata?.payment_id ?? null,
    order_id: payment.metadata?.order_id ?? null,
    confirmation_url: webAddress(payment.confirmation?.confirmation_url),
    confirmation_data: webAddress(payment.confirmation?.confirmation_data),
    cancellation_reason: payment.cancellation_details?.reason ?? null,
    receipt_state: payment.receipt_registration ?? null,
  };
}

const RefundObject = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: Amount,
  description: z.string().optional(),
  cancellation_details: Cancellation.optional(),
  receipt_registration: ReceiptState.optional(),
});

export type ReadRefund = SeenRefund & { payment_provider_id: string; description: string };

export function readRefundObject(json: unknown): ReadRefund {
  const refund = RefundObject.parse(json);
  return {
    provider_id: refund.id,
    payment_provider_id: refund.payment_id,
    description: refund.description ?? '',
    state: refund.status,
    amount: fromAmount(refund.amount.value),
    cancellation_reason: refund.cancellation_details?.reason ?? null,
    receipt_state: refund.receipt_registration ?? null,
  };
}

const List = z.object({ items: z.array(z.unknown()) });

export function readRefundList(json: unknown): ReadRefund[] {
  return List.parse(json).items.map(readRefundObject);
}

const fiscalFields = ['fiscal_document_number', 'fiscal_storage_number', 'fiscal_attribute', 'registered_at'] as const;

const ReceiptObject = z.object({
  id: z.string(),
  type: z.enum(['payment', 'refund']),
  status: ReceiptState,
  refund_id: z.string().optional(),
  fiscal_document_number: z.string().optional(),
  fiscal_storage_number: z.string().optional(),
  fiscal_attribute: z.string().optional(),
  registered_at: z.string().optional(),
});

export function readReceiptObject(json: unknown): SeenReceipt {
  const receipt = ReceiptObject.parse(json);
  const fiscal = Object.fromEntries(
    fiscalFields.flatMap((name) => {
      const value = receipt[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    provider_id: receipt.id,
    kind: receipt.type,
    refund_provider_id: receipt.refund_id ?? null,
    state: receipt.status,
    fiscal: Object.keys(fiscal).length > 0 ? fiscal : null,
  };
}

export function readReceiptList(json: unknown): SeenReceipt[] {
  return List.parse(json).items.map(readReceiptObject);
}

const Me = z.object({ payment_methods: z.array(z.string()).optional() });

/** The provider's words for our methods, in the order of preference. */
const typesOf: Record<PayMethod, string[]> = {
  card: ['bank_card'],
  sbp: ['sbp'],
  credit: ['sber_loan', 'installments'],
};

/** Which methods the shop's contract has, and under which word; null: GET /me does not say. */
export function readMethods(json: unknown): Partial<Record<PayMethod, string>> | null {
  const offered = Me.parse(json).payment_methods;
  if (!offered) return null;
  return Object.fromEntries(
    Object.entries(typesOf).flatMap(([method, types]) => {
      const type = types.find((word) => offered.includes(word));
      return type ? [[method, type]] : [];
    }),
  );
}

/** A browser is sent nowhere but to a web address. */
function webAddress(text: string | undefined): string | null {
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;
}
