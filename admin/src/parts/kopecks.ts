import { grouped } from '#shared/plurals.ts';

/** Kopecks as they stand in a field: «12 480», «390,50». */
export function roublesText(kopecks: number): string {
  const roubles = kopecks / 100;
  return grouped((Number.isInteger(roubles) ? String(roubles) : roubles.toFixed(2)).replace('.', ','));
}

/** «12 480», «12480,50» → kopecks; null: no sum. */
export function kopecksOf(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0₽]/g, '').replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text) * 100);
}
