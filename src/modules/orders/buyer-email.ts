import { composeEmail, type EmailBlock, type EmailMessage, type WordedBlock } from '#modules/mail/email.ts';
import type { EmailKind } from '#modules/mail/email-kinds.ts';
import { closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { deferralWords, paysLater } from '#shared/deferral.ts';
import { ensure } from '#shared/ensure.ts';
import { greetingOf } from '#shared/greeting.ts';
import { formatPrice } from '#shared/money.ts';
import { confirmCondition } from './confirm-condition.ts';
import {
  at,
  changesOf,
  codeOf,
  dayOf,
  factsOf,
  footerOf,
  isAwaited,
  isPickup,
  linesOf,
  reasonOf,
  untilOf,
  wordsAbout,
} from './email-parts.ts';
import { mayBeHandedOver } from './hand-over.ts';
import { limitWords } from './limit-words.ts';
import type { OrderView } from './queries.ts';

type BuyerEvent =
  | 'placed'
  | 'approved'
  | 'ready'
  | 'in_delivery'
  | 'cancelled'
  | 'link'
  | 'receiving'
  | 'edited'
  | 'added';
type Given = { link: string | null; hasInvoice: boolean; since: Date | undefined };
type BuyerText = { kind: EmailKind; blocks: WordedBlock[] };

/**
 * To the buyer. `link` is the signed one; times are the branch's own clock. `hasInvoice`: the invoice travels with the
 * email; `since`: the first of the changes it reports, without it only of the last.
 */
export function buyerEmail(
  order: OrderView,
  event: BuyerEvent,
  link: string | null,
  { hasInvoice = false, since }: { hasInvoice?: boolean; since?: Date } = {},
): EmailMessage {
  if (event === 'link') return linkEmail(order, link);
  const { kind, blocks } = textOf[event](order, { link, hasInvoice, since });
  return composeWordedEmail({ kind, ...wordsAbout(order) }, blocks, footerOf(order));
}

/** What opens the order for whoever has it: its words are the program's alone. */
function linkEmail(order: OrderView, link: string | null): EmailMessage {
  const title = `Ссылка на заказ ${order.number}`;
  const text = `${greetingOf(order.contact.name)} Вы просили ссылку на заказ. Она откроет его на любом устройстве, не пересылайте её посторонним.`;
  return composeEmail(
    title,
    title,
    [
      { kind: 'text', text },
      ...(order.is_unconfirmed ? [{ kind: 'text', text: confirmText(order) } as const] : []),
      ...seeButton(order, link),
      { kind: 'text', text: 'Если вы не просили ссылку, ничего делать не нужно.' },
    ],
    footerOf(order),
  );
}

const textOf: Record<Exclude<BuyerEvent, 'link'>, (order: OrderView, given: Given) => BuyerText> = {
  placed: (order, { link, hasInvoice }) => ({
    kind: order.awaits_approval ? 'order_awaits_approval' : 'order_placed',
    blocks: [...acceptedBlocks(order, { link, hasInvoice }), closingWords()],
  }),
  approved: (order, { link, hasInvoice }) => ({
    kind: 'order_approved',
    blocks: [...acceptedBlocks(order, { link, hasInvoice }), closingWords()],
  }),
  ready: (order, { link }) => ({
    kind: readyKind(order),
    blocks: [
      leadWords(readyRest(order)),
      ...codeOf(order),
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      { kind: 'facts', rows: factsOf(order) },
      closingWords(),
    ],
  }),
  in_delivery: (order, { link }) => ({
    kind: 'order_in_delivery',
    blocks: [
      leadWords(),
      ...codeOf(order),
      ...seeButton(order, link),
      { kind: 'facts', rows: factsOf(order) },
      closingWords(),
    ],
  }),
  cancelled: (order, { link }) => ({
    kind: 'order_cancelled',
    blocks: [
      leadWords(`Заказ ${order.number} отменён${reasonOf(order)}. ${releasedWords(order)}`),
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      closingWords(),
    ],
  }),
  receiving: (order, { link, since, hasInvoice }) => ({
    kind: 'order_receiving',
    blocks: [
      leadWords(`Изменилось: ${changesOf(order, since)}.`),
      ...newInvoice(order, hasInvoice),
      ...seeButton(order, link),
      { kind: 'facts', rows: factsOf(order) },
      closingWords(),
    ],
  }),
  edited: (order, given) => editedText(order, `Магазин изменил заказ: ${changesOf(order, given.since)}.`, given),
  added: (order, given) =>
    editedText(
      order,
      `Вы изменили заказ: ${changesOf(order, given.since)}. Новая сумма: ${formatPrice(order.total)}.`,
      given,
    ),
};

/** Goods and sums are others now; `what`: which. */
function editedText(order: OrderView, what: string, { link, hasInvoice }: Given): BuyerText {
  return {
    kind: 'order_edited',
    blocks: [
      leadWords(what),
      ...newInvoice(order, hasInvoice),
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      closingWords(),
    ],
  };
}

/** The invoice that came in place of the former one travels with the email. */
function newInvoice(order: OrderView, hasInvoice: boolean): Extract<EmailBlock, { kind: 'text' }>[] {
  const text = `Новый счёт на ${formatPrice(order.total)} приложен к письму. Прежний счёт не оплачивайте.`;
  return hasInvoice ? [{ kind: 'text', text }] : [];
}

/** An order that the shop has taken on: what comes next, its goods, how it is received. */
function acceptedBlocks(order: OrderView, { link, hasInvoice }: Omit<Given, 'since'>): WordedBlock[] {
  return [
    leadWords(),
    { kind: 'text', text: nextStep(order, hasInvoice) },
    ...payButton(order, link),
    ...seeButton(order, link),
    { kind: 'table', rows: linesOf(order) },
    { kind: 'facts', rows: factsOf(order) },
  ];
}

/** What one joint email says of an order. */
export type OrderNews = {
  order: OrderView;
  event: 'placed' | 'cancelled' | 'receiving';
  link: string | null;
  hasInvoice: boolean;
  /** Since when it waits to be sent. */
  since: Date;
};

/** To a buyer who has just been written to: several orders in one email, each by its number. All are of one address. */
export function jointEmail(news: OrderNews[]): EmailMessage {
  const numbers = [...new Set(news.map(({ order }) => order.number))];
  const heading = `${numbers.length === 1 ? 'Заказ' : 'Заказы'} ${numbers.join(', ')}`;
  const { order: last } = ensure(news.at(-1));
  const subject = numbers.length > 3 ? `Заказы ${numbers.slice(0, 3).join(', ')} и ещё ${numbers.length - 3}` : heading;
  return composeWordedEmail(
    { kind: 'orders_joint', ...wordsAbout(last), title: { subject, heading } },
    [leadWords(), ...news.flatMap(newsBlocks), closingWords()],
    footerOf(last),
  );
}

function newsBlocks({ order, event, link, hasInvoice, since }: OrderNews): EmailBlock[] {
  const see = seeButton(order, link).map((button) => ({ ...button, label: `${button.label} ${order.number}` }));
  switch (event) {
    case 'placed':
      return [
        {
          kind: 'text',
          text: `Заказ ${order.number} на ${formatPrice(order.total)} принят. ${nextStep(order, hasInvoice)}`,
        },
        ...payButton(order, link),
        ...see,
        { kind: 'table', rows: linesOf(order) },
      ];
    case 'cancelled':
      return [{ kind: 'text', text: `Заказ ${order.number} отменён${reasonOf(order)}. ${releasedWords(order)}` }];
    case 'receiving':
      return [
        { kind: 'text', text: `Получение заказа ${order.number} изменено: ${changesOf(order, since)}.` },
        ...newInvoice(order, hasInvoice),
        ...see,
      ];
  }
}

/** The signed link leads to the payment as well as to the order. */
function payButton(order: OrderView, link: string | null): EmailBlock[] {
  if (link === null || !isAwaited(order, 'online')) return [];
  return [{ kind: 'button', label: 'Оплатить', url: link.replace('/?token=', '/payment/?token=') }];
}

/** Of an unconfirmed order the button confirms: it leads to the order's page, where one more press does it. */
function seeButton(order: OrderView, link: string | null): Extract<EmailBlock, { kind: 'button' }>[] {
  if (link === null) return [];
  return [{ kind: 'button', label: order.is_unconfirmed ? 'Подтвердить заказ' : 'Открыть заказ', url: link }];
}

function confirmText(order: OrderView): string {
  return `Товары отложены за вами ${untilOf(order)}. Подтвердите заказ до этого времени, иначе он отменится и товары смогут купить другие. Если вы ничего не заказывали, ничего делать не нужно.`;
}

/** Of goods that are brought on a day by which a guest need not have confirmed yet. */
function dayToConfirm(order: OrderView): string {
  const { date, named_hours: hours } = order.receiving;
  const condition = isPickup(order) || order.payment_method !== 'on_receipt' ? '' : confirmCondition(order);
  return condition && date && hours ? ` Привезём ${dayOf(date, hours)}${condition}.` : '';
}

function nextStep(order: OrderView, hasInvoice: boolean): string {
  if (order.is_unconfirmed) {
    return `${confirmText(order)}${dayToConfirm(order)}${afterConfirming(order, hasInvoice)}`;
  }
  if (order.awaits_approval) {
    return `${limitWords(order)} Его согласует владелец организации: мы ему написали. Товары отложены за вами ${untilOf(order)}; если его не согласуют, он отменится. О решении придёт письмо.`;
  }
  if (isAwaited(order, 'online')) {
    const until = order.reserved_until ? ` до ${at(order, order.reserved_until)}, потом резерв снимется` : '';
    return `Оплатите заказ${until}. Если вы уже платите, ничего делать не нужно: подтверждение придёт письмом.`;
  }
  if (isAwaited(order, 'credit')) {
    return 'Заявку на кредит можно заполнить на странице заказа, или её оформит оператор: он позвонит и назовёт условия банка.';
  }
  if (paysLater(order)) return [laterWords(order, hasInvoice), goodsStep(order)].join(' ');
  if (order.payment_method === 'invoice') {
    const until = order.reserved_until ? ` Товары зарезервированы до ${at(order, order.reserved_until)}.` : '';
    return hasInvoice
      ? `Счёт приложен к письму и лежит на странице заказа. Оплатите его: соберём заказ, когда поступят деньги${isPickup(order) ? ', и напишем, что его можно забрать' : ''}.${until}`
      : `Счёт пришлёт сотрудник филиала на этот адрес.${until}`;
  }
  return goodsStep(order);
}

/** What a firm pays behind the goods. */
function laterWords({ deferral_days }: OrderView, hasInvoice: boolean): string {
  const when = deferralWords(ensure(deferral_days));
  return hasInvoice
    ? `Счёт приложен к письму и лежит на странице заказа. Оплатите его ${when}.`
    : `Счёт пришлёт сотрудник филиала на этот адрес. Оплатите его ${when}.`;
}

function goodsStep(order: OrderView): string {
  if (isPickup(order)) return 'Когда заказ будет готов, мы пришлём письмо с кодом получения.';
  if (order.delivery_price === null) return 'Оператор позвонит, назовёт цену доставки и согласует время.';
  const { date, named_hours: hours } = order.receiving;
  return date && hours
    ? `Привезём ${dayOf(date, hours)}. Водитель позвонит перед приездом.`
    : 'Оператор позвонит и согласует время доставки.';
}

function afterConfirming({ payment_method }: OrderView, hasInvoice: boolean): string {
  if (payment_method === 'credit')
    return ' Потом заполните заявку на кредит на странице заказа или дождитесь звонка оператора.';
  if (payment_method !== 'invoice') return '';
  return hasInvoice
    ? ' Счёт приложен к письму: оплатите его, когда подтвердите заказ.'
    : ' Потом сотрудник филиала пришлёт счёт на этот адрес.';
}

function readyKind(order: OrderView): EmailKind {
  if (!isPickup(order)) return 'order_assembled';
  return mayBeHandedOver(order) ? 'order_ready' : 'order_ready_unpaid';
}

function readyRest(order: OrderView): string {
  if (!isPickup(order)) return '';
  if (!mayBeHandedOver(order)) return 'Выдадим его, когда поступит оплата.';
  return order.reserved_until ? `Храним до ${at(order, order.reserved_until)}.` : '';
}

function releasedWords({ bonus_discount }: OrderView): string {
  return `Товары больше не зарезервированы${bonus_discount > 0 ? ', бонусы вернулись на карту' : ''}.`;
}
