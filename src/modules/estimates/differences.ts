import { fold } from '#modules/search/words.ts';
import { wordTerm } from '#modules/text-index/analyse.ts';
import { cyrillicTwins } from '#modules/text-index/sounds.ts';
import { type ShownUnit, shownAmount } from '#shared/unit-words.ts';
import type { SaleUnits } from '#shared/units.ts';
import { expandShort } from './builders-words.ts';
import { isSameMeasure, type Measure, measuresOf } from './measures.ts';
import type { ReadLine } from './schema.ts';
import { countOfAmount } from './unit-family.ts';
import { sayingWords } from './words-of-line.ts';

/** So many words are named; a line that shares none with the product would name them all. */
const mostWords = 4;
/** Words are the same by their beginnings: endings and misprints are no difference. */
const sameBeginning = 4;

/**
 * What of a written line a product does not answer, as sentences for its reader: sizes and masses that are others,
 * words that its name has not, an amount that its units cannot express. Empty: nothing that can be named.
 */
export function differencesOf(
  { name, amount, unit }: Omit<ReadLine, 'text'>,
  product: SaleUnits & { name: string; shown_unit: ShownUnit },
): string[] {
  const asked = measuresOf(name);
  const own = measuresOf(product.name);
  const unlike = asked.filter((measure) => !own.some((other) => isSameMeasure(measure, other)));
  const rest = own.filter((other) => !asked.some((measure) => isSameMeasure(measure, other)));
  const kinds = [...new Set(unlike.map(({ kind }) => kind))].filter((kind) => rivals(rest, kind).length > 0);
  const unnamed = [
    ...new Set(unlike.filter(({ kind }) => !kinds.includes(kind)).map(measureWords)),
    ...lackingWords(name, product.name).slice(0, mostWords),
  ];
  const isUncounted = amount !== null && countOfAmount(amount, unit, product).how === 'unknown';
  return [
    ...kinds.map((kind) => {
      const wanted = unlike.filter((measure) => measure.kind === kind);
      const words = kind === '' && isInCentimetres(asked, own) ? centimetres : measureWords;
      return `в списке ${listed(wanted)}, у товара ${listed(likeSized(rivals(rest, kind), wanted), words)}`;
    }),
    ...(unnamed.length > 0 ? [`в названии товара нет: ${unnamed.join(', ')}`] : []),
    ...(isUncounted
      ? [
          `«${[amount, unit].filter(Boolean).join('\u00a0')}» нельзя перевести в единицы товара: поставили наименьшее количество, ${shownAmount(product.min_count, product.shown_unit)}`,
        ]
      : []),
  ];
}

function lackingWords(line: string, name: string): string[] {
  const own = sayingWords(expandShort(fold(name)));
  return sayingWords(expandShort(fold(line)))
    .filter((word) => !own.some((other) => isSameWord(word, other)))
    .map((word) => `«${word}»`);
}

/** «белая» is «белый», and «е27» in Russian letters is «E27». */
function isSameWord(word: string, other: string): boolean {
  const [own, named] = [cyrillicTwins(word), cyrillicTwins(other)];
  return named.startsWith(own.slice(0, sameBeginning)) || wordTerm(named) === wordTerm(own);
}

/** «30х60» of a tile of 30 × 20 cm is written in centimetres, as the number that both have shows. */
function isInCentimetres(asked: Measure[], own: Measure[]): boolean {
  const lengths = own.filter(({ kind }) => kind === 'length').map(({ value }) => value);
  return asked.some(({ kind, value }) => kind === '' && lengths.includes(value * 10) && !lengths.includes(value));
}

/** What of a product stands against a measure of this kind; a number without a unit is nearly always a size. */
function rivals(own: Measure[], kind: string): Measure[] {
  const same = own.filter((measure) => measure.kind === kind);
  return same.length > 0 || kind !== '' ? same : own.filter((measure) => measure.kind === 'length');
}

/** Metres stand against metres: the length of a profile is not compared with the thickness of its steel. */
function likeSized(own: Measure[], wanted: Measure[]): Measure[] {
  const isInMetres = ({ kind, value }: Measure) => kind === 'length' && value >= 1000;
  const like = own.filter((measure) => wanted.some((other) => isInMetres(other) === isInMetres(measure)));
  return like.length > 0 ? like : own;
}

function listed(measures: Measure[], wordsOf: (measure: Measure) => string = measureWords): string {
  return [...new Set(measures.map(wordsOf))].join(' и ');
}

function centimetres(measure: Measure): string {
  return measure.kind === 'length' ? `${numberWords(measure.value / 10)}\u00a0см` : measureWords(measure);
}

/** From so many of the small unit on, the large one is said. */
const units: Record<string, [small: string, large?: string]> = {
  length: ['мм', 'м'],
  mass: ['г', 'кг'],
  volume: ['мл', 'л'],
  area: ['м²'],
  section: ['мм²'],
  power: ['Вт'],
  voltage: ['В'],
  current: ['А'],
  pieces: ['шт.'],
};

function measureWords({ kind, value }: Measure): string {
  const [small = '', large] = units[kind] ?? [];
  const inWords = (number: number, unit: string) => `${numberWords(number)}${unit && `\u00a0${unit}`}`;
  return large && value >= 1000 ? inWords(value / 1000, large) : inWords(value, small);
}

function numberWords(number: number): string {
  return number.toLocaleString('ru-RU', { useGrouping: false });
}
