import type { ProductCard } from '#modules/catalogue/card.ts';
import { areaOf, type CalculatorForm, type CalculatorInputs, calculate } from '#shared/calculators.ts';

type Pack = {
  card: ProductCard;
  /** Null: no row tells how much of it is needed. */
  calculator: CalculatorInputs | null;
};

/** Proposed beside a product; `others`: other packs of it, and goods of the same kind. */
export type CalculatorExtra = Pack & { others: Pack[] };

export type ChosenExtra = {
  /** What was proposed: another area may choose another pack of it. */
  proposed_id: number;
  card: ProductCard;
  /** Sales units. */
  count: number;
  /** By the area; else the least that is sold, for how much is needed no row says. */
  is_counted: boolean;
  /** Counted, and most of what is bought is used. */
  is_planned: boolean;
};

/**
 * How much of what is proposed beside a product goes onto the same area, by each pack's own calculator: in the pack
 * that costs the least of those that are enough.
 */
export function chosenExtra(extra: CalculatorExtra, form: CalculatorForm): ChosenExtra {
  const { openings = '0' } = form;
  const area = areaOf(form);
  const counted = [extra, ...extra.others].flatMap(({ card, calculator }) => {
    const answer = calculator && calculate(calculator, { ...calculator.defaults, area, openings });
    return !answer || 'field' in answer ? [] : { card, answer, lacks: lackOf(card, answer.count) };
  });
  const sumOf = ({ card, answer }: (typeof counted)[number]) => (card.buyer_price ?? card.price ?? 0) * answer.count;
  const [best] = counted.sort((a, b) => a.lacks - b.lacks || sumOf(a) - sumOf(b));
  if (!best) {
    return {
      proposed_id: extra.card.id,
      card: extra.card,
      count: extra.card.min_count,
      is_counted: false,
      is_planned: false,
    };
  }
  const { card, answer } = best;
  return {
    proposed_id: extra.card.id,
    card,
    count: Math.min(answer.count, card.max_count),
    is_counted: true,
    is_planned: 2n * answer.rest.n * answer.amount.d <= answer.amount.n * answer.rest.d,
  };
}

/** Square metres that rooms, flats and houses have. */
const usualAreas = [5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500];

/** Without the packs that no usual area takes: each of them would travel to the browser. */
export function worthOffering(extra: CalculatorExtra): CalculatorExtra {
  const chosen = new Set(usualAreas.map((area) => chosenExtra(extra, { area: String(area) }).card.id));
  return { ...extra, others: extra.others.filter(({ card }) => chosen.has(card.id)) };
}

/** 1 where so many cannot be had. */
function lackOf({ available, max_count }: ProductCard, count: number): 0 | 1 {
  return count > max_count || (available !== null && count > available) ? 1 : 0;
}
