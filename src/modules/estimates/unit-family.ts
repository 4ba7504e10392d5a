import { folded } from '#shared/folded.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { ceilFraction, countFor, type Fraction, fraction, parseAmount, type SaleUnits, times } from '#shared/units.ts';

/** Units that mean one thing, however they are written. */
const families: [family: string, pattern: RegExp, thousands?: 1 | 1000][] = [
  ['piece', /^(шт|штук[аи]?|штуки|ед|pcs|pc)$/],
  // As catalogues of works measure bricks and screws.
  ['piece', /^(тыс(яч[аи]?)?|1000)(шт|штук)$/, 1000],
  ['bag', /^(м(е|)ш|меш(ок|ка|ков|ки)?)$/],
  ['pack', /^(уп|упак|упаков(ка|ки|ок)|пач(ка|ки|ек)?|пч|кор|короб(ка|ки|ок)?|блок(а|ов)?)$/],
  ['roll', /^(рул|рулон(а|ов|ы)?|бухт(а|ы)?|мот(ок|ка|ков))$/],
  ['sheet', /^(л|лист(а|ов|ы)?)$/],
  ['set', /^(компл|комплект(а|ов|ы)?|набор(а|ов|ы)?|к-т)$/],
  ['pair', /^(пар(а|ы)?|пар)$/],
  [
    'can',
    /^(бан(ка|ки|ок)?|вед(ро|ра|ер)|тюб(ик(а|ов)?)?|баллон(а|ов)?|туб(а|ы)?|кан(истр(а|ы)?)?|бут(ыл(ка|ки|ок))?|фл(акон(а|ов)?)?)$/,
  ],
  ['m2', /^(м2|м²|кв\.?м|квм|m2|кв\.? ?метр(а|ов)?)$/],
  ['m3', /^(м3|м³|куб(а|ов|\.?м)?|m3)$/],
  ['m', /^(м|мп|м\.?п|пм|п\.?м|пог\.?м|метр(а|ов|ы)?|мпог|m)$/],
  ['kg', /^(кг|kg|килограмм(а|ов)?)$/],
  ['kg', /^(т|тн|тонн(а|ы)?)$/, 1000],
  ['l', /^(л|литр(а|ов)?|l)$/],
];

/** Counted by the piece, whatever the piece is called on the pack. */
const counted = new Set(['piece', 'bag', 'pack', 'roll', 'sheet', 'set', 'pair', 'can']);

/** What a written unit may mean: «л» is litres or sheets, the product tells which. Empty for a word that is no unit. */
export function unitFamilies(unit: string): string[] {
  const plain = folded(unit)
    .replace(/[.\s]+$/g, '')
    .replace(/\s+/g, ' ');
  const compact = plain.replace(/[.\s]/g, '');
  return [
    ...new Set(
      families.filter(([, pattern]) => pattern.test(plain) || pattern.test(compact)).map(([family]) => family),
    ),
  ];
}

/**
 * `converted`: from metres or kilograms into packs; `as_written`: that many pieces; `unknown`: the unit says nothing of
 * this product, and the least that is sold stands there until a person decides.
 */
export type CountedLine = { count: number; how: 'converted' | 'as_written' | 'unknown' };

/**
 * Whole sales units for «12,5 м2» or «14 меш» of this product, rounded up to its step and minimum. Without an amount:
 * the least that is sold. A bare number is of what people see: metres, where 0,1 m is sold. A unit that cannot be
 * turned into the product's is marked.
 */
export function countOfAmount(
  amount: string | null,
  unit: string | null,
  product: SaleUnits & { shown_unit: ShownUnit },
): CountedLine {
  const wanted = amount === null ? null : parseAmount(amount);
  if (!wanted || wanted.n === 0n) return { count: product.min_count, how: amount === null ? 'as_written' : 'unknown' };
  const asked = unit === null ? [] : unitFamilies(unit);
  const sold = unitFamilies(product.unit);
  const shown = unitFamilies(product.shown_unit.short);
  const base = unitFamilies(product.base_unit);
  const inBase = (): CountedLine => {
    const amount = times(wanted, fraction(thousands(unit), thousands(product.base_unit)));
    return { count: atMost(countFor(amount, product.factor, product).count, product), how: 'converted' };
  };
  // «Кабель 45» is 45 of what people see: metres, not tenths of them.
  const { parts } = product.shown_unit;
  const pieces = () =>
    piecesOf(times(wanted, fraction(BigInt(parts) * thousands(unit), thousands(product.unit))), product);
  if (asked.length === 0) return { count: pieces(), how: parts > 1 ? 'converted' : 'as_written' };
  const isPieces = asked.some((family) => sold.includes(family));
  if (!isPieces && asked.some((family) => base.includes(family))) return inBase();
  if (isPieces || asked.some((family) => shown.includes(family) || counted.has(family)))
    return { count: pieces(), how: 'as_written' };
  return { count: product.min_count, how: 'unknown' };
}

function piecesOf(wanted: Fraction, { step, min_count, max_count }: SaleUnits): number {
  const steps = ceilFraction(fraction(wanted.n, wanted.d * BigInt(step)));
  return atMost(Math.max(Number(steps) * step, min_count), { step, max_count });
}

function atMost(count: number, { step, max_count }: Pick<SaleUnits, 'step' | 'max_count'>): number {
  return Math.min(count, Math.floor(max_count / step) * step);
}

function thousands(unit: string | null): bigint {
  const plain = (unit ?? '').toLowerCase().replace(/[.\s]/g, '');
  const found = families.find(([, pattern, factor]) => factor && pattern.test(plain));
  return BigInt(found?.[2] ?? 1);
}
