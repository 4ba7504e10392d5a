import { longest } from './bounded-texts.ts';
import { factorOf, normaliseNumber } from './decimal.ts';
import type { GoodData } from './good-data.ts';

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

/** Why this id of a good or offer cannot be kept; null when it can. */
export function idFault(id: string): string | null {
  if (!id) return 'нет Ид';
  return id.length > longest.id ? `Ид длиннее ${longest.id} знаков` : null;
}
