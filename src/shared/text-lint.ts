import { proposeCityCases } from './city-cases.ts';
import { type Mistake, mistakesIn } from './russian-rules.ts';

/** What a doubt about a written text says: the rule as a sentence, the words it stands in. */
export type Doubt = { rule: string; words: string };

/** Rules that name themselves by a letter, as people see them. */
const sentences: Record<string, string> = {
  ё: 'пишем через «ё»',
  'единица прижата к числу': 'между числом и единицей нужен пробел',
  'х между числами': 'между размерами ставим ×',
  'дефис между числами': 'между числами ставим –',
  'дефис вместо тире': 'между словами ставим —',
  'три точки': 'многоточие — один знак …',
};

/** What a program was to put in and did not: `{city}`, `{{name}}`, `%s`, `undefined`, a text to fill the place. */
const placeholder =
  /\{\{?[^{}]{0,40}\}?\}|%[a-z_]{2,30}%|%[sd](?![a-zа-яё])|\[object \w+\]|\b(?:undefined|null|NaN|lorem ipsum|todo)\b|<(?:город|имя|дата|цена)>/giu;

/** In which case a town stands behind a preposition; «в» and «на» ask where, or where to. */
const casesBehind = [
  { prepositions: 'в|во|на', cases: ['prepositional', 'accusative'] },
  { prepositions: 'из|от|до|для|около|возле|у', cases: ['genitive'] },
  { prepositions: 'по|к|ко', cases: ['dative'] },
  { prepositions: 'с|со|под|над|между', cases: ['instrumental', 'genitive'] },
  { prepositions: 'о|об', cases: ['prepositional'] },
] as const;

/** Placeholders that were left in a text, in their order. */
export function rawPlaceholders(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([found]) => found);
}

/**
 * What may be wrong in a Russian text that somebody writes: the rules of the project's own texts, placeholders, and
 * `towns` (nominatives) in the wrong case behind a preposition. `text`: one paragraph, without tags.
 */
export function doubtsIn(text: string, towns: readonly string[] = []): Doubt[] {
  // Where lines end is not the writer's to say: spaces are spaces.
  const plain = text.replaceAll('\u00a0', ' ');
  const found: Mistake[] = [
    ...mistakesIn({ words: plain, gaps: [] }),
    ...[...plain.matchAll(placeholder)].map(({ 0: words, index }) => ({ rule: 'осталась заготовка', index, words })),
    ...towns.flatMap((town) => wrongCases(plain, town)),
  ];
  return found
    .sort((a, b) => a.index - b.index)
    .map(({ rule, words }) => ({ rule: sentences[rule] ?? rule, words: wholeWords(plain, words) }));
}

/** Words cut out of a text by their number of signs → without the halves of words at their ends. */
function wholeWords(text: string, words: string): string {
  const at = text.indexOf(words);
  if (at < 0) return words;
  const isCut = { before: /[^\s]$/.test(text.slice(0, at)), behind: /^[а-яё\w]/i.test(text.slice(at + words.length)) };
  const begun = isCut.before ? words.replace(/^\S* /, '… ') : words;
  return isCut.behind && /[а-яё\w]$/i.test(begun) ? begun.replace(/ \S*$/, ' …') : begun;
}

function wrongCases(text: string, town: string): Mistake[] {
  if (town === '' || !text.includes(town)) return [];
  const forms = proposeCityCases(town);
  return casesBehind.flatMap(({ prepositions, cases }) => {
    if (cases.some((name) => forms[name] === town)) return [];
    const wrong = new RegExp(`(?<![а-яё-])(?:${prepositions}) ${escaped(town)}(?![а-яё-])`, 'giu');
    const right = cases.map((name) => `«${forms[name]}»`).join(' или ');
    return [...text.matchAll(wrong)].map(({ 0: words, index }) => ({ rule: `падеж: нужно ${right}`, index, words }));
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
