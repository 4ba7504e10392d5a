import { data } from 'react-router';
import { stateOf } from '#modules/loyalty/cards.ts';
import { proveCard } from '#modules/loyalty/prove-card.ts';
import { formatCardNumber } from '#modules/loyalty/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { bonusesOf } from '#web/parts/loyalty/card-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import type { CheckAnswer } from './card-check.tsx';

/** The answer to `CardCheck`, on whichever page it stands. */
export async function checkCard({ db, visit }: Shop, request: Request) {
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? '').slice(0, 100);
  const typed = { number: read('number'), code: read('code') };
  try {
    const seat = { visitor: visit.visitor, address: visit.address };
    const state = await stateOf(db, await proveCard(db, typed, seat));
    if (!state) throw new Refusal('wrong_card');
    const { balance_words, expiring_words, level_words } = bonusesOf(state, visit.department.time_zone);
    const lines =
      state.kind === 'bonus'
        ? [`На карте ${balance_words}`, expiring_words, level_words && `Ступень ${level_words} бонусами`]
        : [level_words ? `Ступень ${level_words} скидки на кассе` : 'Скидка начнётся после первой покупки'];
    const found = { number: formatCardNumber(state.number), lines: lines.filter((line) => line !== null) };
    return data<CheckAnswer>({ found, error: null, errors: {}, number: '' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fields } = error.details as { fields?: Record<string, string> };
    const words = fields ? { errors: fields, error: null } : { errors: {}, error: error.message };
    return data<CheckAnswer>({ found: null, ...words, number: typed.number }, refusedInit(error));
  }
}
