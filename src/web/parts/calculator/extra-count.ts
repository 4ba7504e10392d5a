import type { ProductCard } from '#modules/catalogue/card.ts';
import { areaOf, type CalculatorForm, type CalculatorInputs, calculate } from '#shared/calculators.ts';
import { amountWords, countFor, type Fraction, fraction, parseAmount } from '#shared/units.ts';

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
  /** By the area or the walls; else the least that is sold, for how much is needed no row says. */
  is_counted: boolean;
  /** «18 м»: of the walls, by which it is counted. */
  along?: string;
  /** Counted, and most of what is bought is used. */
  is_planned: boolean;
};

/**
 * How much of what is proposed beside a product goes onto the same area, by each pack's own calculator: in the pack
 * that costs the least of those that are enough. A skirting board goes along the walls of a room.
 */
export function chosenExtra(extra: CalculatorExtra, form: CalculatorForm): ChosenExtra {
  const walls = wallsFor(extra.card, form);
  if (walls) {
    const { id: proposed_id, factor, max_count } = extra.card;
    const count = Math.min(countFor(walls, factor, extra.card).count, max_count);
    // Doors, and boards that stay, are not known.
    return {
      proposed_id,
      card: extra.card,
      count,
      is_counted: true,
      along: amountWords(walls, 'м'),
      is_planned: false,
    };
  }
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

/** Metres all round a room by its sides, for a skirting board whose length is known; null for anything else. */
function wallsFor(
  { name, base_unit }: ProductCard,
  { room_length = '', room_width = '' }: CalculatorForm,
): Fraction | null {
  if (base_unit !== 'м' || !/^плинтус/i.test(name)) return null;
  const [length, width] = [parseAmount(room_length), parseAmount(room_width)];
  return length && width ? fraction(2n * (length.n * width.d + width.n * length.d), length.d * width.d) : null;
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
