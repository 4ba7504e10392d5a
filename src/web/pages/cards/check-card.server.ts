import { data } from 'react-router';
import { stateOf } from '#modules/loyalty/cards.ts';
import { proveCard } from '#modules/loyalty/prove-card.ts';
import { cardFields, formatCardNumber } from '#modules/loyalty/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import { bonusesOf } from '#web/parts/loyalty/card-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import type { CheckAnswer } from './card-check.tsx';

/** The answer to `CardCheck`, on whichever page it stands. */
export async function checkCard({ db, requestContext }: Shop, request: Request) {
  const form = await request.formData();
  try {
    const state = await stateOf(db, await proveCard(db, checkForm(cardFields, form), requestContext));
    if (!state) throw new Refusal('wrong_card');
    const { balance_words, expiring_words, level_words } = bonusesOf(state, requestContext.department.time_zone);
    const lines =
      state.kind === 'bonus'
        ? [`На карте ${balance_words}`, expiring_words, level_words && `Ступень ${level_words} бонусами`]
        : [level_words ? `Ступень ${level_words} скидки на кассе` : 'Скидка начнётся после первой покупки'];
    const found = { number: formatCardNumber(state.number), lines: lines.filter((line) => line !== null) };
    return data<CheckAnswer>({ found });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data<CheckAnswer>({ found: null, ...answerOf(error, form) }, refusedInit(error));
  }
}
