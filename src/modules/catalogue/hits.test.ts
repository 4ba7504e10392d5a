import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { hitProducts } from './product-card.ts';

const { db } = await testDatabase();
await makeBranches(db);

test('«Хит» is one product of a section at most, and among the best-selling twentieth of the shop', async () => {
  const [mixes, paints, tools] = [
    await makeCategory(db, 'smesi', 'Смеси'),
    await makeCategory(db, 'kraski', 'Краски'),
    await makeCategory(db, 'instrument', 'Инструмент'),
  ];
  const ids: Record<string, number> = {};
  const make = async (name: string, category_id: number, popularity: number, more = {}) => {
    ids[name] = (await makeProduct(db, { name, category_id, popularity, ...more })).id;
  };
  // Of a hundred that are bought, five are the twentieth; the sixth is its border.
  await make('off', mixes.id, 900, { switched_off_at: new Date() });
  for (const [name, popularity] of [
    ['first', 500],
    ['second', 490],
    ['third', 480],
  ] as const)
    await make(name, mixes.id, popularity);
  for (const [name, popularity] of [
    ['paint', 470],
    ['other paint', 460],
  ] as const)
    await make(name, paints.id, popularity);
  for (let at = 0; at < 95; at++) await make(`tool ${at}`, tools.id, 100 - at);
  await make('never bought', tools.id, 0);
  const hits = await hitProducts(db);
  expect([...hits].sort((a, b) => a - b)).toEqual([ids.first, ids.paint, ids['tool 0']].toSorted((a, b) => a! - b!));
});

test('what hardly anybody has bought is no «Хит», whatever the rest is', async () => {
  const { db } = await testDatabase();
  await makeBranches(db);
  for (const popularity of [1, 1, 9]) await makeProduct(db, { popularity });
  const often = await makeProduct(db, { popularity: 10, category_id: (await makeCategory(db, 'kraski', 'Краски')).id });
  expect([...(await hitProducts(db))]).toEqual([often.id]);
});
