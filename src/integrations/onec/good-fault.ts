import { factorOf, normaliseNumber } from './decimal.ts';
import type { GoodData } from './entities.ts';

/** Why a good cannot be taken; null when it can. A wrong factor would sell a bag at the price of a kilogram. */
export function goodFault(good: GoodData): string | null {
  if (!good.name) return 'нет наименования';
  for (const { coefficient } of good.conversions ?? []) {
    if (coefficient === '') continue;
    const number = normaliseNumber(coefficient);
    if (number === null || !factorOf(number)) return `коэффициент пересчёта единицы «${coefficient}» недопустим`;
  }
  return null;
}
