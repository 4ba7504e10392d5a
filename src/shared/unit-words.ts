import { formatPrice } from './money.ts';
import { grouped, plural } from './plurals.ts';

/**
 * A unit as people read it: a row of `units`. Counts and prices in rows, calls and cookies stand per sales unit («0,1
 * м»); whoever shows them or reads what was typed goes through the functions below, and people see metres. Whole
 * numbers throughout, nothing rounds.
 */
export type ShownUnit = {
  /** Beside a number, behind a stroke, in a column: «м», «меш.», «пара». */
  short: string;
  /** So many sales units are one of what is shown: 10 for «0,1 м», else 1. Divides 1000. */
  parts: number;
  /** A number takes the short form: «5 м», «5 шт.». */
  is_counted_short: boolean;
  /** Null: only the short form is known, and it is never inflected. */
  forms: UnitForms | null;
};

/** 1 пара, 2 пары, 5 пар; «за пару»; «от 1 пары», «от 5 пар». */
export type UnitForms = Record<'one' | 'two' | 'five' | 'accusative' | 'genitive' | 'genitive_many', string>;

/** «5 пар есть», «положить 21 пару», «от 21 пары». */
export type CountCase = 'nominative' | 'accusative' | 'genitive';

type Parts = Pick<ShownUnit, 'parts'>;

/**
 * A unit nobody described: an abbreviation stands as it is, a word of 1C's in brackets, where it needs no inflection.
 */
export function plainUnit(name: string): ShownUnit {
  const short = /\.$|^\P{L}*\p{L}{1,3}(·\p{L}{1,3})?\P{L}*(\/\P{L}*\p{L}{1,3}(·\p{L}{1,3})?\P{L}*)?$/u.test(name)
    ? name
    : `ед. (${name})`;
  return { short, parts: 1, is_counted_short: true, forms: null };
}

/** «4,7 м», «20 пар», «21 пару», «1 200 шт.»: so many sales units in words. */
export function shownAmount(count: number, unit: ShownUnit, as: CountCase = 'nominative'): string {
  return `${shownCount(count, unit)}\u00a0${unitWord(count, unit, as)}`;
}

/** «4,7», «1 200»: the number alone, for a column or before «из». */
export function shownCount(count: number, unit: Parts): string {
  return grouped(typedAmount(count, unit));
}

/** The same as a field holds it, without grouping. */
export function typedAmount(count: number, { parts }: Parts): string {
  const decimals = String(1000 + (count % parts) * (1000 / parts))
    .slice(1)
    .replace(/0+$/, '');
  const whole = String(Math.floor(count / parts));
  return decimals ? `${whole},${decimals}` : whole;
}

/** The word behind the number: «м», «пар», «пару». */
function unitWord(count: number, { short, parts, is_counted_short, forms }: ShownUnit, as: CountCase): string {
  if (is_counted_short || !forms) return short;
  const { one, two, five, accusative, genitive, genitive_many } = forms;
  if (as === 'genitive') return plural(count / parts, genitive, genitive_many, genitive_many);
  return plural(count / parts, as === 'accusative' ? accusative : one, two, five);
}

/** «47 м из 150 м», «7 бухт из 20». */
export function shownPartOf(part: number, count: number, unit: ShownUnit): string {
  const whole = unit.is_counted_short ? shownAmount(count, unit) : shownCount(count, unit);
  return `${shownAmount(part, unit)} из\u00a0${whole}`;
}

/** «3 месяца», «1,5 месяца», «5–7 дней»: a value as it is written, which ends with a number, and its unit. */
export function measured(value: string, unit: ShownUnit): string {
  const last = Number(/(\d+(?:[.,]\d+)?)$/.exec(value)?.[1]?.replace(',', '.'));
  const { short, is_counted_short, forms } = unit;
  const word =
    is_counted_short || !forms || Number.isNaN(last) ? short : plural(last, forms.one, forms.two, forms.five);
  return `${value}\u00a0${word}`;
}

/** Behind the name of what is measured: «Вес, кг», «До урожая, дней». */
export function headingUnit({ short, is_counted_short, forms }: ShownUnit): string {
  return is_counted_short || !forms ? short : forms.five;
}

/** The word behind a field, where there is little room: «меш.», «м», else inflected: «20 пар». */
export function fieldWord(count: number, unit: ShownUnit): string {
  return unit.short.endsWith('.') ? unit.short : unitWord(count, unit, 'nominative');
}

/** «за пару», «за метр»; «за рул.» where only the short form is known. */
export function perUnit({ short, forms }: ShownUnit): string {
  return `за\u00a0${forms?.accusative ?? short}`;
}

/** Kopecks for one of what is shown: 6 ₽ for 0,1 m are 60 ₽ for the metre. */
export function shownPrice(kopecks: number, { parts }: Parts): number {
  return kopecks * parts;
}

/** «489 ₽», «60 ₽/м»: where nothing beside it says what the price stands for, a part of a metre would mislead. */
export function pricePer(kopecks: number, unit: ShownUnit): string {
  const words = formatPrice(shownPrice(kopecks, unit));
  return unit.parts > 1 ? `${words}/${unit.short}` : words;
}

/** By how many sales units plus and minus go: one of what is shown, by 0,1 m nobody comes to fifty. */
export function pressStep(step: number, { parts }: Parts): number {
  return Math.ceil(parts / step) * step;
}

/** «по 0,1 м», «по 8 шт.»: in what steps it is sold; null where it is one by one. */
export function stepWords(step: number, unit: ShownUnit): string | null {
  return step === 1 && unit.parts === 1 ? null : `по\u00a0${shownAmount(step, unit)}`;
}

const decimalPattern = /^(\d{1,9})(?:[.,](\d{1,6}))?$/;

/**
 * What people type, comma or dot, in whole sales units, rounded up; `is_whole`: nothing had to be rounded. Null for
 * anything that is not a non-negative decimal number.
 */
export function readAmount(typed: string, { parts }: Parts): { count: number; is_whole: boolean } | null {
  const [, whole, decimals = ''] = decimalPattern.exec(typed.replace(/[\s\u00a0\u202f]/g, '')) ?? [];
  if (whole === undefined) return null;
  const scale = 10 ** decimals.length;
  const part = Number(decimals) * parts;
  return { count: Number(whole) * parts + Math.ceil(part / scale), is_whole: part % scale === 0 };
}

/**
 * The same as a count that may be ordered, or a Russian sentence that says why it is none: «4,7» of metres sold by 0,1
 * is 47, «4,75» is refused.
 */
export function readCount(typed: string, unit: Parts): { count: number } | { message: string } {
  const amount = readAmount(typed, unit);
  if (!amount) return { message: 'Должно быть числом' };
  const { count, is_whole } = amount;
  if (is_whole) return { count };
  const rule = unit.parts === 1 ? 'Укажите целое число' : `Количество кратно ${typedAmount(1, unit)}`;
  return { message: `${rule}, например ${typedAmount(count, unit)}` };
}

/**
 * «16,3 ₽/кг»: the price of a base unit, kopecks, where that is another than what the price stands for; else null. No
 * line ends at its slash.
 */
export function basePriceWords(unit_price: { price: number; unit: string } | null, shown: ShownUnit): string | null {
  return unit_price && unit_price.unit !== shown.short
    ? `${formatPrice(unit_price.price)}/\u2060${unit_price.unit}`
    : null;
}
