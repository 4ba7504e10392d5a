import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { type CreditWords, creditBounds, creditWords, programName } from '#shared/credit-offer.ts';
import { ensure } from '#shared/ensure.ts';
import { formatCount } from '#shared/plurals.ts';

/** What is asked: a sum and a term; sums in kopecks. */
export type Asked = { sum_kopecks: number; months: number };

/** One partner's answer to it, in words. */
export type Offer = CreditWords & {
  id: number;
  full_name: string;
  name: string;
  /** Nothing is paid over the sum. */
  is_free: boolean;
};

const firstSum = 3_000_000;
const firstMonths = 12;

/**
 * Sum and term of the address, else the cart's sum, else an example; brought within the bounds. A term that was not
 * asked for is one that a programme lends this sum for.
 */
export function readAsked(query: URLSearchParams, programs: CreditProgram[], cart_kopecks: number): Asked {
  const { min_sum_kopecks, max_sum_kopecks, months } = creditBounds(programs);
  const typed = Number((query.get('sum') ?? '').replace(/[\s\u00a0]/g, '').replace(',', '.'));
  const wanted = Number.isFinite(typed) && typed > 0 ? Math.round(typed * 100) : cart_kopecks || firstSum;
  const term = Number(query.get('months'));
  const sum_kopecks = Math.min(Math.max(wanted, min_sum_kopecks), max_sum_kopecks);
  return { sum_kopecks, months: months.includes(term) ? term : (lentTerm(programs, sum_kopecks) ?? ensure(months[0])) };
}

/**
 * The longest term up to a year that this sum is lent for, else the shortest; without interest where somebody takes
 * none. null: nobody lends it.
 */
export function lentTerm(programs: CreditProgram[], sum_kopecks: number): number | null {
  const lenders = programs.filter((one) => takesSum(one, sum_kopecks));
  const free = lenders.filter(isFree);
  const takers = free.length > 0 ? free : lenders;
  if (takers.length === 0) return null;
  const { months } = creditBounds(takers);
  return months.findLast((count) => count <= firstMonths) ?? months[0] ?? null;
}

function isFree({ rate_to, full_cost_to }: CreditProgram): boolean {
  return rate_to === 0 && full_cost_to === 0;
}

/** Whether a programme lends so much at all. */
export function takesSum(one: CreditProgram, sum_kopecks: number): boolean {
  return one.min_sum_kopecks <= sum_kopecks && sum_kopecks <= one.max_sum_kopecks;
}

/**
 * Sums in roubles that a slider stops at, from `min` to `max`: each a hundredth to a tenth above the one before, which
 * gives small sums as much of it as large ones.
 */
export function sumStops(min: number, max: number): number[] {
  const stops = [min];
  for (let last = min; last < max; stops.push(last)) {
    const step = 10 ** Math.max(0, String(Math.floor(last)).length - 2);
    last = Math.min((Math.floor(last / step) + 1) * step, max);
  }
  return stops;
}

/** «30 000», as a field of a sum holds it. */
export function sumText(kopecks: number): string {
  return formatCount(kopecks / 100);
}

/** The programs that lend this much for this long. */
export function calculate(programs: CreditProgram[], { sum_kopecks, months }: Asked): Offer[] {
  return programs
    .filter((one) => takesSum(one, sum_kopecks) && one.months.includes(months))
    .map((one) => ({
      id: one.id,
      full_name: programName(one),
      name: one.name,
      is_free: isFree(one),
      ...creditWords(one, { sum_kopecks, months }),
    }));
}

/**
 * What of it stands in the request: sum, term, and the programme that was chosen or is the only one that lends so; ''
 * where another has to be chosen.
 */
export function requestValues(programs: CreditProgram[], asked: Asked, program: number | null) {
  const offers = calculate(programs, asked);
  const chosen = offers.find(({ id }) => id === program) ?? (offers.length === 1 ? offers[0] : undefined);
  return {
    sum: sumText(asked.sum_kopecks),
    term: String(asked.months),
    program: chosen?.full_name ?? '',
  };
}
