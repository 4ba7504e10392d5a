import type { Attribute } from '#modules/catalogue/categories.ts';
import { specRowText } from '#modules/catalogue/specifications.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { type Fraction, formatAmount, minus, parseAmount } from '#shared/units.ts';

export type Specs = Record<string, unknown>;

/** What is said of a larger and of a smaller one. */
const sizeWords: Record<string, [more: string, less: string]> = {
  Ширина: ['шире', 'уже'],
  Толщина: ['толще', 'тоньше'],
  Длина: ['длиннее', 'короче'],
  Высота: ['выше', 'ниже'],
};

/** What is seen first, whatever the place that cards give it, or none. */
const colour = 'Цвет';

/**
 * In what goods differ from a product, by what cards say, for a product is chosen by it: «цвет: синий вместо жёлтого»,
 * «шире на 1 м», «расход 9 кг/м² вместо 8,1», «доска, а не плитка»; where cards say the same of both, the first
 * difference that a filter asks for.
 */
export function differenceWords(attributes: Attribute[], own: Specs, other: Specs): string[] {
  const differences = (chosen: Attribute[]) =>
    chosen.flatMap((attribute) => wordsFor(attribute, own[attribute.code], other[attribute.code]) ?? []);
  const ofCards = attributes
    .filter(({ name, card_position }) => card_position !== null || name === colour)
    .sort((a, b) => placeOf(a) - placeOf(b));
  const onCards = differences(ofCards);
  return onCards.length > 0 ? onCards : differences(attributes.filter(({ filter }) => filter !== null)).slice(0, 1);
}

function wordsFor(attribute: Attribute, before: unknown, after: unknown): string | null {
  const { name, type } = attribute;
  if (type === 'boolean') {
    if (typeof before !== 'boolean' || typeof after !== 'boolean' || before === after) return null;
    return after ? lowerFirst(name) : `${lowerFirst(name)}: нет`;
  }
  const [was, is] = [specRowText(attribute, before), specRowText(attribute, after)];
  if (was === null || is === null || was === is) return null;
  if (name === colour) return `цвет: ${lowerFirst(is)}${insteadOf(lowerFirst(was))}`;
  const [less, more] = [parseAmount(String(before)), parseAmount(String(after))];
  if (!less || !more) {
    return /\d/.test(is)
      ? `${named(name)} ${is} вместо\u00a0${was}`
      : `${lowerFirst(is)}, а\u00a0не\u00a0${lowerFirst(was)}`;
  }
  const size = sizeWords[name];
  return size ? sizeGap(attribute, size, less, more) : `${named(name)} ${is} вместо\u00a0${number(less)}`;
}

function placeOf({ name, card_position }: Attribute): number {
  return name === colour ? -1 : (card_position ?? 0);
}

/** «жёлтый» → « вместо жёлтого»; a word of another ending is not inflected: «, а не хаки». */
function insteadOf(was: string): string {
  const [, stem = '', ending] = /^([а-яё-]+)(ый|ой|ий)$/.exec(was) ?? [];
  if (!ending) return `, а\u00a0не\u00a0${was}`;
  return ` вместо\u00a0${stem}${ending === 'ий' && !/[гкх]$/.test(stem) ? 'его' : 'ого'}`;
}

function sizeGap(attribute: Attribute, [larger, smaller]: [string, string], before: Fraction, after: Fraction): string {
  const gap = minus(after, before);
  const isLarger = gap.n > 0n;
  return `${isLarger ? larger : smaller} на\u00a0${specRowText(attribute, number(isLarger ? gap : minus(before, after)))}`;
}

const number = (amount: Fraction) => formatAmount(amount, 6);

/** «Расход при слое 10 мм» is the consumption of both. */
function named(name: string): string {
  return /^расход/i.test(name) ? 'расход' : lowerFirst(name);
}
