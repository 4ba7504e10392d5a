import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import { wordTerm } from '#modules/text-index/analyse.ts';
import { findWord } from '#modules/text-index/dictionary.ts';
import { inOtherLayout } from '#modules/text-index/sounds.ts';
import type { Db } from '#platform/database.ts';
import { folded } from '#shared/folded.ts';
import { countOf, nearestWord } from './plan/correct.ts';
import { rulesOf } from './plan/read-rules.ts';

/** A condition over a tsvector in PostgreSQL's own notation. */
export type WordCondition = {
  /** For to_tsquery('russian', …): all words in any form. Empty when nothing searchable was typed. */
  words: string;
  /** For to_tsquery('simple', …): the beginning of the last word; null when it is too short. */
  prefix: string | null;
  /** For to_tsquery('russian', …): the words before the last one. */
  words_before: string | null;
};

/** NFC, lower case, ё as е, one kind of hyphen, quote and space: both sides of a comparison go through it. */
export function fold(text: string): string {
  return folded(text.normalize('NFC'))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[«»„“”"]/g, ' ')
    .replace(/м²|кв\.?\s?м\b/g, 'м2')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}

const tokenPattern = /[\p{L}\p{N}]+(?:[.,/x×*-][\p{L}\p{N}]+)*/gu;
const maxWords = 10;

/** The words of a query, folded. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(tokenPattern) ?? []).slice(0, maxWords);
}

/** What any form of these words finds, for to_tsquery; empty `words` when nothing searchable was typed. */
export function conditionOf(text: string): WordCondition {
  const groups = joinUnits(wordsOf(text));
  const last = groups.at(-1);
  const before = groups.slice(0, -1).map(alternatives);
  const [word = '', ...others] = last ?? [];
  const prefix = others.length === 0 && word.length > 1 && /^\p{L}/u.test(word) ? `${quoted(word)}:*` : null;
  return {
    words: groups.map(alternatives).join(' & '),
    prefix,
    words_before: prefix && before.length > 0 ? before.join(' & ') : null,
  };
}

/** «25 кг» is one thing, however it is written: a number with the unit that follows it stay together. */
function joinUnits(words: string[]): string[][] {
  const groups: string[][] = [];
  for (const word of words) {
    const previous = groups.at(-1);
    if (unitPattern.test(word) && previous?.length === 1 && /^[\d.,/]+$/.test(previous.join(''))) previous.push(word);
    else groups.push([word]);
  }
  return groups;
}

const unitPattern = /^(кг|kg|г|т|л|мл|мм|см|м|м2|м3|вт|в|а|шт|мпа)$/;

// A size is written with a Russian х, a Latin x or a sign; a number sticks to its unit or not; a comma is a dot
// elsewhere.
function alternatives(group: string[]): string {
  const spellings = new Set<string>();
  const [first = '', unit] = group;
  const sizes = /\d[xх×*]\d/.test(first)
    ? ['x', 'х', '×'].map((sign) => first.replace(/(?<=\d)[xх×*](?=\d)/g, sign))
    : [first];
  for (const size of sizes) {
    for (const spelling of [size, size.replace(/(?<=\d),(?=\d)/g, '.'), size.replace(/(?<=\d)\.(?=\d)/g, ',')]) {
      if (unit) {
        spellings.add(`(${quoted(spelling)} & ${quoted(unit)})`);
        spellings.add(quoted(`${spelling}${unit}`));
        continue;
      }
      spellings.add(quoted(spelling));
      const [, number, letters] = /^([\d.,]+)(\p{L}+)$/u.exec(spelling) ?? [];
      if (number && letters) spellings.add(`(${quoted(number)} & ${quoted(letters)})`);
    }
  }
  const all = [...spellings].join(' | ');
  return spellings.size === 1 ? all : `(${all})`;
}

// Tokens hold letters, digits and . , / x × * - only, so a quote cannot occur inside.
function quoted(token: string): string {
  return `'${token}'`;
}

/** «inerfnehrf» → «штукатурка», «лтфга» → «knauf»: the same keys in the other layout. Folded. */
export function otherLayout(text: string): string {
  return fold(inOtherLayout(text));
}

const noRules = rulesOf([]);

/**
 * The text with each word that no product has replaced by the nearest one that some has: one misprint from 4 letters,
 * two from 8. Folded; as it was where nothing is near.
 */
export async function correctMisprints(db: Db, text: string): Promise<string> {
  const texts = (await catalogueIndex(db)).segments.map(({ segment }) => segment.text);
  const words = wordsOf(text);
  const corrected = words.map((word) => {
    const isKnown = texts.some((one) => findWord(one, word) !== -1) || countOf(texts, wordTerm(word)) > 0;
    if (isKnown || word.length < 4 || !/^\p{L}+$/u.test(word)) return word;
    return nearestWord({ texts, rules: noRules }, word)?.word ?? word;
  });
  return corrected.every((word, at) => word === words[at]) ? fold(text) : corrected.join(' ');
}
