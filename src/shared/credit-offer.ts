import { annuityInterest, annuityPayment, rateWords } from './annuity.ts';
import { formatPrice } from './money.ts';
import { countOf } from './plurals.ts';

/** What a payment is computed by; hundredths of a percent a year. */
export type CreditRates = { rate_from: number; rate_to: number; full_cost_from: number; full_cost_to: number };

/** What a sum on credit costs, as /kredit/ says it. */
export type CreditWords = {
  monthly_words: string;
  /** The last payment, which is what the others leave: with them it comes to the sum and its interest. */
  last_words: string;
  rate_words: string;
  full_cost_words: string;
  /** Roubles over the sum by the rate alone. */
  interest_words: string;
  /** The same by the full cost, which counts all that the bank takes (353-ФЗ, art. 6); without it where both agree. */
  full_sum_words: string | null;
  /** The most of it, where that is more than the most of the rate. */
  full_most_words: string | null;
};

/** What programmes lend: sums in kopecks, months. */
export type CreditBounds = { min_sum_kopecks: number; max_sum_kopecks: number; months: number[] };

/** The least and the greatest sum of these programmes, and all their terms in order; they are never none. */
export function creditBounds(programs: readonly CreditBounds[]): CreditBounds {
  return {
    min_sum_kopecks: Math.min(...programs.map((one) => one.min_sum_kopecks)),
    max_sum_kopecks: Math.max(...programs.map((one) => one.max_sum_kopecks)),
    months: [...new Set(programs.flatMap(({ months }) => months))].sort((a, b) => a - b),
  };
}

/** «12 месяцев». */
export function monthsWords(months: number): string {
  return countOf(months, 'месяц', 'месяца', 'месяцев');
}

/** As a programme is called wherever it is named. */
export function programName({ partner, name }: { partner: string; name: string }): string {
  return `${partner}, «${name}»`;
}

/** For so many months by these rates; the sum in kopecks. */
export function creditWords(
  { rate_from, rate_to, full_cost_from, full_cost_to }: CreditRates,
  { sum_kopecks, months }: { sum_kopecks: number; months: number },
): CreditWords {
  const payment = (rate: number) => annuityPayment(sum_kopecks, months, rate);
  // To whole roubles, as the payments stand.
  const interest = (rate: number) => Math.ceil(annuityInterest(sum_kopecks, months, rate) / 100) * 100;
  const monthly = (rate: number) => formatPrice(payment(rate));
  const over = (rate: number) => formatPrice(interest(rate));
  const last = (rate: number) => formatPrice(sum_kopecks + interest(rate) - payment(rate) * (months - 1));
  const interest_words = span(over(rate_from), over(rate_to));
  const full = span(over(full_cost_from), over(full_cost_to));
  return {
    monthly_words: span(monthly(rate_from), monthly(rate_to)),
    last_words: span(last(rate_from), last(rate_to)),
    rate_words: span(rateWords(rate_from), rateWords(rate_to)),
    full_cost_words: span(rateWords(full_cost_from), rateWords(full_cost_to)),
    interest_words,
    full_sum_words: full === interest_words ? null : full,
    full_most_words: full_cost_to > rate_to ? over(full_cost_to) : null,
  };
}

/** «3 000–150 000 ₽», «21,9–36,9 %»: the sign behind both stands once; one of them when they are the same. */
export function span(from: string, to: string): string {
  return from === to ? from : `${from.slice(0, from.lastIndexOf('\u00a0'))}–${to}`;
}
