import { checkPayment } from '#integrations/payments/check-payment.ts';
import { type Methods, ProviderSilent } from '#integrations/payments/provider.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { listDocuments } from '#modules/documents/issue-document.ts';
import { goodsBefore, type OrderView } from '#modules/orders/queries.ts';
import { cancellationWords } from '#modules/payments/cancellation-words.ts';
import { noteAsking } from '#modules/payments/open-payment.ts';
import {
  type Attempt,
  type OrderPayment,
  paymentOf,
  type ReceiptView,
  type RefundView,
} from '#modules/payments/queries.ts';
import { type PayMethod, payMethodWords } from '#modules/payments/schema.ts';
import type { DeviceType } from '#platform/device.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import { laterTerm } from '#shared/deferral.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone } from '#shared/phone.ts';
import { shownAmount, shownCount, shownPrice } from '#shared/unit-words.ts';
import { untilWords } from '#shared/until-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { qrPath } from '#web/ui/qr-path.ts';

/** What the payment page shows; times by the branch's clock, money in kopecks. */
export type PaymentPage = Awaited<ReturnType<typeof readPaymentPage>>;

/** A visitor waits no longer than this for the provider; the worker has more patience. */
const patienceMs = 4_000;
/** Two looks at the page within this time ask the provider once, save for a buyer who comes from the bank. */
const askEveryMs = 2_000;

/**
 * S2-19: the payment of an order as the provider states it now. Coming back from the bank proves nothing, so an open
 * attempt is asked about. In the address, `go` is the attempt whose payment page is to be opened at once, `return` a
 * buyer who comes from there.
 */
export async function readPaymentPage(
  { db, partners, requestContext, log }: Pick<Shop, 'db' | 'partners' | 'requestContext' | 'log'>,
  order: OrderView,
  query: URLSearchParams,
  now = new Date(),
) {
  const provider = partners.payments?.within(patienceMs);
  let payment = ensure(await paymentOf(db, order.id));
  let isSilent = false;
  const go = query.get('go');
  const pauseMs = query.has('return') ? 0 : askEveryMs;
  if (provider && payment.open && go === null && (await noteAsking(db, payment.open.id, pauseMs, now))) {
    try {
      await checkPayment(db, provider, payment.open.id, now);
    } catch (error) {
      if (!(error instanceof ProviderSilent)) log.error({ err: error }, 'a payment could not be checked');
      isSilent = true;
    }
    payment = ensure(await paymentOf(db, order.id));
  }
  const isTaken = provider && payment.sum_due > 0 && order.lines.length <= provider.most_positions;
  const methods = isTaken ? await provider.methods() : {};
  const invoice = (await listDocuments(db, order)).find(({ kind }) => kind === 'invoice');
  const zone = order.branch.time_zone;
  const last = payment.attempts[0];
  const { open } = payment;
  return {
    id: order.id,
    number: order.number,
    city: order.branch.city,
    situation: payment.situation,
    payment_method: payment.payment_method,
    sum_due: payment.sum_due,
    total: order.total,
    /** What is paid for. */
    lines: order.lines.map(({ position, image, name, count, shown_unit, price }) => ({
      position,
      image,
      name,
      amount: `${shownAmount(count, shown_unit)} × ${formatPrice(shownPrice(price, shown_unit))}`,
      sum: price * count,
    })),
    /** The lines as they stand, then what coupon and bonuses took off them. */
    goods_before: goodsBefore(order),
    coupon: order.coupon,
    discount: order.discount,
    bonus_discount: order.bonus_discount,
    delivery_price: order.receiving.type === 'delivery' ? order.delivery_price : null,
    carrying_price: order.receiving.carrying ? order.carrying_price : null,
    paid: payment.paid,
    refunded: payment.refunded,
    is_delivery_unknown: order.receiving.type === 'delivery' && order.delivery_price === null,
    /** A guest's order that waits for the click in its email, and until when. */
    unconfirmed_until: order.is_unconfirmed && order.reserved_until ? untilWords(order.reserved_until, zone) : null,
    reserved_text:
      payment.reserved_until && !order.is_unconfirmed && isWaitedFor(payment)
        ? untilWords(payment.reserved_until, zone)
        : null,
    methods: choices(methods, payment, requestContext.device),
    is_by_operator: payment.payment_method === 'credit' && payment.situation === 'due' && methods.credit === undefined,
    phone: formatPhone(order.contact.phone),
    email: order.contact.email,
    is_demonstration: provider?.is_demonstration ?? false,
    attempt: open && attemptOf(open, isSilent, zone),
    go: open && open.id === go ? open.confirmation_url : null,
    invoice: invoice?.is_ready ? documentFile(invoice) : null,
    /** Until when a firm pays behind the goods; null: they wait for the money. */
    later_term: laterTerm(order, zone),
    /** Money that came to the shop's account, or at the desk, has no receipt from the site. */
    paid_by: payment.attempts.find(({ state }) => state === 'succeeded')?.method ?? null,
    has_given: payment.situation === 'elsewhere' && payment.payment_method === 'on_receipt',
    is_pickup: order.receiving.type === 'pickup',
    failure:
      (payment.situation === 'due' || payment.situation === 'on_receipt') &&
      last?.state === 'canceled' &&
      last.cancellation_reason !== 'replaced'
        ? cancellationWords(last.cancellation_reason)
        : null,
    paid_text: paidText(payment, zone),
    log: payment.attempts.map((attempt) => logOf(attempt, zone)),
    refunds: payment.refunds.map((refund) => refundOf(refund, zone)),
    receipts: payment.receipts.map((receipt) => receiptOf(receipt, zone)),
    is_watched: open !== null || payment.refunds.some(({ state }) => state === 'new' || state === 'pending'),
  };
}

/** The goods wait for this money, and no longer than their term. */
function isWaitedFor({ situation, payment_method }: OrderPayment): boolean {
  if (situation === 'elsewhere') return payment_method === 'invoice';
  return (situation === 'due' || situation === 'waiting') && payment_method !== 'on_receipt';
}

export type PayChoice = { method: PayMethod; title: string; terms: string };

const titles: Record<PayMethod, string> = { sbp: 'СБП', card: 'Банковская карта', credit: 'Кредит' };

function choices(methods: Methods, { payment_method }: OrderPayment, device: DeviceType): PayChoice[] {
  const terms: Record<PayMethod, string> = {
    sbp:
      device === 'mobile'
        ? 'Откроется приложение вашего банка'
        : 'Покажем QR-код, его читает телефон с приложением вашего банка',
    card: 'Данные карты вводятся на странице платёжной системы, мы их не видим',
    credit: 'Заявка заполняется на странице платёжной системы, условия назовёт банк',
  };
  const wanted: PayMethod[] = payment_method === 'credit' ? ['credit'] : ['sbp', 'card'];
  return wanted
    .filter((method) => methods[method] !== undefined)
    .map((method) => ({ method, title: titles[method], terms: terms[method] }));
}

function attemptOf(attempt: Attempt, isSilent: boolean, zone: string) {
  return {
    id: attempt.id,
    method: attempt.method,
    method_words: payMethodWords[attempt.method],
    amount: attempt.amount,
    started_text: formatDateTime(attempt.created_at, zone),
    link: attempt.confirmation_url ?? attempt.confirmation_data,
    qr: attempt.confirmation_data === null ? null : qrPath(attempt.confirmation_data),
    /** The provider has not answered for it yet, or does not answer now. */
    is_silent: isSilent || attempt.state === 'new',
  };
}

function paidText({ attempts, situation }: OrderPayment, zone: string): string | null {
  const paid = attempts.find(({ state }) => state === 'succeeded');
  if (situation !== 'paid' || !paid?.paid_at) return null;
  const at = paid.method === 'transfer' ? formatDate(paid.paid_at, zone) : formatDateTime(paid.paid_at, zone);
  return `${at}, ${payMethodWords[paid.method].toLowerCase().replace('сбп', 'СБП')}`;
}

function logOf(attempt: Attempt, zone: string) {
  const words = {
    new: 'Отправляется',
    pending: 'Ждёт оплаты',
    waiting_for_capture: 'Ждёт подтверждения',
    succeeded: 'Оплачен',
    canceled: cancellationWords(attempt.cancellation_reason),
  } satisfies Record<Attempt['state'], string>;
  return {
    id: attempt.id,
    time: formatDateTime(attempt.created_at, zone),
    method: payMethodWords[attempt.method],
    amount: attempt.amount,
    words: words[attempt.state],
    look: attempt.state === 'succeeded' ? 'ok' : attempt.state === 'canceled' ? 'warn' : 'grey',
  } as const;
}

function refundOf(refund: RefundView, zone: string) {
  const words = {
    new: 'Возвращаем',
    pending: 'Возвращаем',
    succeeded: 'Возвращено',
    canceled: 'Не прошёл: мы свяжемся с вами',
  } satisfies Record<RefundView['state'], string>;
  return {
    id: refund.id,
    time: formatDateTime(refund.changed_at, zone),
    amount: refund.amount,
    words: words[refund.state],
  };
}

function receiptOf(receipt: ReceiptView, zone: string) {
  const titles = {
    prepayment: 'Чек предоплаты',
    full: 'Чек полного расчёта',
    return: 'Чек возврата',
  } satisfies Record<ReceiptView['kind'], string>;
  const states = {
    new: 'готовится',
    pending: 'регистрируется в кассе',
    succeeded: 'зарегистрирован',
    canceled: 'касса не приняла, мы пришлём его позже',
  } satisfies Record<ReceiptView['state'], string>;
  const { fiscal } = receipt;
  return {
    id: receipt.id,
    title: titles[receipt.kind],
    state: states[receipt.state],
    time: formatDateTime(fiscal?.registered_at ? new Date(fiscal.registered_at) : receipt.created_at, zone),
    sum: receipt.sum,
    items: receipt.items.map(({ name, count, price, parts = 1 }) => ({
      name,
      price,
      words: `${shownCount(count, { parts })} × ${formatPrice(shownPrice(price, { parts }))}`,
    })),
    fiscal: fiscal?.fiscal_document_number
      ? `ФД ${fiscal.fiscal_document_number}, ФН ${fiscal.fiscal_storage_number ?? '—'}, ФП ${fiscal.fiscal_attribute ?? '—'}`
      : null,
  };
}
