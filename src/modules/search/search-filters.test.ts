import { expect, test } from 'vitest';
import { Listing } from '#modules/catalogue/schema.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { query } from './listing.ts';
import { suggest } from './suggest.ts';

const { db } = await testDatabase();
await makeBranches(db);
const priceContext = priceContextOf((await listDepartments(db)).find((department) => department.id_1c === '00131')!);
const [colour, volume, purpose] = await db
  .insertInto('attributes')
  .values([
    { code: 'cvet', name: 'Цвет', type: 'enum', filter: 'values', position: 1 },
    { code: 'obem', name: 'Объём', type: 'number', unit: 'л', filter: 'values', position: 2 },
    { code: 'naznachenie', name: 'Назначение', type: 'enum', filter: 'values', position: 4 },
    { code: 'moshchnost', name: 'Мощность', type: 'number', unit: 'Вт', filter: 'range', position: 3 },
  ])
  .returning('id')
  .execute();
const values = await db
  .insertInto('attribute_values')
  .values([
    { attribute_id: colour!.id, value: 'Белый' },
    { attribute_id: colour!.id, value: 'Белая' },
    { attribute_id: colour!.id, value: 'Серый' },
    { attribute_id: volume!.id, value: '3', number: '3' },
    { attribute_id: volume!.id, value: '9', number: '9' },
    { attribute_id: purpose!.id, value: 'Для ванной' },
  ])
  .returning('id')
  .execute();
const [white, whiteToo, grey, three, nine, bath] = values.map(({ id }) => id);
const tiles = await makeCategory(db, 'plitka', 'Плитка');
const paints = await makeCategory(db, 'kraski', 'Краски для ванной');
const drills = await makeCategory(db, 'perforatory', 'Перфораторы');
const tile = { category_id: tiles.id, base_unit: 'м²', factor_base: 1, weight_grams: 1_000 };
await makeProduct(db, { ...tile, name: 'Плитка Капля, цвет белый', facets: [white!], price: 90_000 });
await makeProduct(db, { ...tile, name: 'Плитка Холст, белая', facets: [whiteToo!], price: 120_000 });
await makeProduct(db, { ...tile, name: 'Плитка Рассвет, цвет серый', facets: [grey!], price: 150_000 });
await makeProduct(db, { name: 'Клей для плитки, 25 кг', price: 50_000 });
const paint = { category_id: paints.id, base_unit: 'л', factor_base: 3, weight_grams: 3_000 };
await makeProduct(db, {
  ...paint,
  name: 'Краска для ванной Пар, белая, 3 л',
  facets: [white!, three!, bath!],
  price: 99_000,
});
await makeProduct(db, { ...paint, name: 'Краска для ванной Пар, белая, 9 л', facets: [nine!, bath!], price: 250_000 });
await makeProduct(db, { ...paint, name: 'Краска для кухни Блик, 3 л', facets: [three!, bath!], price: 80_000 });
for (const watts of [800, 1100]) {
  await makeProduct(db, {
    name: `Перфоратор Удар, ${watts} Вт`,
    category_id: drills.id,
    specs: JSON.stringify({ moshchnost: watts }),
  });
}

const find = (q: string, more: Partial<Listing> = {}) =>
  query(db, priceContext, Listing.parse({ q, sort: 'relevance', ...more }));
const names = ({ items }: { items: { name: string }[] }) => items.map((item) => item.name).sort();

test('[S2-14] a word in any form that is the value of what the rest finds becomes a filter, shown and to be taken out', async () => {
  for (const q of ['белая плитка', 'белую плитку', 'плитка белые']) {
    const found = await find(q);
    expect(found.search!.understood, q).toMatchObject([{ kind: 'value', code: 'cvet', label: 'Цвет: Белый' }]);
    expect(names(found), q).toEqual(['Плитка Капля, цвет белый', 'Плитка Холст, белая']);
  }
  const { search, facets } = await find('белую плитку');
  expect(search!.understood[0]).toMatchObject({ text: 'белую', remove: 'плитку' });
  const counts = facets.find(({ code }) => code === 'cvet')!.values.map(({ value, count }) => [value, count]);
  expect(counts, 'the other colours of the goods are counted, as under any filter').toContainEqual(['Серый', 1]);
});

test('[S2-14] a word stays a word where a filter would lose goods whose name says it, where it is alone, and when one insists', async () => {
  const found = await find('белая краска');
  expect(names(found)).toEqual(['Краска для ванной Пар, белая, 3 л', 'Краска для ванной Пар, белая, 9 л']);
  expect(found.search!.understood, 'the second has no colour among its values').toEqual([]);
  const named = await find('краска для ванной');
  expect(named.search!.understood, 'the name of a category').toEqual([]);
  expect((await find('белая')).search!.understood).toEqual([]);
  expect((await find('белая плитка', { exact: true })).search!.understood).toEqual([]);
});

test('[S2-14] numbers with units become filters in any spelling, of lists of values and of numbers', async () => {
  for (const q of ['краска 3 л', 'краска 3л', 'краска 3000 мл', 'краска 3,0 литра'])
    expect((await find(q)).search!.understood, q).toMatchObject([
      { code: 'obem', label: 'Объём: 3\u00a0л', remove: 'краска' },
    ]);
  for (const q of ['перфоратор 800 вт', 'перфоратор 0,8 квт']) {
    const found = await find(q);
    expect(found.search!.understood, q).toMatchObject([{ code: 'moshchnost', label: 'Мощность: 800\u00a0Вт' }]);
    expect(names(found), q).toEqual(['Перфоратор Удар, 800 Вт']);
  }
});

test('[S2-14] the list’s own filter goes before what the query says, which then is not shown as obeyed', async () => {
  const found = await find('белая плитка', { filters: { cvet: [String(grey)] } });
  expect(names(found)).toEqual(['Плитка Рассвет, цвет серый']);
  expect(found.search!.understood).toEqual([]);
  expect((await find('плитка до 1000 ₽', { price_to: 200_000 })).search!.understood).toEqual([]);
});

test('[S2-14] a price of a unit narrows to the goods sold by it', async () => {
  for (const q of ['плитка до 1000 ₽ за м2', 'плитка не дороже 1000 руб/кв.м', 'плитка до 1000 за квадрат']) {
    const found = await find(q);
    expect(names(found), q).toEqual(['Плитка Капля, цвет белый']);
    expect(found.search!.understood, q).toMatchObject([
      { kind: 'base_price_to', label: 'до 1\u00a0000\u00a0₽ за\u00a0м²', remove: 'плитка' },
    ]);
  }
  expect(names(await find('краска от 300 до 1000 р')), 'of a thing, not of a unit').toEqual([
    'Краска для ванной Пар, белая, 3 л',
    'Краска для кухни Блик, 3 л',
  ]);
});

test('[S2-14] what matches most of the words stands apart from a list that finds few, under its filters and in none of its counts', async () => {
  const found = await find('белая краска для ванной 3 л до 1000 ₽');
  expect(names(found)).toEqual(['Краска для ванной Пар, белая, 3 л']);
  expect(found.total).toBe(1);
  expect(found.near.map(({ dropped, query: rest }) => [dropped, rest])).toContainEqual([
    ['белая'],
    'краска для ванной 3 л до 1000 ₽',
  ]);
  expect(found.near.flatMap(names), 'within the price').toEqual(['Краска для кухни Блик, 3 л']);
  expect((await find('белая краска для ванной 3 л')).near.flatMap(names)).toContain(
    'Краска для ванной Пар, белая, 9 л',
  );
  expect((await find('белая краска для ванной 3 л', { exact: true })).near).toEqual([]);
  expect((await find('краска')).near, 'one word has no most').toEqual([]);
});

test('[S7-31] a price typed with the words chooses among the suggestions and never empties them', async () => {
  const suggested = async (q: string) => names({ items: (await suggest(db, priceContext, q)).products });
  expect(await suggested('краска до 900')).toEqual(['Краска для кухни Блик, 3 л']);
  expect(await suggested('краска до 100 руб')).toHaveLength(3);
});
