import { z } from 'zod';
import type {
  Methods,
  PaymentNotification,
  WantedPayment,
  WantedReceipt,
  WantedRefund,
} from '#integrations/payments/provider.ts';
import { type ReceiptLine, receiptLines } from '#integrations/payments/receipt-lines.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { SeenPayment } from '#modules/payments/apply-payment.ts';
import type { CancellationReason } from '#modules/payments/cancellation-words.ts';
import type { ReceiptItem } from '#modules/payments/receipt-items.ts';
import type { SeenReceipt } from '#modules/payments/receipts.ts';
import type { SeenRefund } from '#modules/payments/refund-payment.ts';
import type { PayMethod } from '#modules/payments/schema.ts';
import { shownPrice, typedAmount } from '#shared/unit-words.ts';
import type { YookassaShop } from './client.ts';

/** Its own cash desk takes no more lines in a receipt, and names no longer. */
export const mostReceiptLines = 80;
const nameLength = 128;

type ReceiptRules = Pick<YookassaShop, 'tax_system' | 'delivery_vat'>;

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

/** POST /payments, one stage. */
export function toPaymentRequest(rules: ReceiptRules, { order, ...wanted }: WantedPayment) {
  return {
    amount: toAmount(wanted.amount),
    capture: true,
    payment_method_data: { type: wanted.method_word },
    confirmation: wanted.confirmation,
    description: `Заказ ${order.number}`,
    metadata: { order_id: order.id, payment_id: wanted.id, order_number: String(order.number) },
    receipt: toReceipt(rules, order, wanted.items),
  };
}

/** POST /refunds. The description names our refund, so that it is found again after its key has been forgotten. */
export function toRefundRequest(rules: ReceiptRules, { order, ...wanted }: WantedRefund) {
  return {
    payment_id: wanted.payment_provider_id,
    amount: toAmount(wanted.amount),
    description: `Возврат по заказу ${order.number}, ${wanted.id}`,
    receipt: toReceipt(rules, order, wanted.items),
  };
}

/** POST /receipts at the hand-over: full payment, offset by what was prepaid. */
export function toReceiptRequest(rules: ReceiptRules, { order, ...wanted }: WantedReceipt) {
  return {
    type: 'payment',
    payment_id: wanted.payment_provider_id,
    send: true,
    ...toReceipt(rules, order, wanted.items),
    settlements: [{ type: 'prepayment', amount: toAmount(wanted.sum) }],
  };
}

/**
 * A cash desk takes plain addresses; whoever has another (`почта@пример.рф`) gets the receipt by phone: one of the two
 * is enough (54-ФЗ, art. 1.2).
 */
function toReceipt({ tax_system, delivery_vat }: ReceiptRules, { contact, company }: OrderView, items: ReceiptItem[]) {
  return {
    customer: {
      ...(company && { full_name: company.name, inn: company.inn }),
      ...(z.email().safeParse(contact.email).success && { email: contact.email }),
      phone: contact.phone.replace(/\D/g, ''),
    },
    items: receiptLines(items, { lines: mostReceiptLines, nameLength }).map(
      ({ name, vat_rate, subject, mode, ...line }) => ({
        description: name,
        ...quantityOf(line),
        vat_code: vatCode(vat_rate === null ? delivery_vat : vat_rate),
        payment_mode: mode,
        payment_subject: subject,
      }),
    ),
    ...(tax_system !== null && { tax_system_code: tax_system }),
  };
}

/** YooKassa's names of what is sold by a part of it (54-ФЗ, tag 2108). */
const measures: Record<string, string> = {
  м: 'meter',
  'м²': 'square_meter',
  'м³': 'cubic_meter',
  кг: 'kilogram',
  т: 'ton',
  л: 'liter',
};

/**
 * 47 times 0,1 m at 6 ₽ are 4.700 m at 60 ₽: the same sum to the kopeck, for a count has three decimals at most. What
 * has no measure there is sold by the piece.
 */
function quantityOf({ count, price, unit, parts }: Pick<ReceiptLine, 'count' | 'price' | 'unit' | 'parts'>) {
  const measure = parts > 1 ? measures[unit] : undefined;
  if (!measure) return { quantity: `${count}.000`, amount: toAmount(price), measure: 'piece' };
  const [whole, decimals = ''] = typedAmount(count, { parts }).split(',');
  return { quantity: `${whole}.${decimals.padEnd(3, '0')}`, amount: toAmount(shownPrice(price, { parts })), measure };
}

/** 0 is «без НДС» here as on papers and in 1C, not the rate of 0 %. */
const vatCodes: Record<number, number> = { 0: 1, 5: 7, 7: 8, 10: 3, 20: 4, 22: 11 };

/** YooKassa's number of a VAT rate (yookassa.ru/developers/54fz/parameters-values); 22 % since 1 January 2026. */
export function vatCode(rate: number): number {
  const code = vatCodes[rate];
  if (code === undefined) throw new RangeError(`Нет кода для ставки НДС ${rate} %`);
  return code;
}

const Amount = z.object({ value: z.string(), currency: z.string() });
const ReceiptState = z.enum(['pending', 'succeeded', 'canceled']);
const Cancellation = z.object({ reason: z.string() });

/**
 * cancellation_details.reason of a payment
 * (yookassa.ru/developers/payment-acceptance/after-the-payment/declined-payments).
 */
const reasons: Record<string, CancellationReason> = {
  '3d_secure_failed': 'not_confirmed',
  call_issuer: 'ask_bank',
  card_expired: 'card_expired',
  country_forbidden: 'country_forbidden',
  fraud_suspected: 'suspicious',
  general_decline: 'declined',
  identification_required: 'wallet_unconfirmed',
  insufficient_funds: 'no_money',
  invalid_card_number: 'wrong_number',
  invalid_csc: 'wrong_code',
  issuer_unavailable: 'bank_silent',
  payment_method_limit_exceeded: 'limit_exceeded',
  payment_method_restricted: 'method_forbidden',
  permission_revoked: 'permission_revoked',
  internal_timeout: 'provider_late',
  canceled_by_merchant: 'cancelled_by_shop',
  expired_on_confirmation: 'not_paid_in_time',
  expired_on_capture: 'not_captured_in_time',
  deal_expired: 'deal_expired',
  unsupported_mobile_operator: 'operator_unsupported',
};

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
export function readPayment(json: unknown): SeenPayment {
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
    cancellation_reason: payment.cancellation_details
      ? (reasons[payment.cancellation_details.reason] ?? 'unknown')
      : null,
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

/** A refund object as we read it; our own id stands at the end of its description. Throws when it is not one. */
export function readRefund(json: unknown): SeenRefund {
  const refund = RefundObject.parse(json);
  return {
    provider_id: refund.id,
    refund_id: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(refund.description ?? '')?.[0] ?? null,
    state: refund.status,
    amount: fromAmount(refund.amount.value),
    cancellation_reason: refund.cancellation_details?.reason ?? 'general_decline',
    receipt_state: refund.receipt_registration ?? null,
  };
}

const List = z.object({ items: z.array(z.unknown()) });

export function readRefundList(json: unknown): SeenRefund[] {
  return List.parse(json).items.map(readRefund);
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

export function readReceipt(json: unknown): SeenReceipt {
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
  return List.parse(json).items.map(readReceipt);
}

const Me = z.object({ payment_methods: z.array(z.string()).optional() });

/** The provider's words for our methods, in the order of preference. */
const typesOf: Record<PayMethod, string[]> = {
  card: ['bank_card'],
  sbp: ['sbp'],
  credit: ['sber_loan', 'installments'],
};

/** Which methods the shop's contract has, and under which word; null: GET /me does not say. */
export function readMethods(json: unknown): Methods | null {
  const offered = Me.parse(json).payment_methods;
  if (!offered) return null;
  return Object.fromEntries(
    Object.entries(typesOf).flatMap(([method, types]) => {
      const type = types.find((word) => offered.includes(word));
      return type ? [[method, type]] : [];
    }),
  );
}

const Notification = z.looseObject({
  type: z.literal('notification'),
  event: z.string().max(100),
  object: z.looseObject({ id: z.string().max(100) }),
});

/** Notifications carry no signature; `payment.succeeded` is about a payment, `refund.succeeded` about a refund. */
export function readNotification(body: unknown): PaymentNotification | null {
  const { data } = Notification.safeParse(body);
  if (!data) return null;
  const { event, object } = data;
  const about = event.startsWith('payment.') ? 'payment' : event.startsWith('refund.') ? 'refund' : 'other';
  return { event, about, object_id: object.id };
}

/** A browser is sent nowhere but to a web address. */
function webAddress(text: string | undefined): string | null {
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;
}
