import {
  branchLines,
  composeEmail,
  type EmailBlock,
  type EmailFooter,
  type EmailMessage,
} from '#modules/mail/email.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { orderStateWord, paymentMethodWords, replacementRuleWords } from '#shared/order-states.ts';
import { formatPhone, phoneList } from '#shared/phone.ts';
import { plural } from '#shared/plurals.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { clock, workTimeLines } from '#shared/work-time.ts';
import { mayBeHandedOver } from './hand-over.ts';
import { limitWords } from './limit-words.ts';
import { goodsBefore, type OrderView } from './queries.ts';

type BuyerEvent = 'placed' | 'approved' | 'ready' | 'in_delivery' | 'cancelled' | 'link' | 'receiving' | 'edited';
type BranchEvent = 'placed' | 'confirmed' | 'cancelled' | 'short' | 'receiving' | 'arrived';

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
  const number = order.number;
  const see = seeButton(order, link);
  const footer = footerOf(order);
  switch (event) {
    case 'placed':
      return composeEmail(
        `Заказ ${number} принят`,
        `Заказ ${number} принят`,
        [
          {
            kind: 'text',
            text: `${greeting(order)} Мы получили ваш заказ${order.awaits_approval ? '.' : ' и уже передали его в филиал.'}`,
          },
          { kind: 'text', text: nextStep(order, hasInvoice) },
          ...payButton(order, link),
          ...see,
          { kind: 'table', rows: linesOf(order) },
          { kind: 'facts', rows: factsOf(order) },
          { kind: 'text', text: 'Пока заказ не собран, его можно отменить на странице заказа.' },
        ],
        footer,
      );
    case 'approved':
      return composeEmail(
        `Заказ ${number} согласован`,
        `Заказ ${number} согласован`,
        [
          { kind: 'text', text: `${greeting(order)} Владелец организации согласовал заказ, мы передали его в филиал.` },
          { kind: 'text', text: nextStep(order, hasInvoice) },
          ...payButton(order, link),
          ...see,
          { kind: 'table', rows: linesOf(order) },
          { kind: 'facts', rows: factsOf(order) },
        ],
        footer,
      );
    case 'ready':
      return composeEmail(
        `Заказ ${number} ${isPickup(order) ? 'готов к выдаче' : 'собран'}`,
        `Заказ ${number} ${isPickup(order) ? 'готов к выдаче' : 'собран и ждёт отправки'}`,
        [
          { kind: 'text', text: `${greeting(order)} ${readyText(order)}` },
          ...codeOf(order),
          ...see,
          { kind: 'table', rows: linesOf(order) },
          { kind: 'facts', rows: factsOf(order) },
        ],
        footer,
      );
    case 'in_delivery':
      return composeEmail(
        `Заказ ${number} в пути`,
        `Заказ ${number} в пути`,
        [
          {
            kind: 'text',
            text: `${greeting(order)} Машина с вашим заказом выехала. Водитель позвонит перед приездом.`,
          },
          ...codeOf(order),
          ...see,
          { kind: 'facts', rows: factsOf(order) },
        ],
        footer,
      );
    case 'cancelled':
      return composeEmail(
        `Заказ ${number} отменён`,
        `Заказ ${number} отменён`,
        [
          {
            kind: 'text',
            text: `${greeting(order)} Заказ ${number} отменён${reasonOf(order)}. ${releasedWords(order)}`,
          },
          ...see,
          { kind: 'table', rows: linesOf(order) },
        ],
        footer,
      );
    case 'receiving':
      return composeEmail(
        `Заказ ${number}: получение изменено`,
        `Получение заказа ${number} изменено`,
        [
          { kind: 'text', text: `${greeting(order)} Изменилось: ${changesOf(order, since)}.` },
          ...see,
          { kind: 'facts', rows: factsOf(order) },
          { kind: 'text', text: 'Если вы этого не делали, откройте заказ или позвоните нам.' },
        ],
        footer,
      );
    case 'edited':
      return composeEmail(
        `Заказ ${number} изменён`,
        `Заказ ${number} изменён`,
        [
          { kind: 'text', text: `${greeting(order)} Магазин изменил заказ: ${changesOf(order, since)}.` },
          ...see,
          { kind: 'table', rows: linesOf(order) },
          { kind: 'text', text: 'Если что-то не так, позвоните нам.' },
        ],
        footer,
      );
    case 'link':
      return composeEmail(
        `Ссылка на заказ ${number}`,
        `Ссылка на заказ ${number}`,
        [
          {
            kind: 'text',
            text: `${greeting(order)} Вы просили ссылку на заказ. Она откроет его на любом устройстве, не пересылайте её посторонним.`,
          },
          ...(order.is_unconfirmed ? [{ kind: 'text', text: confirmText(order) } as const] : []),
          ...see,
          { kind: 'text', text: 'Если вы не просили ссылку, ничего делать не нужно.' },
        ],
        footer,
      );
  }
}

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

/** What a firm calls its order, and the building site it is for. */
function ownWordsOf({ company }: OrderView) {
  return [
    ...(company?.buyer_number ? [{ name: 'Номер заказа у покупателя', value: company.buyer_number }] : []),
    ...(company?.building_site ? [{ name: 'Объект', value: company.building_site }] : []),
  ];
}

/**
 * To the branch: a new order to assemble, one to put back on the shelves, one whose stock 1C has taken away, one
 * received otherwise, and a buyer who waits at the point. `since` as in `buyerEmail`.
 */
export function branchEmail(order: OrderView, event: BranchEvent, since?: Date): EmailMessage {
  const { contact, receiving, company: buyer } = order;
  const { heading, task } = branchTask(order, event, since);
  const subject = `${heading}: ${formatPrice(order.total)}, ${isPickup(order) ? 'самовывоз' : 'доставка'}`;
  return composeEmail(
    subject,
    heading,
    [
      { kind: 'text', text: task },
      {
        kind: 'facts',
        rows: [
          {
            name: 'Покупатель',
            value: [contact.name, formatPhone(contact.phone), contact.email].filter(Boolean).join(', '),
          },
          ...(buyer ? [{ name: 'Организация', value: `${buyer.name}, ИНН ${buyer.inn}` }] : []),
          ...ownWordsOf(order),
          ...(receiving.recipient
            ? [
                {
                  name: 'Получит',
                  value: `${receiving.recipient.name}, ${formatPhone(receiving.recipient.phone)}${receiving.is_proxy ? ', по доверенности' : ''}`,
                },
              ]
            : []),
          ...factsOf(order),
          { name: 'Если чего-то нет', value: replacementRuleWords[order.replacement_rule] },
          ...(order.comment ? [{ name: 'Комментарий', value: order.comment }] : []),
          { name: 'Состояние', value: orderStateWord(order.state, receiving.type) },
        ],
      },
      {
        kind: 'table',
        rows: [
          ...order.lines.map((line) => ({
            left: `${line.name}${line.article ? `, арт. ${line.article}` : ''} (${line.store})`,
            ...countAndSum(line),
          })),
          ...sumsOf(order),
        ],
      },
    ],
    footerOf(order),
  );
}

function branchTask(order: OrderView, event: BranchEvent, since?: Date): { heading: string; task: string } {
  switch (event) {
    case 'placed':
      return { heading: `Новый заказ ${order.number}`, task: newOrderTask(order) };
    case 'confirmed':
      return {
        heading: `Заказ ${order.number} подтверждён`,
        task: `Покупатель подтвердил заказ. ${newOrderTask(order)}`,
      };
    case 'cancelled':
      return { heading: `Заказ ${order.number} отменён`, task: `Верните товары на места${reasonOf(order)}.` };
    case 'receiving':
      return { heading: `Заказ ${order.number}: получение изменено`, task: `Изменилось: ${changesOf(order, since)}.` };
    case 'arrived':
      return {
        heading: `Покупатель подъехал за заказом ${order.number}`,
        task: `Покупатель ждёт у пункта${order.arrived_at ? ` с ${at(order, order.arrived_at)}` : ''}. Вынесите заказ.`,
      };
    case 'short':
      return {
        heading: `На заказ ${order.number} не хватает товара`,
        task: 'После обмена с 1С остатка меньше, чем зарезервировано. Найдите товар, договоритесь о замене или отмените заказ.',
      };
  }
}

function isPickup(order: OrderView): boolean {
  return order.receiving.type === 'pickup';
}

function greeting(order: OrderView): string {
  return `Здравствуйте, ${order.contact.name}!`;
}

function newOrderTask(order: OrderView): string {
  if (order.is_unconfirmed) {
    return `Покупатель ещё не подтвердил заказ: товары отложены ${untilOf(order)}, потом заказ отменится сам. Перевод в «Собирается» подтверждает его.`;
  }
  if (isAwaited(order, 'online')) return 'Покупатель платит онлайн. Соберите заказ, когда придёт письмо об оплате.';
  if (isAwaited(order, 'credit')) {
    return 'Покупатель хочет кредит. Позвоните ему, назовите условия банка и оформите заявку; соберите заказ после оплаты.';
  }
  return 'Соберите заказ и переведите его в «Собирается».';
}

function isAwaited(
  { payment_method, payment_state, awaits_approval }: OrderView,
  method: 'online' | 'credit',
): boolean {
  return !awaits_approval && payment_method === method && (payment_state === 'unpaid' || payment_state === 'pending');
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

function untilOf(order: OrderView): string {
  return order.reserved_until ? `до ${at(order, order.reserved_until)}` : 'ненадолго';
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

/** «: счёт не оплачен в срок», as the move that cancelled the order says. */
function reasonOf(order: OrderView): string {
  const why = order.moves.findLast((move) => move.state === 'cancelled')?.why;
  return why ? `: ${why}` : '';
}

function releasedWords({ bonus_discount }: OrderView): string {
  return `Товары больше не зарезервированы${bonus_discount > 0 ? ', бонусы вернулись на карту' : ''}.`;
}

/** What the changes of receiving since then said, as the history names them; without `since` the last one. */
function changesOf(order: OrderView, since?: Date): string {
  const changes = order.moves.filter((move) => move.state === null && move.payment_state === null);
  const reported = changes.filter(({ at }) => since !== undefined && at >= since);
  return (reported.length > 0 ? reported : changes.slice(-1)).map(({ why }) => why).join('; ');
}

/** The code, once it opens something. */
export function codeOf(order: OrderView): EmailBlock[] {
  if (!mayBeHandedOver(order)) return [];
  const label = isPickup(order) ? 'Код выдачи: назовите его на пункте' : 'Код получения: назовите его водителю';
  return [{ kind: 'code', label, code: order.pickup_code }];
}

export function linesOf(order: OrderView) {
  return [...order.lines.map((line) => ({ left: line.name, ...countAndSum(line) })), ...sumsOf(order)];
}

/** Before coupon and bonuses, which are rows of their own under the lines. */
function countAndSum({ count, shown_unit, price }: OrderView['lines'][number]) {
  return { middle: shownAmount(count, shown_unit), right: formatPrice(count * price) };
}

function sumsOf(order: OrderView) {
  const goods = `${order.lines.length}\u00a0${plural(order.lines.length, 'позиция', 'позиции', 'позиций')}`;
  const { carrying } = order.receiving;
  return [
    { left: `Товары, ${goods}`, right: formatPrice(goodsBefore(order)) },
    ...(order.discount > 0 ? [{ left: `Купон ${order.coupon}`, right: `−${formatPrice(order.discount)}` }] : []),
    ...(order.bonus_discount > 0 ? [{ left: 'Бонусы', right: `−${formatPrice(order.bonus_discount)}` }] : []),
    { left: isPickup(order) ? 'Самовывоз' : 'Доставка', right: servicePrice(order.delivery_price) },
    ...(carrying ? [{ left: carryingWords(carrying), right: servicePrice(order.carrying_price) }] : []),
    { left: 'Итого', right: formatPrice(order.total), is_total: true },
  ];
}

function servicePrice(price: number | null): string {
  return price === null ? 'уточнит оператор' : formatPrice(price);
}

function factsOf(order: OrderView): { name: string; value: string }[] {
  const { department, address, date, hours, car_plate, unloading_note } = order.receiving;
  const place: { name: string; value: string }[] = department
    ? [
        { name: 'Пункт выдачи', value: `${department.city}, ${department.address}` },
        { name: 'Часы работы', value: workTimeLines(department.work_time).join(', ') },
        { name: 'Телефон пункта', value: phoneList(department.phones).join(', ') },
      ]
    : [{ name: 'Адрес доставки', value: address ?? '' }];
  return [
    ...place,
    ...(date ? [{ name: 'Желаемый день', value: dayOf(date, hours) }] : []),
    ...(car_plate ? [{ name: 'Автомобиль', value: car_plate }] : []),
    ...(unloading_note ? [{ name: 'О разгрузке', value: unloading_note }] : []),
    { name: 'Оплата', value: paymentMethodWords[order.payment_method] },
    { name: 'Оформлен', value: at(order, order.created_at) },
  ];
}

function dayOf(date: string, hours: OrderView['receiving']['hours']): string {
  const day = formatDate(`${date}T12:00:00Z`, 'UTC');
  return hours ? `${day}, ${clock(hours.from)}–${clock(hours.to)}` : day;
}

function at(order: OrderView, moment: Date): string {
  return formatDateTime(moment, order.branch.time_zone);
}

/** Contact lines of the branch under any email about an order. */
export function footerOf({ branch }: OrderView): EmailFooter {
  return branchLines(branch);
}
