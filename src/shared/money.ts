import { formatCount } from './plurals.ts';

/** Kopecks → «1 234,50»: two decimals always, as papers write money; the spaces do not break. */
export function formatRoubles(kopecks: number): string {
  const rounded = Math.round(kopecks);
  const whole = Math.trunc(Math.abs(rounded) / 100);
  return `${rounded < 0 ? '-' : ''}${formatCount(whole)},${String(Math.abs(rounded) % 100).padStart(2, '0')}`;
}

/**
 * Kopecks → «1 234,50 ₽», «1 234 ₽»: two decimals or none (S9-07), so that figures under each other can be added up by
 * hand.
 */
export function formatPrice(kopecks: number): string {
  return `${formatRoubles(kopecks).replace(/,00$/, '')}\u00a0₽`;
}

/** What delivery, unloading or lifting costs; null where only the operator can say. */
export function servicePrice(kopecks: number | null): string {
  return kopecks === null ? 'уточнит оператор' : formatPrice(kopecks);
}

/** Kopecks → roubles with at most two decimals, as the API names prices (S7-10). */
export function roubles(kopecks: number): number {
  return kopecks / 100;
}

export function roublesOrNull(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks);
}

/** How much cheaper, in whole percent rounded up (S9-07); 0 when nothing is cheaper. */
export function discountPercent(oldKopecks: number, kopecks: number): number {
  return oldKopecks > kopecks ? Math.ceil(((oldKopecks - kopecks) * 100) / oldKopecks) : 0;
}

/** The same rounded down, for a sentence of what is saved beside the two sums: it promises no more than they say. */
export function savedPercent(oldKopecks: number, kopecks: number): number {
  return oldKopecks > kopecks ? Math.floor(((oldKopecks - kopecks) * 100) / oldKopecks) : 0;
}

/**
 * a·b/c for non-negative integers, half up, exact beyond 2^53. Throws RangeError when the result is not a safe integer.
 */
export function mulDivHalfUp(a: number, b: number, c: number): number {
  const product = BigInt(a) * BigInt(b) * 2n + BigInt(c);
  const result = Number(product / (2n * BigInt(c)));
  if (!Number.isSafeInteger(result)) throw new RangeError('Сумма слишком велика');
  return result;
}

/** Per cent that a product may carry: those of the Tax Code (ст. 164, 145 НК РФ), and 0. */
export const vatRates = [0, 5, 7, 10, 20, 22] as const;

/** VAT contained in a sum: sum·rate/(100+rate), half up, in kopecks. */
export function vatInside(sumKopecks: number, rate: number): number {
  return mulDivHalfUp(sumKopecks, rate, 100 + rate);
}

/** «12 480», «12480,50» → kopecks; null: no sum. */
export function kopecksOf(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0₽]/g, '').replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text) * 100);
}
