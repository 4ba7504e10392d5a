import { mayGoUnpaid } from '#shared/deferral.ts';
import {
  isUnpaid,
  nextStates,
  type OrderState,
  orderStateWord,
  type PaymentMethod,
  type PaymentState,
  type ReceivingType,
  stepsOf,
} from '#shared/order-states.ts';

/**
 * `why_not`: why the order may not go there; null: it may. `needs`: what staff can do about it on the order's page;
 * null: nothing, or only what the words say.
 */
export type Move = { state: OrderState; words: string; why_not: string | null; needs: 'payment' | null };

type Movable = {
  state: OrderState;
  receiving_type: ReceivingType;
  payment_method: PaymentMethod;
  payment_state: PaymentState;
  awaits_approval: boolean;
  deferral_days: number | null;
};

const targets: readonly OrderState[] = ['assembling', 'ready', 'in_delivery', 'completed', 'cancelled'];

/** Every state but the order's own, with what keeps it from there, as staff reads it. */
export function movesOf(order: Movable): Move[] {
  return targets
    .filter((state) => state !== order.state)
    .map((state) => {
      const why_not = whyNot(order, state);
      const words = orderStateWord(state, order.receiving_type);
      return { state, words, why_not, needs: why_not === unpaidWords ? 'payment' : null };
    });
}

const unpaidWords = 'Заказ ещё не оплачен';

function whyNot(order: Movable, to: OrderState): string | null {
  const { state, receiving_type, payment_state, awaits_approval } = order;
  if (state === 'cancelled') return 'Заказ отменён';
  if (state === 'completed') return 'Заказ уже выдан';
  if (to === 'in_delivery' && receiving_type === 'pickup') return 'Самовывоз: заказ никуда не везут';
  if (!nextStates(receiving_type, state).includes(to))
    return isBack(order, to) ? 'Назад заказ не переводят' : first(order);
  if (to !== 'cancelled' && awaits_approval) return 'Заказ ещё согласует владелец организации';
  if (isUnpaid(payment_state) && !mayGoUnpaid(order, to)) return unpaidWords;
  return null;
}

function isBack({ state, receiving_type }: Movable, to: OrderState): boolean {
  const steps = [...stepsOf(receiving_type)];
  if (receiving_type === 'delivery') steps.splice(2, 0, 'ready');
  return steps.indexOf(to) < steps.indexOf(state);
}

function first({ state, receiving_type }: Movable): string {
  const [next] = nextStates(receiving_type, state);
  return next ? `Сначала переведите его в «${orderStateWord(next, receiving_type)}»` : 'Дальше заказ не переводят';
}
