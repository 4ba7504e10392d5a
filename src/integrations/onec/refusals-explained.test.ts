import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Calls that make a refusal, or a note, which 1C, the owner or the operator reads, of a whole file or of one good. */
const calls =
  /(?:new ExchangeFailure|new FileRefusal|faults\.push|\b(?:refused|refuse|refuseHeld|doubt|left|note)|(?<!throw )\bfault)\(/g;
/** Reasons that are named first and given to such a call later, and functions that only say why. */
const reasons = /\b(?:reason|\w+Reason|why) = /g;
const faultFunctions = /function \w*[fF]ault\(.*\): string \| null \{/g;
/** Rules of the owner are refused to whoever types them, in the words of the command. */
const rulesOfTheOwner = /^(?:map-|change-mapping|own-fields|rekey)/;

const folder = 'src/integrations/onec';
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !rulesOfTheOwner.test(name),
);
const refusals = sources.flatMap((name) => literalsOf(readFileSync(join(folder, name), 'utf8'), name));
const phrases = phrasesOf(readFileSync('docs/onec.md', 'utf8'));

test('every refusal and note of the exchange with 1C is explained in docs/onec.md', () => {
  expect(refusals.length).toBeGreaterThan(120);
  expect(phrases.length).toBeGreaterThan(120);
  const entry = [...readFileSync('src/api/onec/exchange.ts', 'utf8').matchAll(/return ['`]([А-ЯЁ][^'`]+)['`]/g)];
  expect(entry.length).toBe(4);
  refusals.push(...entry.map(([, words = '']) => ({ name: 'src/api/onec/exchange.ts', words })));
  const unexplained = refusals.filter(({ words }) => !phrases.some((phrase) => says(words, phrase)));
  expect(unexplained.map(({ name, words }) => `${name}: ${words}`)).toEqual([]);
});

/** Words of the orders' own verbs, which 1C and people read where such a verb refuses what a document asks. */
const verbs: [file: string, words: string][] = [
  ['shared/refusals.ts', 'Заказ ещё не оплачен'],
  ['shared/refusals.ts', 'Оплачивать этот заказ не нужно'],
  ['shared/refusals.ts', 'Заказ ещё согласует владелец организации'],
  ['modules/orders/edit-order.ts', 'его ещё согласует владелец организации'],
  ['modules/orders/move-order.ts', 'можно: '],
  ['modules/orders/move-order.ts', 'уже выдана: отменить его нельзя'],
  ['modules/orders/note-returns.ts', 'а вернуть можно ещё'],
  ['modules/orders/hand-over.ts', 'Выдать можно не больше, чем ждёт в заказе'],
];

test('what the verbs of orders refuse to 1C is explained, too', () => {
  for (const [file, words] of verbs) {
    expect(readFileSync(join('src', file), 'utf8'), file).toContain(words);
    expect(
      phrases.some((phrase) => phrase.includes(words.trim())),
      words,
    ).toBe(true);
  }
});

test('what is not explained would be found', () => {
  expect(says('Такого отказа никто не описал', 'Такого отказа … не описал')).toBe(true);
  expect(phrases.some((phrase) => says('Такого отказа никто не описал', phrase))).toBe(false);
});

/**
 * Every literal with a word of Russian in the calls, in the reasons and in the functions; of orders, whose words are
 * put together of several, the first of each call.
 */
function literalsOf(source: string, name: string): { name: string; words: string }[] {
  const behind = (pattern: RegExp, upTo: (from: number) => string) =>
    [...source.matchAll(pattern)].map(({ index, 0: found }) => upTo(index + found.length));
  const called = behind(calls, (from) => argumentsAt(source, from)).map(russianIn);
  if (name.startsWith('sale/')) return called.flatMap(([words]) => (words === undefined ? [] : { name, words }));
  const named = [
    ...behind(reasons, (from) => source.slice(from, source.indexOf(';\n', from))),
    ...behind(faultFunctions, (from) => source.slice(from, source.indexOf('\n}', from))),
  ].map(russianIn);
  return [...called, ...named].flat().map((words) => ({ name, words }));
}

function russianIn(source: string): string[] {
  return [...source.matchAll(/'([^'\n]*)'|`((?:[^`$]|\$\{[^}]*\})*)`/g)]
    .map(([, plain, template]) => plain ?? template ?? '')
    .filter((words) => /[а-яё]{3}/i.test(words.replace(/\$\{[^}]*\}/g, '')));
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
  // A phrase that is too short to be a part of one is the whole of it.
  if (pieces.join('').length < 8) return words === phrase;
  let at = 0;
  return pieces.every((piece) => {
    const found = fixed.indexOf(piece, at);
    at = found + piece.length;
    return found !== -1;
  });
}
