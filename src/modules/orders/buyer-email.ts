import { composeEmail, type EmailBlock, type EmailMessage } from '#modules/mail/email.ts';
import { ensure } from '#shared/ensure.ts';
import { greetingOf } from '#shared/greeting.ts';
import { formatPrice } from '#shared/money.ts';
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
} from './email-parts.ts';
import { mayBeHandedOver } from './hand-over.ts';
import { limitWords } from './limit-words.ts';
import type { OrderView } from './queries.ts';

type BuyerEvent = 'placed' | 'approved' | 'ready' | 'in_delivery' | 'cancelled' | 'link' | 'receiving' | 'edited';
type Given = { link: string | null; hasInvoice: boolean; since: Date | undefined };
type BuyerText = { subject: string; heading: string; blocks: EmailBlock[] };

/**
 * To the buyer. `link` is the signed one; times are the branch's own clock. `hasInvoice`: the invoice travels with the
 * email; `since`: the first of the changes it tells of, without it only of the last.
 */
export function buyerEmail(
  order: OrderView,
  event: BuyerEvent,
  link: string | null,
  { hasInvoice = false, since }: { hasInvoice?: boolean; since?: Date } = {},
): EmailMessage {
  const { subject, heading, blocks } = textOf[event](order, { link, hasInvoice, since });
  return composeEmail(subject, heading, blocks, footerOf(order));
}

const textOf: Record<BuyerEvent, (order: OrderView, given: Given) => BuyerText> = {
  placed: (order, { link, hasInvoice }) => ({
    subject: `Заказ ${order.number} принят`,
    heading: `Заказ ${order.number} принят`,
    blocks: [
      {
        kind: 'text',
        text: `${greeting(order)} Мы получили ваш заказ${order.awaits_approval ? '.' : ' и уже передали его в филиал.'}`,
      },
      { kind: 'text', text: nextStep(order, hasInvoice) },
      ...payButton(order, link),
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      { kind: 'facts', rows: factsOf(order) },
      { kind: 'text', text: 'Пока заказ не собран, его можно отменить на странице заказа.' },
    ],
  }),
  approved: (order, { link, hasInvoice }) => ({
    subject: `Заказ ${order.number} согласован`,
    heading: `Заказ ${order.number} согласован`,
    blocks: [
      { kind: 'text', text: `${greeting(order)} Владелец организации согласовал заказ, мы передали его в филиал.` },
      { kind: 'text', text: nextStep(order, hasInvoice) },
      ...payButton(order, link),
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      { kind: 'facts', rows: factsOf(order) },
    ],
  }),
  ready: (order, { link }) => ({
    subject: `Заказ ${order.number} ${isPickup(order) ? 'готов к выдаче' : 'собран'}`,
    heading: `Заказ ${order.number} ${isPickup(order) ? 'готов к выдаче' : 'собран и ждёт отправки'}`,
    blocks: [
      { kind: 'text', text: `${greeting(order)} ${readyText(order)}` },
      ...codeOf(order),
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      { kind: 'facts', rows: factsOf(order) },
    ],
  }),
  in_delivery: (order, { link }) => ({
    subject: `Заказ ${order.number} в пути`,
    heading: `Заказ ${order.number} в пути`,
    blocks: [
      {
        kind: 'text',
        text: `${greeting(order)} Машина с вашим заказом выехала. Водитель позвонит перед приездом.`,
      },
      ...codeOf(order),
      ...seeButton(order, link),
      { kind: 'facts', rows: factsOf(order) },
    ],
  }),
  cancelled: (order, { link }) => ({
    subject: `Заказ ${order.number} отменён`,
    heading: `Заказ ${order.number} отменён`,
    blocks: [
      {
        kind: 'text',
        text: `${greeting(order)} Заказ ${order.number} отменён${reasonOf(order)}. ${releasedWords(order)}`,
      },
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
    ],
  }),
  receiving: (order, { link, since }) => ({
    subject: `Заказ ${order.number}: получение изменено`,
    heading: `Получение заказа ${order.number} изменено`,
    blocks: [
      { kind: 'text', text: `${greeting(order)} Изменилось: ${changesOf(order, since)}.` },
      ...seeButton(order, link),
      { kind: 'facts', rows: factsOf(order) },
      { kind: 'text', text: 'Если вы этого не делали, откройте заказ или позвоните нам.' },
    ],
  }),
  edited: (order, { link, since }) => ({
    subject: `Заказ ${order.number} изменён`,
    heading: `Заказ ${order.number} изменён`,
    blocks: [
      { kind: 'text', text: `${greeting(order)} Магазин изменил заказ: ${changesOf(order, since)}.` },
      ...seeButton(order, link),
      { kind: 'table', rows: linesOf(order) },
      { kind: 'text', text: 'Если что-то не так, позвоните нам.' },
    ],
  }),
  link: (order, { link }) => ({
    subject: `Ссылка на заказ ${order.number}`,
    heading: `Ссылка на заказ ${order.number}`,
    blocks: [
      {
        kind: 'text',
        text: `${greeting(order)} Вы просили ссылку на заказ. Она откроет его на любом устройстве, не пересылайте её посторонним.`,
      },
      ...(order.is_unconfirmed ? [{ kind: 'text', text: confirmText(order) } as const] : []),
      ...seeButton(order, link),
      { kind: 'text', text: 'Если вы не просили ссылку, ничего делать не нужно.' },
    ],
  }),
};

/** What one joint email says of an order. */
export type OrderNews = {
  order: OrderView;
  event: 'placed' | 'cancelled' | 'receiving';
  link: string | null;
  hasInvoice: boolean;
  /** Since when it waits to be told. */
  since: Date;
};

/** To a buyer who has just been written to: several orders in one email, each by its number. All are of one address. */
export function jointEmail(news: OrderNews[]): EmailMessage {
  const numbers = [...new Set(news.map(({ order }) => order.number))];
  const heading = `${numbers.length === 1 ? 'Заказ' : 'Заказы'} ${numbers.join(', ')}`;
  const { order: last } = ensure(news.at(-1));
  return composeEmail(
    numbers.length > 3 ? `Заказы ${numbers.slice(0, 3).join(', ')} и ещё ${numbers.length - 3}` : heading,
    heading,
    [{ kind: 'text', text: greeting(last) }, ...news.flatMap(newsBlocks)],
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
      return [{ kind: 'text', text: `Получение заказа ${order.number} изменено: ${changesOf(order, since)}.` }, ...see];
  }
}

function greeting(order: OrderView): string {
  return greetingOf(order.contact.name);
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

function nextStep(order: OrderView, hasInvoice: boolean): string {
  if (order.is_unconfirmed) {
    return `${confirmText(order)}${afterConfirming(order, hasInvoice)}`;
  }
  if (order.awaits_approval) {
    return `${limitWords(order)} Его согласует владелец организации: мы ему написали. Товары отложены за вами ${untilOf(order)}; без согласования заказ тогда отменится. О решении придёт письмо.`;
  }
  if (isAwaited(order, 'online')) {
    const until = order.reserved_until ? ` до ${at(order, order.reserved_until)}, потом резерв снимется` : '';
    return `Оплатите заказ${until}. Если вы уже платите, ничего делать не нужно: подтверждение придёт письмом.`;
  }
  if (isAwaited(order, 'credit')) {
    return 'Заявку на кредит можно заполнить на странице заказа, или её оформит оператор: он позвонит и назовёт условия банка.';
  }
  if (order.payment_method === 'invoice') {
    const until = order.reserved_until ? ` Товары зарезервированы до ${at(order, order.reserved_until)}.` : '';
    return hasInvoice
      ? `Счёт приложен к письму и лежит на странице заказа. Оплатите его, и мы соберём заказ.${until}`
      : `Счёт пришлёт сотрудник филиала на этот адрес.${until}`;
  }
  if (isPickup(order)) return 'Когда заказ будет готов, мы пришлём письмо с кодом получения.';
  if (order.delivery_price === null) return 'Оператор позвонит, назовёт цену доставки и согласует время.';
  const { date, hours } = order.receiving;
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

function readyText(order: OrderView): string {
  if (!isPickup(order)) return 'Заказ собран, скоро передадим его водителю.';
  if (!mayBeHandedOver(order)) return 'Заказ собран. Выдадим его, когда поступит оплата.';
  const until = order.reserved_until ? ` Храним до ${at(order, order.reserved_until)}.` : '';
  return `Заказ собран и ждёт вас.${until}`;
}

function releasedWords({ bonus_discount }: OrderView): string {
  return `Товары больше не зарезервированы${bonus_discount > 0 ? ', бонусы вернулись на карту' : ''}.`;
}
