import { composeEmail, type EmailBlock, type EmailMessage } from '#modules/mail/email.ts';
import { closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { codeOf, footerOf, wordsAbout } from '#modules/orders/email-parts.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { refundArrives } from '#shared/refund-words.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { servicePositions } from './paid-lines.ts';
import type { RefundView } from './queries.ts';
import { type PayMethod, payMethodWords } from './schema.ts';

type PaidAttempt = { amount: number; method: PayMethod | 'transfer'; paid_at: Date | null };

/** To the buyer: the money is here. `link` is the signed one. */
export function paidEmail(
  order: OrderView,
  { amount, method, paid_at }: PaidAttempt,
  link: string | null,
): EmailMessage {
  const next = nextWords(order);
  const receipt = method === 'transfer' ? '' : ' Кассовый чек придёт отдельным письмом.';
  return composeWordedEmail(
    { kind: 'order_paid', ...wordsAbout(order) },
    [
      leadWords(`Мы получили ${formatPrice(amount)}.${receipt}`),
      ...(next ? [{ kind: 'text', text: next } as const] : []),
      ...codeOf(order),
      ...button(link),
      {
        kind: 'facts',
        rows: [
          { name: 'Сумма', value: formatPrice(amount) },
          { name: 'Способ', value: payMethodWords[method] },
          ...(paid_at ? [{ name: 'Оплачен', value: paidWords({ method, paid_at }, order.branch.time_zone) }] : []),
        ],
      },
      closingWords(),
    ],
    footerOf(order),
  );
}

/** Of a transfer the day alone is known. */
function paidWords({ method, paid_at }: { method: PaidAttempt['method']; paid_at: Date }, zone: string): string {
  return method === 'transfer' ? formatDate(paid_at, zone) : formatDateTime(paid_at, zone);
}

function nextWords({ state, receiving }: OrderView): string | null {
  const isPickup = receiving.type === 'pickup';
  switch (state) {
    case 'completed':
    case 'cancelled':
      return null;
    case 'ready':
      return isPickup ? 'Заказ собран и ждёт вас.' : 'Заказ собран, скоро передадим его водителю.';
    case 'in_delivery':
      return 'Машина с вашим заказом уже выехала. Водитель позвонит перед приездом.';
    default:
      return isPickup
        ? 'Когда заказ будет готов, мы пришлём письмо с кодом получения.'
        : 'Оператор позвонит и согласует время доставки.';
  }
}

/** To the branch: an order that waited for its money may be assembled. */
export function paidBranchEmail(order: OrderView, { amount, method }: PaidAttempt): EmailMessage {
  const text =
    order.is_short || order.state !== 'new'
      ? 'Деньги за заказ получены, при выдаче платить не нужно.'
      : 'Деньги за заказ получены. Соберите его и переведите в «Собирается».';
  return composeEmail(
    `Заказ ${order.number} оплачен: ${formatPrice(amount)}`,
    `Заказ ${order.number} оплачен`,
    [
      { kind: 'text', text },
      {
        kind: 'facts',
        rows: [
          { name: 'Сумма', value: formatPrice(amount) },
          { name: 'Способ', value: payMethodWords[method] },
          { name: 'Покупатель', value: [order.contact.name, order.contact.email].filter(Boolean).join(', ') },
        ],
      },
    ],
    footerOf(order),
  );
}

/** To the buyer: the money goes back, by which way, and why. `method`: how it came. */
export function refundedEmail(
  order: OrderView,
  refund: RefundView,
  method: PaidAttempt['method'],
  link: string | null,
): EmailMessage {
  const subject = `Возврат по заказу ${order.number}: ${formatPrice(refund.amount)}`;
  const heading = `Возвращаем ${formatPrice(refund.amount)}`;
  return composeWordedEmail(
    { kind: 'order_refund', ...wordsAbout(order), title: { subject, heading } },
    [
      leadWords(refundReason(order, refund, method)),
      { kind: 'text', text: method === 'transfer' ? transferWayWords : wayWords },
      ...button(link),
      ...returnedLines(order, refund),
      closingWords(),
    ],
    footerOf(order),
  );
}

/** To the branch: the provider did not give the money back, somebody has to. */
export function refundFailedEmail(order: OrderView, refund: RefundView): EmailMessage {
  return composeEmail(
    `Возврат по заказу ${order.number} не прошёл`,
    `Возврат по заказу ${order.number} не прошёл`,
    [
      {
        kind: 'text',
        text: `Платёжная система отказалась вернуть ${formatPrice(refund.amount)}. Проверьте баланс магазина в её кабинете и повторите возврат или верните деньги иначе.`,
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Покупатель', value: [order.contact.name, order.contact.email].filter(Boolean).join(', ') },
          { name: 'Ответ', value: refund.cancellation_reason ?? '' },
        ],
      },
    ],
    footerOf(order),
  );
}

const wayWords = `Деньги вернутся тем же способом: ${refundArrives}. Чек возврата придёт отдельным письмом.`;
const transferWayWords = 'Деньги вернутся на счёт, с которого они пришли.';

function refundReason(order: OrderView, { reason, amount, lines }: RefundView, method: PaidAttempt['method']): string {
  const sum = formatPrice(amount);
  switch (reason) {
    case 'cancelled':
      return `Заказ ${order.number} отменён, возвращаем за него ${sum}.`;
    case 'late':
      return `Оплата заказа ${order.number} пришла после того, как резерв снялся, а товаров уже не хватает. Возвращаем все деньги: ${sum}.`;
    case 'duplicate':
      // A transfer by a former, dearer invoice: it pays the order, and this is the rest of it.
      if (method === 'transfer')
        return `Пришло больше, чем стоит заказ ${order.number}. Он оплачен, лишние ${sum} возвращаем переводом.`;
      // No line of the order was paid by it: it was begun before the sum changed.
      if (lines.length === 0)
        return `Пришла оплата, начатая до того, как сумма заказа ${order.number} изменилась. Возвращаем её целиком: ${sum}. Если заказ ещё не оплачен, оплатите его по новой сумме.`;
      if (order.payment_state === 'unpaid' && order.payment_method === 'on_receipt')
        return `Часть заказа ${order.number} уже выдана, и его оплачивают на месте. Возвращаем оплату онлайн целиком: ${sum}.`;
      return `Заказ ${order.number} оплачен дважды. Он остаётся оплаченным, лишние ${sum} возвращаем.`;
    case 'returned':
      return `По заказу ${order.number} возвращаем ${sum}.`;
  }
}

function returnedLines(order: OrderView, { reason, lines }: RefundView): EmailBlock[] {
  if (reason !== 'returned') return [];
  const rows = lines.map(({ position, count }) => {
    const line = order.lines[position - 1];
    const { carrying } = order.receiving;
    if (position === servicePositions.carrying && carrying) return { left: carryingWords(carrying), right: '1' };
    return position === servicePositions.delivery || !line
      ? { left: 'Доставка', right: '1' }
      : { left: line.name, right: shownAmount(count, line.shown_unit) };
  });
  return [{ kind: 'table', rows }];
}

function button(link: string | null): EmailBlock[] {
  return link ? [{ kind: 'button', label: 'Открыть заказ', url: link }] : [];
}
