import { countOf } from './plurals.ts';

/**
 * «не позже следующего рабочего дня», «в течение 3 рабочих дней»: when the shop answers. The term ends with the
 * branch's day: of one working day it is the next one.
 */
export function answerTerm(days: number): string {
  return days === 1
    ? 'не позже следующего рабочего дня'
    : `в течение ${countOf(days, 'рабочего дня', 'рабочих дней', 'рабочих дней')}`;
}
