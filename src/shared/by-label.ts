const inGrams: Record<string, number> = { г: 1, кг: 1_000, т: 1_000_000 };
const inMillilitres: Record<string, number> = { мл: 1, л: 1_000 };
const inMillimetres: Record<string, number> = { мм: 1, см: 10, м: 1_000 };
const scales = [inGrams, inMillilitres, inMillimetres];

/**
 * Order of the variants of a model by what their labels say: «500 г», «5 кг», «15 кг»; «M8», «M10»; words by letters,
 * behind sizes.
 */
export function byLabel(one: string, other: string): number {
  const [a, b] = [sizeOf(one), sizeOf(other)];
  if (a === null || b === null) return a === b ? one.localeCompare(other, 'ru') : a === null ? 1 : -1;
  return a.before.localeCompare(b.before, 'ru') || a.size - b.size || one.localeCompare(other, 'ru', { numeric: true });
}

/** The first number of a label in the smallest unit of its kind, and the letters before it; null without a number. */
function sizeOf(label: string): { before: string; size: number } | null {
  const [, before = '', number, unit = ''] = /^([^\d]*)(\d+(?:[.,]\d+)?)[\s\u00a0]*(\p{L}*)/u.exec(label) ?? [];
  if (number === undefined) return null;
  const scale = scales.find((units) => unit in units)?.[unit] ?? 1;
  return { before: before.trim(), size: Number(number.replace(',', '.')) * scale };
}
