import { fold } from '#modules/search/words.ts';
import { ensure } from '#shared/ensure.ts';

/**
 * A number with what it measures, in one unit per kind: millimetres, grams, millilitres… `kind` is '' for a bare
 * number.
 */
export type Measure = { kind: string; value: number };

const kinds: Record<string, [kind: string, factor: number]> = {
  мм: ['length', 1],
  см: ['length', 10],
  м: ['length', 1000],
  г: ['mass', 1],
  кг: ['mass', 1000],
  мл: ['volume', 1],
  л: ['volume', 1000],
  м2: ['area', 1],
  мм2: ['section', 1],
  вт: ['power', 1],
  квт: ['power', 1000],
  в: ['voltage', 1],
  а: ['current', 1],
  шт: ['pieces', 1],
};

const unit = '(мм2|мм|см|м2|м|кг|г|мл|л|квт|вт|в|а|шт)(?![\\p{L}\\d])';
const size = new RegExp(`(\\d+(?:\\.\\d+)?(?:\\s?[xх×*]\\s?\\d+(?:\\.\\d+)?){1,3})\\s?(?:${unit})?`, 'gu');
const single = new RegExp(`(?<![\\p{L}\\d.])(\\d+(?:\\.\\d+)?)\\s?${unit}`, 'gu');
const bare = /(?<![\p{L}\d.])(\d+(?:\.\d+)?)(?![\p{L}\d.])/gu;

/** «C16» of a circuit breaker is 16 A to whoever asks for one. */
const code = /(?<![\p{L}\d-])\p{L}(\d+)(?![\p{L}\d])/gu;

/**
 * The sizes, masses and powers in a name: «3,5х35 мм» is two lengths, «2500 × 1200» two bare numbers. Folded spelling,
 * commas as dots.
 */
export function measuresOf(name: string): Measure[] {
  const found: Measure[] = [];
  const add = (text: string, unit: string | undefined) => {
    const [kind, factor] = (unit && kinds[unit]) || ['', 1];
    found.push({ kind, value: Math.round(Number(text) * factor * 1000) / 1000 });
  };
  let rest = fold(name)
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/мм²/g, 'мм2');
  rest = rest.replace(size, (_, sizes: string, unit?: string) => {
    for (const part of sizes.split(/[xх×*]/)) add(part.trim(), unit);
    return ' ';
  });
  rest = rest.replace(single, (_, text: string, unit: string) => {
    add(text, unit);
    return ' ';
  });
  for (const [, text] of rest.matchAll(bare)) add(ensure(text), undefined);
  for (const [, text] of rest.matchAll(code)) add(ensure(text), undefined);
  return found;
}

/** How the measures asked for stand to those of a product: same, of the same kind but other, or not named by it. */
export function compareMeasures(asked: Measure[], own: Measure[]): { same: number; other: number; missing: number } {
  const counts = { same: 0, other: 0, missing: 0 };
  for (const measure of asked) {
    const isSame = own.some((measured) => isSameMeasure(measure, measured));
    if (isSame) counts.same++;
    else if (measure.kind !== '' && own.some(({ kind }) => kind === measure.kind)) counts.other++;
    else counts.missing++;
  }
  return counts;
}

/** «2500х1200» without a unit stands in millimetres, «60х60» of tiles in centimetres. */
export function isSameMeasure(a: Measure, b: Measure): boolean {
  if (a.kind === b.kind) return a.value === b.value;
  if (a.kind !== '' && b.kind !== '') return false;
  const [bare, measured] = a.kind === '' ? [a, b] : [b, a];
  return measured.kind === 'length'
    ? [1, 10, 1000].some((factor) => bare.value * factor === measured.value)
    : bare.value === measured.value;
}
