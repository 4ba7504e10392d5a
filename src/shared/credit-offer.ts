import { annuityPayment, rateWords } from './annuity.ts';
import { formatPrice } from './money.ts';

/** What a payment is reckoned by; hundredths of a percent a year. */
export type CreditRates = { rate_from: number; rate_to: number; full_cost_from: number; full_cost_to: number };

/** What a sum on credit costs for so many months by these rates, as /kredit/ says it; the sum in kopecks. */
export function creditWords(
  rates: CreditRates,
  { sum_kopecks, months }: { sum_kopecks: number; months: number },
): { monthly_words: string; overpaid_words: string; rate_words: string; full_cost_words: string } {
  const [low, high] = [
    annuityPayment(sum_kopecks, months, rates.rate_from),
    annuityPayment(sum_kopecks, months, rates.rate_to),
  ];
  const over = (payment: number) => Math.max(payment * months - sum_kopecks, 0);
  return {
    // Set large, and short enough for one line of a phone.
    monthly_words: span(formatPrice(low), formatPrice(high)).replaceAll(' ', '\u00a0'),
    overpaid_words: span(formatPrice(over(low)), formatPrice(over(high))),
    rate_words: span(rateWords(rates.rate_from), rateWords(rates.rate_to)),
    full_cost_words: span(rateWords(rates.full_cost_from), rateWords(rates.full_cost_to)),
  };
}

/** «от 3 000 ₽ до 150 000 ₽», one of them when they are the same; a line ends between the two ends alone. */
export function span(from: string, to: string): string {
  return from === to ? from : `от\u00a0${from} до\u00a0${to}`;
}
