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
