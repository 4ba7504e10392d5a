import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoDatabase } from '#test/support/demo-database.ts';
import { seededBelow } from '#test/support/random.ts';
import { stem } from './stem.ts';

const { db } = await demoDatabase();

test('[S2-14] our stems equal PostgreSQL’s russian_stem for every word of the demo catalogue and for twenty thousand words made up', async () => {
  const { rows } = await sql<{ text: string }>`
    select name || ' ' || description || ' ' || search_text as text from products`.execute(db);
  const words = new Set(rows.flatMap(({ text }) => text.toLowerCase().match(/[а-яё]+/g) ?? []));
  expect(words.size).toBeGreaterThan(2_000);
  for (const word of madeUp(20_000)) words.add(word);
  const { rows: stems } = await sql<{ word: string; lexemes: string[] }>`
    select word, ts_lexize('russian_stem', word) as lexemes from unnest(${[...words]}::text[]) as word`.execute(db);
  // A stop word has no lexeme there.
  const different = stems.filter(({ word, lexemes }) => lexemes.length > 0 && stem(word) !== lexemes[0]);
  expect(different).toEqual([]);
});

/** Letters at random with the endings of real words behind half of them; the same at each run. */
function madeUp(count: number): string[] {
  const letters = 'аеиоуыэюябвгджзйклмнпрстфхцчшщъьё';
  const endings =
    'ивший ывшись вшись вши ающий ость остью ейший ейше нный нно ься ть ла на ете йте уйте ишь ует уют иями ого ыми ее ах ью ия'.split(
      ' ',
    );
  const next = seededBelow(20_261_121);
  return Array.from({ length: count }, (_, at) => {
    let word = '';
    for (let length = 1 + next(10); length > 0; length--) word += letters[next(letters.length)];
    return at % 2 ? word : word + endings[next(endings.length)];
  });
}
