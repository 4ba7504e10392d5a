/** One of three Russian forms by number: plural(21, 'товар', 'товара', 'товаров') → 'товар' (S9-07). Fractions take the second form. */
export function plural(count: number, one: string, few: string, many: string): string {
  const n = Math.abs(count);
  if (!Number.isInteger(n)) return few;
  const tens = n % 100;
  const units = n % 10;
  if (units === 1 && tens !== 11) return one;
  if (units >= 2 && units <= 4 && (tens < 12 || tens > 14)) return few;
  return many;
}

const counts = new Intl.NumberFormat('ru-RU');

/** 1240 → «1 240». */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** countOf(64, 'товар', 'товара', 'товаров') → «64 товара», the number and its word kept on one line. */
export function countOf(count: number, one: string, few: string, many: string): string {
  return `${formatCount(count)}\u00a0${plural(count, one, few, many)}`;
}
