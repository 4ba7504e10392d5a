/** S7-32: states of an order and of its payment, their Russian words and the moves that are allowed. */
export const orderStates = ['new', 'assembling', 'ready', 'in_delivery', 'completed', 'cancelled'] as const;
export type OrderState = (typeof orderStates)[number];
export type PaymentState = 'unpaid' | 'pending' | 'paid' | 'partly_refunded' | 'refunded';
export type PaymentMethod = 'on_receipt' | 'online' | 'invoice' | 'credit';
export type ReceivingType = 'pickup' | 'delivery';
export type ReplacementRule = 'call' | 'replace' | 'remove';

const moves = {
  pickup: {
    new: ['assembling', 'cancelled'],
    assembling: ['ready', 'cancelled'],
    ready: ['completed', 'cancelled'],
    in_delivery: [],
    completed: [],
    cancelled: [],
  },
  delivery: {
    new: ['assembling', 'cancelled'],
    assembling: ['ready', 'in_delivery', 'cancelled'],
    ready: ['in_delivery', 'cancelled'],
    in_delivery: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
  },
} satisfies Record<ReceivingType, Record<OrderState, OrderState[]>>;

/** Where an order may go from here. */
export function nextStates(receiving: ReceivingType, from: OrderState): readonly OrderState[] {
  return moves[receiving][from];
}

/** For words from addresses and terminals. */
export function isOrderState(word: string): word is OrderState {
  return (orderStates as readonly string[]).includes(word);
}

/** new, assembling, ready, in_delivery are active (S7-32). */
export function isActive(state: OrderState): boolean {
  return state !== 'completed' && state !== 'cancelled';
}

/** The money has not come; `pending`: the buyer has begun to pay. In SQL: `isUnpaidSql` of modules/orders/unpaid.ts. */
export function isUnpaid(state: PaymentState): state is 'unpaid' | 'pending' {
  return state === 'unpaid' || state === 'pending';
}

/** What still goes on: the first of the two lists of one's own orders. */
export const activeStates: readonly OrderState[] = orderStates.filter(isActive);

/** The buyer may cancel until the goods are ready; after that the shop is asked. */
export function isCancellableByBuyer(state: OrderState): boolean {
  return state === 'new' || state === 'assembling';
}

const orderStateWords: Record<OrderState, string> = {
  new: 'Принят',
  assembling: 'Собирается',
  ready: 'Готов к выдаче',
  in_delivery: 'В пути',
  completed: 'Выдан',
  cancelled: 'Отменён',
};

/**
 * The word for this order: what is handed over at a point is, of a delivery, brought to the buyer. `hasGiven`: goods of
 * it have left; while the order is under way, others are still waited for.
 */
export function orderStateWord(state: OrderState, receiving: ReceivingType, hasGiven = false): string {
  if (hasGiven && isActive(state)) return `${orderStateWord('completed', receiving)} частично`;
  if (receiving === 'delivery' && state === 'ready') return 'Собран';
  if (receiving === 'delivery' && state === 'completed') return 'Доставлен';
  return orderStateWords[state];
}

/** The steps of the status line, in order. */
export function stepsOf(receiving: ReceivingType): OrderState[] {
  return receiving === 'pickup'
    ? ['new', 'assembling', 'ready', 'completed']
    : ['new', 'assembling', 'in_delivery', 'completed'];
}

export const paymentStateWords: Record<PaymentState, string> = {
  unpaid: 'Не оплачен',
  pending: 'Ожидает оплаты',
  paid: 'Оплачен',
  partly_refunded: 'Возвращён частично',
  refunded: 'Деньги возвращены',
};

/** The shop itself asks for the money before the goods are handed over. */
export function isPaidOnline(method: PaymentMethod): boolean {
  return method === 'online' || method === 'credit';
}

/** The money comes to the shop's account, by an invoice or from a bank that lends it: nobody knows the day. */
export function isPaidByAccount(method: string): method is 'invoice' | 'credit' {
  return method === 'invoice' || method === 'credit';
}

export const paymentMethodWords: Record<PaymentMethod, string> = {
  on_receipt: 'При получении',
  online: 'Онлайн',
  invoice: 'Счёт для организации',
  credit: 'Кредит',
};

export const replacementRuleWords: Record<ReplacementRule, string> = {
  call: 'Позвонить мне',
  replace: 'Заменить на похожий',
  remove: 'Убрать из заказа',
};

/** The same told back to the buyer. */
export const replacementAnswerWords: Record<ReplacementRule, string> = {
  call: 'Позвоним вам',
  replace: 'Заменим на похожий',
  remove: 'Уберём из заказа',
};
