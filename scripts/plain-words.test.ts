import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOldWords, readWritten } from './plain-words.ts';

test('the words that the glossary has replaced are gone from sources and documents', async () => {
  const files = await readWritten(join(import.meta.dirname, '..'));
  expect(files.size).toBeGreaterThan(1_000);
  expect(findOldWords(files)).toEqual([]);
});

test.each([
  'const isTold = true;',
  'async function hearOut(body) {',
  'export async function beginAnew(db) {',
  '// The page is rendered anew.',
  'const keptDays = 14;',
  "import { keptLines } from './kept-lines.ts';",
  "import type { Change, Press } from './cart-action.ts';",
  'told(out, counts);',
  'select s.data is not null as is_told',
  'A ready answer is sent.',
  "test('a kept page shows what a verb changed', async () => {",
  '// Pages are kept for all visitors.',
  '// A document that nobody keeps; no other response is sent.',
  '// What was read until invalidations are heard.',
  "test('a touched tag drops the page', async () => {",
  '// What changed while touches were not heard.',
  '/** The order a told code opens. */',
  "test('it fails, with a letter to the owner', async () => {",
  'const letters = await mails();',
  'const told = about({ params, body });',
  '), told as (',
  "import { announceArrival } from './at-the-point.ts';",
  'const mostHeardBytes = 33_554_432;',
  'update onec_packages set heard_at = now()',
  "where('told_cancelled_at', 'is', null)",
  '// Reckoned from the prices of today.',
  'await tellRefusal(db, refusal);',
  "import { refusalEmail } from './tell-refusal.ts';",
  'type By = { isSaid: boolean };',
  'export type SaidOfOffer = Prices;',
  "import { restore } from './restore-said.ts';",
  '// The branch is told when it is paid.',
  '// A repeated press stores nothing.',
  '// A package of which nothing was heard.',
  'const { fields } = readUntaken(before);',
  'exists (select from spoken s where s.at > m.at)',
])('finds «%s»', (line) => {
  expect(findOldWords(new Map([['src/modules/cart/a.ts', line]]))).toHaveLength(1);
});

test('lets through what means something else', () => {
  const lines = [
    'Whoever asks is told of it; tell us of it; what 1C said',
    'red is told apart from green',
    'Press «Сохранить»',
    'visitor.press(page)',
    "goods('sverla-i-bury')",
    'kept in memory',
    'Both addresses as they are kept',
    'a kept copy of the power of attorney',
    'letter by letter; a letter to be shown; by letter or telephone',
    'whom the branch told: their code',
    'a submit touches all fields',
  ];
  expect(findOldWords(new Map([['docs/onec.md', lines.join('\n')]]))).toEqual([]);
  expect(findOldWords(new Map([['src/modules/loyalty/kept-lines.ts', '']]))).toHaveLength(1);
  expect(findOldWords(new Map([['src/integrations/onec/tell-owner.ts', '']]))).toHaveLength(1);
});
