import type { ProductCard } from '#modules/catalogue/card.ts';
import { type CalculatorForm, type CalculatorInputs, calculate } from '#shared/calculators.ts';

export type ExtraCount = {
  /** Sales units. */
  count: number;
  /** By the area; else the least that is sold, for how much is needed no row says. */
  is_counted: boolean;
};

/** How much of what is proposed beside a product goes onto the same area, by the proposed product's own calculator. */
export function extraCount(
  { min_count, max_count }: Pick<ProductCard, 'min_count' | 'max_count'>,
  calculator: CalculatorInputs | undefined,
  { area, openings = '0' }: CalculatorForm,
): ExtraCount {
  const answer = calculator && calculate(calculator, { ...calculator.defaults, area, openings });
  if (!answer || 'field' in answer) return { count: min_count, is_counted: false };
  return { count: Math.min(answer.count, max_count), is_counted: true };
}
