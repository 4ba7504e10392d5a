import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { annuityPayment, rateWords } from '#shared/annuity.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';

/** What is asked: a sum and a term; sums in kopecks. */
export type Asked = { sum_kopecks: number; months: number };

/** One partner's answer to it, in words. */
export type Offer = {
  id: number;
  partner: string;
  name: string;
  monthly_words: string;
  overpaid_words: string;
  rate_words: string;
  full_cost_words: string;
};

const firstSum = 3_000_000;
const firstMonths = 12;

/** What the calculator can be asked for by these programs; never empty. */
export function boundsOf(programs: CreditProgram[]) {
  return {
    min: Math.min(...programs.map(({ min_sum_kopecks }) => min_sum_kopecks)),
    max: Math.max(...programs.map(({ max_sum_kopecks }) => max_sum_kopecks)),
    months: [...new Set(programs.flatMap(({ months }) => months))].sort((a, b) => a - b),
  };
}

/** Sum and term of the address, else the cart's sum, else an example; brought within the bounds. */
export function readAsked(query: URLSearchParams, programs: CreditProgram[], cart_kopecks: number): Asked {
  const { min, max, months } = boundsOf(programs);
  const typed = Number((query.get('sum') ?? '').replace(/[\s\u00a0]/g, '').replace(',', '.'));
  const wanted = Number.isFinite(typed) && typed > 0 ? Math.round(typed * 100) : cart_kopecks || firstSum;
  const term = Number(query.get('months'));
  return {
    sum_kopecks: Math.min(Math.max(wanted, min), max),
    months: months.includes(term) ? term : months.includes(firstMonths) ? firstMonths : ensure(months[0]),
  };
}

/** The programs that lend this much for this long. */
export function calculate(programs: CreditProgram[], { sum_kopecks, months }: Asked): Offer[] {
  return programs
    .filter(
      (one) => one.min_sum_kopecks <= sum_kopecks && sum_kopecks <= one.max_sum_kopecks && one.months.includes(months),
    )
    .map((one) => {
      const [low, high] = [
        annuityPayment(sum_kopecks, months, one.rate_from),
        annuityPayment(sum_kopecks, months, one.rate_to),
      ];
      const over = (payment: number) => Math.max(payment * months - sum_kopecks, 0);
      return {
        id: one.id,
        partner: one.partner,
        name: one.name,
        // Set large, and short enough for one line of a phone.
        monthly_words: span(formatPrice(low), formatPrice(high)).replaceAll(' ', '\u00a0'),
        overpaid_words: span(formatPrice(over(low)), formatPrice(over(high))),
        rate_words: span(rateWords(one.rate_from), rateWords(one.rate_to)),
        full_cost_words: span(rateWords(one.full_cost_from), rateWords(one.full_cost_to)),
      };
    });
}

/** A line ends between the two ends alone. */
export function span(from: string, to: string): string {
  return from === to ? from : `от\u00a0${from} до\u00a0${to}`;
}
