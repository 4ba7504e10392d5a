import { grouped } from '#shared/plurals.ts';

/** Kopecks as they stand in a field: «12 480», «390,50». */
export function roublesText(kopecks: number): string {
  const roubles = kopecks / 100;
  return grouped((Number.isInteger(roubles) ? String(roubles) : roubles.toFixed(2)).replace('.', ','));
}
