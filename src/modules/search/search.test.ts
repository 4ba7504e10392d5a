import { expect, test } from 'vitest';
import { Listing } from '#modules/catalogue/schema.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { russianLetters } from '#modules/text-index/sounds.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { query } from './listing.ts';
import { misprints } from './plan/misprints.ts';
import { suggest } from './suggest.ts';
import { otherLayout } from './words.ts';

const { db } = await testDatabase();
await makeBranches(db);
const priceContext = priceContextOf((await listDepartments(db)).find((department) => department.id_1c === '00131')!);
const mixes = await makeCategory(db, 'shtukaturki', 'Штукатурки');
const brand = await db
  .insertInto('brands')
  .values({ slug: 'suhona', name: 'СУХОНА' })
  .returning('id')
  .executeTakeFirstOrThrow();

const plaster = await makeProduct(db, {
  name: 'Штукатурка гипсовая СУХОНА Гладь, 30 кг',
  article: '00-12/847',
  barcode: '4670028540947',
  category_id: mixes.id,
  brand_id: brand.id,
  popularity: 90,
});
const sold = await makeProduct(db, {
  name: 'Штукатурка цементная ШЕКСНА, 25кг',
  on_hand: 0,
  popularity: 100,
  category_id: mixes.id,
});
const tile = await makeProduct(db, { name: 'Плитка белая 600х600 мм', article: 'А-77', popularity: 10 });
const tree = await makeProduct(db, { name: 'Ёлка искусственная, 1,8 м', article: 'E-5' });
const mentioned = await makeProduct(db, { name: 'Сетка малярная', search_text: 'Для штукатурки и шпатлёвки' });
await makeProduct(db, { name: 'Штукатурка снятая', article: 'OFF-1', switched_off_at: new Date() });

async function find(q: string, more: Partial<Listing> = {}) {
  const found = await query(db, priceContext, Listing.parse({ q, sort: 'relevance', ...more }));
  return { ids: found.items.map((item) => item.id), search: found.search!, total: found.total };
}

test('[S2-14] a search understands Russian word forms and ё as е', async () => {
  expect((await find('штукатурками')).ids).toContain(plaster.id);
  expect((await find('гипсовую штукатурку')).ids).toEqual([plaster.id]);
  expect((await find('елка')).ids).toEqual([tree.id]);
  expect((await find('Ёлки')).ids).toEqual([tree.id]);
});

test('the last word may be unfinished', async () => {
  expect((await find('штука')).ids).toContain(plaster.id);
  expect((await find('гипсовая штук')).ids).toEqual([plaster.id]);
});

test('what can be bought stands first, then the name before a mention', async () => {
  const { ids } = await find('штукатурка');
  expect(ids).toEqual([plaster.id, mentioned.id, sold.id]);
});

test('units and sizes are found however they are written', async () => {
  expect((await find('штукатурка 30кг')).ids).toEqual([plaster.id]);
  expect((await find('штукатурка 25 кг')).ids).toEqual([sold.id]);
  expect((await find('плитка 600x600')).ids).toEqual([tile.id]);
  expect((await find('плитка 600*600')).ids).toEqual([tile.id]);
});

test('an article with or without separators, in either alphabet, a barcode and a code find exactly one product', async () => {
  for (const q of ['00-12/847', '0012847', ' 00 12 847 ', '4670028540947', plaster.idcode]) {
    expect(await find(q), q).toMatchObject({ ids: [plaster.id], search: { exact_slug: plaster.slug } });
  }
  expect((await find('A-77')).ids, 'Latin A for Russian А').toEqual([tile.id]);
});

test('a query typed in the wrong layout, in Latin letters or with misprints is corrected and says so', async () => {
  expect(await find('inerfnehrf')).toMatchObject({ search: { used: 'штукатурка', correction: 'layout' }, total: 3 });
  expect(await find('shtukaturka')).toMatchObject({ search: { used: 'штукатурка', correction: 'translit' }, total: 3 });
  expect(await find('штукотурка')).toMatchObject({ search: { used: 'штукатурка', correction: 'typo' }, total: 3 });
  expect(await find('inerfnehrf', { exact: true })).toMatchObject({ search: { correction: null }, total: 0 });
});

test('when all the words together find nothing, one is dropped and named', async () => {
  expect(await find('штукатурка гипсовая космическая')).toMatchObject({
    ids: [plaster.id],
    search: { correction: 'fewer_words', dropped: 'космическая' },
  });
});

test('nothing found, stop words, signs and markup give an empty list, not an error', async () => {
  for (const q of ['абракадабра', 'и', '!!!', "'); drop table products; --", '<script>', ':* & |', '\\', '%_']) {
    expect((await find(q)).ids, q).toEqual([]);
  }
});

test('hidden and switched-off products are never found', async () => {
  expect((await find('снятая')).ids).toEqual([]);
  expect((await find('OFF-1')).ids).toEqual([]);
  expect((await suggest(db, priceContext, 'снятая')).products).toEqual([]);
});

test('[S7-31] suggestions name products with price and stock, categories, brands and longer queries', async () => {
  const found = await suggest(db, priceContext, 'штук');
  expect(found.products[0]).toMatchObject({ id: plaster.id, price: 48_900, available: 100, is_on_sale_now: true });
  expect(found.products.find((product) => product.id === sold.id)).toMatchObject({
    available: 0,
    is_on_sale_now: false,
  });
  expect(found.categories).toEqual([{ code: 'shtukaturki', name: 'Штукатурки', parent_name: null }]);
  expect(found.queries).toContain('штукатурка гипсовая');
  const ofBrand = await suggest(db, priceContext, 'сухо');
  expect(ofBrand.brands).toEqual([{ slug: 'suhona', name: 'СУХОНА' }]);
  expect(ofBrand.queries).toEqual(['штукатурка гипсовая сухона']);
});

test('[S7-31] one character suggests nothing, a wrong layout is corrected', async () => {
  expect((await suggest(db, priceContext, 'ш')).products).toEqual([]);
  expect(await suggest(db, priceContext, 'inerfnehrf')).toMatchObject({ corrected_query: 'штукатурка' });
  expect((await suggest(db, priceContext, '\u0000\u0000\u0000')).products).toEqual([]);
});

test('the other layout, both ways', () => {
  expect(otherLayout('ghbdtn')).toBe('привет');
  expect(otherLayout('inerfnehrf')).toBe('штукатурка');
  expect(otherLayout('лтфга')).toBe('knauf');
  expect(otherLayout('сукуыше')).toBe('ceresit');
  expect(russianLetters('shtukaturka')).toBe('штукатурка');
});

test('misprints are letters lost, added, replaced or swapped', () => {
  expect(misprints('краска', 'карска', 2)).toBe(1);
  expect(misprints('краска', 'краск', 2)).toBe(1);
  expect(misprints('краска', 'краскаа', 2)).toBe(1);
  expect(misprints('краска', 'лампа', 1)).toBe(2);
});
