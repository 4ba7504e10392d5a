import { composeEmail, type EmailMessage } from '#modules/mail/email.ts';
import { formatPrice } from '#shared/money.ts';
import { orderStateWord, replacementRuleWords } from '#shared/order-states.ts';
import { formatPhone } from '#shared/phone.ts';
import {
  at,
  changesOf,
  countAndSum,
  factsOf,
  footerOf,
  isAwaited,
  isPickup,
  reasonOf,
  sumsOf,
  untilOf,
} from './email-parts.ts';
import type { OrderView } from './queries.ts';

type BranchEvent = 'placed' | 'confirmed' | 'cancelled' | 'short' | 'receiving' | 'added' | 'arrived';

/**
 * To the branch: a new order to assemble, one to put back on the shelves, one whose stock 1C has taken away, one
 * received otherwise or with more goods, and a buyer who waits at the point. `since` as in `buyerEmail`.
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
          { name: 'Состояние', value: orderStateWord(order.state, receiving.type, order.has_given) },
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
    case 'added':
      return {
        heading: `Заказ ${order.number}: покупатель добавил товары`,
        task: `Изменилось: ${changesOf(order, since)}. Соберите заказ по новому составу.`,
      };
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

/** What a firm calls its order, and the building site it is for. */
function ownWordsOf({ company }: OrderView) {
  return [
    ...(company?.buyer_number ? [{ name: 'Номер заказа у покупателя', value: company.buyer_number }] : []),
    ...(company?.building_site ? [{ name: 'Объект', value: company.building_site }] : []),
  ];
}
