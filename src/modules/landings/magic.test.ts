import { expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { lastDeliveryDays } from './before-new-year.ts';
import { findGifts } from './gifts.ts';
import { readReadySets } from './ready-sets.ts';
import { createReadySet, removeReadySet, saveReadySet } from './save-ready-set.ts';
import { measuredGoods } from './tree-goods.ts';

const { db } = await testDatabase();
await makeBranches(db);
const [vologda, cherepovets] = ['00131', '00052'].map(async (id) =>
  priceContextOf((await listDepartments(db)).find((row) => row.id_1c === id)!),
);
const priceContext = await vologda!;

test('an order arrives by 30 December: the last day is counted back from the zone’s longest term', () => {
  const zones = [
    { name: 'Город', days_max: 1 },
    { name: 'Область', days_max: 5 },
  ];
  const days = (at: string) =>
    lastDeliveryDays(zones, 'Europe/Moscow', new Date(at)).map(({ zone, date }) => [zone, date]);
  expect(days('2026-12-01T12:00:00Z')).toEqual([
    ['Город', '2026-12-29'],
    ['Область', '2026-12-25'],
  ]);
  expect(days('2026-12-26T12:00:00Z')).toEqual([['Город', '2026-12-29']]);
  expect(days('2026-12-29T21:30:00Z'), 'it is the 30th in Moscow').toEqual([]);
  expect(days('2026-07-01T12:00:00Z')).toEqual([]);
  expect(lastDeliveryDays([], 'Europe/Moscow', new Date('2026-12-01T12:00:00Z'))).toEqual([]);
});

test('a ready set costs what its goods cost here now, and is there only where all of it is', async () => {
  await makeProduct(db, { idcode: 'TREE', price: 500_000, on_hand: 2 });
  await makeProduct(db, { idcode: 'BALLS', price: 30_000, on_hand: 5 });
  const goods = [
    { idcode: 'TREE', count: 1 },
    { idcode: 'BALLS', count: 5 },
  ];
  await createReadySet(db, { slug: 'elka', name: 'Готовая ёлка', text: '', position: 0, is_on: true, goods });
  expect((await readReadySets(db, priceContext)).map(({ slug, sum }) => [slug, sum])).toEqual([['elka', 650_000]]);
  expect(await readReadySets(db, await cherepovets!)).toEqual([]);
  await saveReadySet(db, 'elka', { is_on: false });
  expect(await readReadySets(db, priceContext), 'it is switched off').toEqual([]);
  await saveReadySet(db, 'elka', { is_on: true, goods: [goods[0]!, { idcode: 'BALLS', count: 6 }] });
  expect(await readReadySets(db, priceContext), 'six packs are not on the shelf').toEqual([]);
  await removeReadySet(db, 'elka');
});

test('packs tell what they hold; a garland without a length is left out', async () => {
  const category = await makeCategory(db, 'girlyandy-dlya-doma', 'Гирлянды');
  const long = await makeProduct(db, { category_id: category.id, specs: JSON.stringify({ dlina: 10 }) });
  await makeProduct(db, { category_id: category.id });
  const goods = await measuredGoods(db, priceContext, 'girlyandy-dlya-doma', 'dlina', null);
  expect(goods.map(({ card, per_pack }) => [card.id, per_pack])).toEqual([[long.id, 10]]);
});

test('a gift is within the budget and from the room’s categories', async () => {
  const yard = await makeCategory(db, 'ulichnye-girlyandy', 'Уличные гирлянды');
  const cheap = await makeProduct(db, { category_id: yard.id, price: 40_000 });
  const dear = await makeProduct(db, { category_id: yard.id, price: 400_000 });
  const ids = async (budget: number | null, age: 'child' | null = null) =>
    (await findGifts(db, priceContext, { budget, age, room: 'yard' })).map((card) => card.id).sort();
  expect(await ids(50_000)).toEqual([cheap.id]);
  expect(await ids(null)).toEqual([cheap.id, dear.id].sort());
  expect(await ids(null, 'child'), 'nothing says what they are made of').toEqual([]);
  expect(await findGifts(db, priceContext, { budget: null, age: null, room: 'kitchen' })).toEqual([]);
});
