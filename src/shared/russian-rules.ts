import { plural } from './plurals.ts';
import { counted, forbidden, notNouns, withoutYo } from './russian-words.ts';

/** Stands in a text for what is put in when the program runs: `${…}`, `{…}`, an element between words. */
export const gap = '\ufffc';

/** A Russian text and, of each gap in it, the source of its expression; empty for an element. */
export type RussianWords = { words: string; gaps: string[] };

export type Mistake = { rule: string; index: number; words: string };

/** Functions that write a number with its word. */
const numberWords =
  /Words\(|\b(?:plural|countOf|workingDays|waitWords|shownAmount|shownPartOf|unitWord|fieldWord|measured|perUnit|stepWords|headingUnit|formatPrice|pricePer|amountInWords)\(/;
/** How numbers are called in this project. */
const numberName =
  /(?:count|length|total|size|days|hours|minutes|seconds|months|years|amount|left|rest|more|most|least|times|max|min|limit|\bn|Count|Length|Days|Most|Size|Limit)[^\p{L}\d]*$|^formatCount\(/u;

const nouns = new Map(counted.flatMap((forms) => forms.map((form) => [form, forms] as const)));

/** By name: what is found, and where; `words` is shown. */
const patterns: [rule: string, pattern: RegExp][] = [
  ['ё', withoutYo],
  ...forbidden.map(([words, instead]): [string, RegExp] => [
    `не пишем так; лучше ${instead}`,
    new RegExp(`(?<![а-яёa-z-])(?:${words})(?![а-яёa-z-])`, 'giu'),
  ]),
  ['восклицательный знак', /[а-яё»)\d]!/giu],
  ['«вы» с прописной', /(?<=[а-яё,;:»)—–] )(?:Вы|Вас|Вам|Вами|Ваш[а-яё]*)(?![а-яё])/gu],
  ['латиница в русском слове', /[a-z]+[а-яё]+[a-z]*|[а-яё]+[a-z]+/giu],
  ['два пробела', /[а-яё.,;:!?»)] {2,}(?=[а-яё«(])/giu],
  ['пробел перед знаком', /[а-яё»\d] [,.;:?!](?=\s|$)/giu],
  ['нет пробела после знака', /[а-яё»][,;:?](?=[а-яё«])/giu],
  ['прямые кавычки', /"(?=[а-яё])|(?<=[а-яё.])"/giu],
  ['вложенные «ёлочки»', /«[^»]*«/gu],
  ['дефис вместо тире', /(?<=[^\s(]) (?:-|–|--) (?=[^\s-])|(?<=[а-яё»)\d])—(?=[а-яё«\d])/giu],
  [
    'дефис между числами',
    /(?<![\d+-])\d+-\d+(?= ?(?:кг|г|мм|см|м|м²|л|мл|шт|лет|дн|дней|дня|мин|час|₽|%|раз|сут|недел|месяц)(?![а-яё]))/giu,
  ],
  ['три точки', /\.\.\./gu],
  [
    'единица прижата к числу',
    /\d(?:₽|%(?!\d)|(?:кг|г|мм|см|м|м²|м³|км|л|мл|шт|мин|сут|руб|Вт|кВт)\.?(?![а-яёa-z\d]))/gu,
  ],
  ['х между числами', /\d ?[хx] ?\d/giu],
  ['№ без пробела', /№(?=\d)/gu],
  ['слово повторено', /(?<![А-ЯЁа-яё-])([а-яё]+) \1(?![а-яё-])/gu],
  ['пусто после предлога', /(?<![а-яё-])(?:в|во|на|из|по|для|от|до|с|со|к|о|у|за|при) [,.;:](?=\s|$)/giu],
  ['сокращение слитно', /(?<![а-яё])т\.[едпк]\./giu],
];

/** What is wrong in a text by docs/decisions/465-russian.md, in its order. */
export function mistakesIn(given: RussianWords): Mistake[] {
  const text = { ...given, words: withoutTags(given.words) };
  const found = patterns.flatMap(([rule, pattern]) =>
    [...text.words.matchAll(pattern)].map(({ index, 0: words }) => ({
      rule,
      index,
      words: around(text.words, index, words),
    })),
  );
  return [...found, ...unpaired(text), ...uncountedNouns(text), ...wrongForms(text)].sort((a, b) => a.index - b.index);
}

/** Each tag becomes as many signs without width, so that places stay what they were. */
function withoutTags(words: string): string {
  return words.replace(/<style>[\s\S]*?<\/style>|<\/?[a-z][^>]*>/gi, (tag) => '\u2060'.repeat(tag.length));
}

/** Quotes that are opened and not closed, closed and not opened, or stand the wrong way round. */
function unpaired({ words }: RussianWords): Mistake[] {
  // What is put between the names of a list.
  if (/^»[^«»]*«$/.test(words)) return [];
  let depth = 0;
  for (const { 0: sign, index } of words.matchAll(/[«»]/g)) {
    depth += sign === '«' ? 1 : -1;
    if (depth < 0) return [{ rule: 'непарные кавычки', index, words: around(words, index, sign) }];
  }
  if (depth === 0) return [];
  const index = words.indexOf('«');
  return [{ rule: 'непарные кавычки', index, words: around(words, index, '«') }];
}

/** `${count} товаров`: right for some numbers only. */
function uncountedNouns({ words, gaps }: RussianWords): Mistake[] {
  let at = -1;
  return gaps.flatMap((expression) => {
    at = words.indexOf(gap, at + 1);
    const [, between = '', noun] =
      /^([ \u00a0](?:[а-яё]+(?:ых|их) )?)([а-яё]{3,})(?![а-яё.])/.exec(words.slice(at + 1)) ?? [];
    if (!noun || !expression || numberWords.test(expression)) return [];
    const isOneOf = nouns.has(noun) && nouns.get(noun)?.[0] !== noun;
    const isCounted = isOneOf || (numberName.test(expression) && !notNoun.test(noun));
    if (!isCounted) return [];
    return [{ rule: 'число без формы слова', index: at, words: `\${${expression}}${between}${noun}` }];
  });
}

const notNoun = new RegExp(`^(?:${notNouns})$`);
/** Behind these a noun stands in another case: «от 1 дня», «в течение 22 дней». */
const otherCase =
  /(?:(?<![а-яё])(?:от|до|более|менее|больше|меньше|около|с|по|из|течение|ближе|дальше|через|после|раньше|позже|свыше|кроме|к|для|в|на|о|за|не)|[–-]\d*) ?$/i;

/** «3 месяцев», «22 лист», «5 новых товар». */
function wrongForms({ words }: RussianWords): Mistake[] {
  return [
    ...words.matchAll(/(?<![\d,.×–-])(\d+) (?:[а-яё]+(?:[ыи]х|[ыио]й|[ая]я|[ое]е) )?([а-яё]+)(?![а-яё])/gu),
  ].flatMap(({ index, 0: all, 1: number, 2: noun = '' }) => {
    const forms = nouns.get(noun);
    if (!forms || otherCase.test(words.slice(0, index))) return [];
    const right = plural(Number(number), ...forms);
    return right === noun || accusative(right) === noun
      ? []
      : [{ rule: `число и слово: ${number} ${right}`, index, words: all }];
  });
}

/** «подождите 1 минуту» */
function accusative(noun: string): string {
  return noun.replace(/а$/, 'у').replace(/я$/, 'ю');
}

function around(words: string, index: number, found: string): string {
  const from = Math.max(0, index - 24);
  return words
    .slice(from, index + found.length + 24)
    .replace(/\s+/g, ' ')
    .replaceAll('\u00a0', '⍽')
    .trim();
}
