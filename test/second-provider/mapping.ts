import { z } from 'zod';
import type {
  Methods,
  PaymentNotification,
  WantedPayment,
  WantedReceipt,
  WantedRefund,
} from '#integrations/payments/provider.ts';
import { receiptLines } from '#integrations/payments/receipt-lines.ts';
import type { SeenPayment } from '#modules/payments/apply-payment.ts';
import type { ReceiptItem } from '#modules/payments/receipt-items.ts';
import type { SeenReceipt } from '#modules/payments/receipts.ts';
import type { SeenRefund } from '#modules/payments/refund-payment.ts';
import type { TallyShop } from './client.ts';

/** Rows of a check and letters of a title. */
const most = { lines: 5, nameLength: 40 };
export const mostPositions = most.lines - 1;

/** Ids of bills are numbers, so ours say whose they are. */
export const billNumber = (provider_id: string) => provider_id.replace('tally ', '');

const taxes: Record<number, string> = { 0: 'NONE', 10: 'T10', 20: 'T20', 22: 'T22' };

function rowsOf({ delivery_tax }: TallyShop, items: ReceiptItem[]) {
  return receiptLines(items, most).map(({ name, count, price, vat_rate, subject, mode }) => ({
    title: name,
    n: count,
    each: price,
    is_prepaid: mode === 'full_prepayment',
    is_service: subject === 'service',
    tax: vat_rate === null ? delivery_tax : taxes[vat_rate],
  }));
}

export const toBill = (shop: TallyShop, { id, amount, method_word, confirmation, items, order }: WantedPayment) => ({
  sum: amount,
  way: method_word,
  note: `${order.id}/${id}`,
  back: confirmation.type === 'redirect' ? confirmation.return_url : null,
  check: { mail: order.contact.email, rows: rowsOf(shop, items) },
});

export const toReturn = (shop: TallyShop, { id, payment_provider_id, amount, items, order }: WantedRefund) => ({
  bill: billNumber(payment_provider_id),
  sum: amount,
  note: id,
  check: { mail: order.contact.email, rows: rowsOf(shop, items) },
});

export const toCheck = (shop: TallyShop, { payment_provider_id, sum, items, order }: WantedReceipt) => ({
  bill: billNumber(payment_provider_id),
  prepaid: sum,
  check: { mail: order.contact.email, rows: rowsOf(shop, items) },
});

const Bill = z.object({
  bill: z.int(),
  status: z.enum(['OPEN', 'HELD', 'PAID', 'FAILED']),
  sum: z.int(),
  note: z.string(),
  page: z.url().nullable(),
  failure: z.int().nullable(),
});
const billStates = { OPEN: 'pending', HELD: 'waiting_for_capture', PAID: 'succeeded', FAILED: 'canceled' } as const;
const failures = { 51: 'no_money', 54: 'card_expired' } as const;

export function readBill(json: unknown): SeenPayment {
  const { bill, status, sum, note, page, failure } = Bill.parse(json);
  const [order_id = null, payment_id = null] = note.split('/');
  return {
    provider_id: `tally ${bill}`,
    state: billStates[status],
    amount: sum,
    currency: 'RUB',
    order_id,
    payment_id,
    confirmation_url: page,
    confirmation_data: null,
    cancellation_reason: failure === null ? null : (failures[failure as keyof typeof failures] ?? 'unknown'),
    receipt_state: null,
  };
}

const Return = z.object({ return: z.string(), status: z.enum(['DONE', 'NO']), sum: z.int(), note: z.string() });

export function readReturn(json: unknown): SeenRefund {
  const { return: provider_id, status, sum, note } = Return.parse(json);
  const state = status === 'DONE' ? ('succeeded' as const) : ('canceled' as const);
  return { provider_id, refund_id: note, state, amount: sum, cancellation_reason: null, receipt_state: state };
}

const Check = z.object({ check: z.string(), return: z.string().nullable(), number: z.string() });

export function readCheck(json: unknown): SeenReceipt {
  const { check, return: refund_provider_id, number } = Check.parse(json);
  const kind = refund_provider_id === null ? 'payment' : 'refund';
  return {
    provider_id: check,
    kind,
    refund_provider_id,
    state: 'succeeded',
    fiscal: { fiscal_document_number: number },
  };
}

export function readWays(json: unknown): Methods {
  const { ways } = z.object({ ways: z.array(z.string()) }).parse(json);
  return { ...(ways.includes('CARD') && { card: 'CARD' }), ...(ways.includes('FPS') && { sbp: 'FPS' }) };
}

const Notice = z.object({ tally: z.string().max(50), bill: z.int() });

export function readNotice(body: unknown): PaymentNotification | null {
  const { data } = Notice.safeParse(body);
  return data ? { event: data.tally, about: 'payment', object_id: `tally ${data.bill}` } : null;
}
