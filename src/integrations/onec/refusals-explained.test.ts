import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Calls that make a refusal which 1C, the owner or the operator reads. */
const calls = /(?:new ExchangeFailure|new FileRefusal|\brefused|\brefuse)\(/g;
/** Rules of the owner are refused to whoever types them, in the words of the command. */
const rulesOfTheOwner = /^(?:map-|change-mapping|own-fields|rekey)/;

const folder = 'src/integrations/onec';
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !rulesOfTheOwner.test(name),
);
const refusals = sources.flatMap((name) => literalsOf(readFileSync(join(folder, name), 'utf8'), name));
const phrases = phrasesOf(readFileSync('docs/onec.md', 'utf8'));

test('every refusal of the exchange with 1C is explained in docs/onec.md', () => {
  expect(refusals.length).toBeGreaterThan(70);
  expect(phrases.length).toBeGreaterThan(60);
  const entry = [...readFileSync('src/api/onec/exchange.ts', 'utf8').matchAll(/return ['`]([А-ЯЁ][^'`]+)['`]/g)];
  expect(entry.length).toBe(4);
  refusals.push(...entry.map(([, words = '']) => ({ name: 'src/api/onec/exchange.ts', words })));
  const unexplained = refusals.filter(({ words }) => !phrases.some((phrase) => says(words, phrase)));
  expect(unexplained.map(({ name, words }) => `${name}: ${words}`)).toEqual([]);
});

test('what is not explained would be found', () => {
  expect(says('Такого отказа никто не описал', 'Такого отказа … не описал')).toBe(true);
  expect(phrases.some((phrase) => says('Такого отказа никто не описал', phrase))).toBe(false);
});

/** Texts of the calls: the first literal with a word of Russian in each. */
function literalsOf(source: string, name: string): { name: string; words: string }[] {
  return [...source.matchAll(calls)].flatMap(({ index, 0: call }) => {
    const given = argumentsAt(source, index + call.length);
    const literal = [...given.matchAll(/'([^'\n]*)'|`((?:[^`$]|\$\{[^}]*\})*)`/g)]
      .map(([, plain, template]) => plain ?? template ?? '')
      .find((words) => /[а-яё]{3}/i.test(words.replace(/\$\{[^}]*\}/g, '')));
    return literal === undefined ? [] : [{ name, words: literal }];
  });
}

/** From behind the opening parenthesis to the closing one. */
function argumentsAt(source: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < source.length; at++) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
  }
  return source.slice(from, at - 1);
}

/** What stands in guillemets in the first cells of the page's tables. */
function phrasesOf(page: string): string[] {
  const cells = page.split('\n').flatMap((line) => /^\| (.*?) \|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/«((?:[^«»]|«[^»]*»)*)»/g)].map(([, words = '']) => words));
}

/** The phrase of the page, in which … and numbers stand for anything, is a part of what the code says. */
function says(words: string, phrase: string): boolean {
  const fixed = words.replace(/\$\{[^}]*\}/g, '\u0000');
  const pieces = phrase.split(/…|\d+/).flatMap((piece) => piece.trim() || []);
  if (pieces.join('').length < 8) return false;
  let at = 0;
  return pieces.every((piece) => {
    const found = fixed.indexOf(piece, at);
    at = found + piece.length;
    return found !== -1;
  });
}
