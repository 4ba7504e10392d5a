/**
 * One of three Russian forms by number: plural(21, 'товар', 'товара', 'товаров') → 'товар' (S9-07). Fractions take the
 * second form.
 */
export function plural(count: number, one: string, few: string, many: string): string {
  const n = Math.abs(count);
  if (!Number.isInteger(n)) return few;
  const tens = n % 100;
  const units = n % 10;
  if (units === 1 && tens !== 11) return one;
  if (units >= 2 && units <= 4 && (tens < 12 || tens > 14)) return few;
  return many;
}

/**
 * 1240 → «1 240», 0.5 → «0,5»; at most three decimals. What Intl.NumberFormat('ru-RU') writes: making the first of
 * those takes a phone 40 ms, and every page would wait for it.
 */
export function formatCount(count: number): string {
  const [whole = '', fraction] = String(Math.round(Math.abs(count) * 1000) / 1000).split('.');
  return `${count < 0 ? '-' : ''}${grouped(whole)}${fraction ? `,${fraction}` : ''}`;
}

/** Grams → «458 кг»: kilograms rounded up (S9-07). */
export function formatWeight(grams: number): string {
  return `${formatCount(Math.ceil(grams / 1000))}\u00a0кг`;
}

/** '1234,5' → «1 234,5»: a number that is written already. */
export function grouped(number: string): string {
  const [whole = '', decimals] = number.split(',');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return decimals === undefined ? thousands : `${thousands},${decimals}`;
}

/** 5 → «5 рабочих дней»: how every page and email names a term that is counted so. */
export function workingDays(count: number): string {
  return countOf(count, 'рабочий\u00a0день', 'рабочих\u00a0дня', 'рабочих\u00a0дней');
}

/** 5 → how long a ready order waits at its point (S7-36): only one that is paid on receipt has a last day. */
export function storageWords(days: number): string {
  return `С\u00a0оплатой при\u00a0получении храним ${workingDays(days)}, оплаченный заказ\u00a0— без\u00a0срока`;
}

/** countOf(64, 'товар', 'товара', 'товаров') → «64 товара», the number and its word kept on one line. */
export function countOf(count: number, one: string, few: string, many: string): string {
  return `${formatCount(count)}\u00a0${plural(count, one, few, many)}`;
}
