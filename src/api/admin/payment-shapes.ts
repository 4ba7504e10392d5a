import type { z } from 'zod';
import { cancellationWords } from '#modules/payments/cancellation-words.ts';
import type { Attempt, ReceiptView, RefundView } from '#modules/payments/queries.ts';
import { methodWord } from '#modules/payments/staff-refund.ts';
import type { Payment, Receipt, Refund } from './order-shapes.ts';

const attemptWords = {
  new: 'отправляется',
  pending: 'ждёт оплаты',
  waiting_for_capture: 'ждёт подтверждения',
  succeeded: 'оплачен',
  canceled: 'не прошёл',
} as const;
const refundWords = { new: 'готовится', pending: 'в пути', succeeded: 'возвращён', canceled: 'отклонён' } as const;
export const receiptStates = {
  new: 'готовится',
  pending: 'отправлен',
  succeeded: 'пробит',
  canceled: 'ошибка',
} as const;
export const receiptKinds = { prepayment: 'Предоплата', full: 'Полный расчёт', return: 'Возврат' } as const;

export function presentPayment(attempt: Attempt): z.input<typeof Payment> {
  const { id, provider, provider_id, state, amount, refunded, created_at, paid_at } = attempt;
  return {
    id,
    provider,
    provider_id,
    state,
    amount,
    refunded,
    method_words: methodWord(attempt.method),
    state_words: attemptWords[state],
    why: state === 'canceled' ? cancellationWords(attempt.cancellation_reason) : null,
    created_at: created_at.toISOString(),
    paid_at: paid_at?.toISOString() ?? null,
  };
}

export function presentRefund(
  refund: RefundView,
  attempts: readonly Pick<Attempt, 'id' | 'provider'>[],
): z.input<typeof Refund> {
  const { id, payment_id, amount, lines, note, who, state, may_repeat, created_at } = refund;
  const isByAccount = attempts.find((attempt) => attempt.id === payment_id)?.provider === 'account';
  return {
    id,
    payment_id,
    amount,
    lines,
    note,
    who,
    state,
    state_words: refundWords[state],
    why: state === 'canceled' ? (refund.cancellation_reason ?? '') : null,
    is_transfer: isByAccount,
    may_repeat,
    created_at: created_at.toISOString(),
  };
}

export function presentReceipt({ id, kind, sum, state, fiscal, created_at }: ReceiptView): z.input<typeof Receipt> {
  return {
    id,
    sum,
    state,
    kind_words: receiptKinds[kind],
    state_words: receiptStates[state],
    fiscal_number: fiscal?.fiscal_document_number ?? null,
    created_at: created_at.toISOString(),
  };
}
