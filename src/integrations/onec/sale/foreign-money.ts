import { isRouble } from '../mapping.ts';
import { refused } from './document-numbers.ts';
import { isInForce, isPaper, numberWords } from './document-words.ts';
import type { Document1c } from './read-documents.ts';

/**
 * The shop counts in roubles, and a sum in other money would be taken for as many of them: by which course it is turned
 * into roubles is for people to say. A paper that does not count says no sum. Throws Refusal.
 */
export function refuseForeignMoney(documents: readonly Document1c[]): void {
  const words = foreignMoneyWords(documents);
  if (words !== null) throw refused(words);
}

/** The same in words; null: all of them are in roubles. */
export function foreignMoneyWords(documents: readonly Document1c[]): string | null {
  for (const document of documents) {
    const { operation, number, date, currency } = document;
    if (isRouble(currency) || (isPaper(document) && !isInForce(document))) continue;
    const what = `${operation || 'документ'} ${numberWords(number, date)}`.trim();
    return `${what}: сумма в валюте «${currency.slice(0, 20)}», а магазин считает в рублях`;
  }
  return null;
}
