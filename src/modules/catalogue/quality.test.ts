import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { countLowQuality, followQuality, readQuality, refreshQuality } from './quality.ts';
import { qualityKeys, qualityRules } from './quality-rules.ts';
import { saveProduct } from './save-product.ts';
import { readStaffProduct } from './staff-product.ts';
import { listStaffProducts } from './staff-products.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await db
  .insertInto('units')
  .values({ name: 'меш.', short: 'меш.', is_counted_short: true })
  .onConflict((it) => it.doNothing())
  .execute();
const { id: brand_id } = await db
  .insertInto('brands')
  .values({ slug: 'gipsar', name: 'Гипсар' })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('attributes')
  .values([
    { code: 'osnova', name: 'Основа', type: 'text' },
    { code: 'rashod', name: 'Расход', type: 'number' },
    { code: 'redkoe', name: 'Редкое', type: 'text' },
  ])
  .execute();

const whole = {
  category_id: category.id,
  brand_id,
  barcode: '4600000000017',
  images: ['a.webp'],
  unit: 'меш.',
  description: 'Слой до 50 мм. '.repeat(20),
};
const full = await makeProduct(db, { ...whole, specs: { osnova: 'Гипс', rashod: 9, redkoe: 'да' } });
const half = await makeProduct(db, { ...whole, barcode: null, specs: { osnova: 'Гипс' } });
const other = await makeProduct(db, { ...whole, barcode: null, specs: { osnova: 'Гипс', rashod: 8 } });
await db
  .insertInto('product_links')
  .values(
    [full, other].map(({ id }) => ({ product_id: id, linked_product_id: half.id, kind: 'analogue', position: 1 })),
  )
  .execute();
const bare = await makeProduct(db, { unit: 'короб', weight_grams: null, price: null });

const follow = () => db.transaction().execute((db) => followQuality(db));
const scoreOf = async (id: number) => (await readQuality(db, id))?.score;

test('the points of all rules are a hundred, and each key has one rule', () => {
  expect(qualityRules.reduce((sum, { points }) => sum + points, 0)).toBe(100);
  expect(qualityRules.map(({ key }) => key)).toEqual(qualityKeys);
});

test('scores are worked out of all goods once, then of those that changed; what is missing is named', async () => {
  expect(await readQuality(db, full.id)).toBeNull();
  expect(await follow()).toBeNull();
  expect(await readQuality(db, full.id)).toMatchObject({ score: 100, missing: [], attributes: [] });
  const quality = await readQuality(db, half.id);
  expect([quality?.score, quality?.missing.map(({ key }) => key), quality?.attributes]).toEqual([
    ...[82, ['attributes', 'analogue'], ['Расход']],
  ]);
  expect(quality?.held.map(({ key }) => key)).toEqual(['photo', 'description', 'weight', 'unit', 'price']);
  expect(quality?.average).toBe(94);
  expect((await readQuality(db, bare.id))?.missing.map(({ key }) => key)).toEqual(
    qualityKeys.filter((key) => key !== 'attributes'),
  );
  expect(await countLowQuality(db, 70, 10)).toBe(1);

  expect(await follow()).toBe(0);
  await db.updateTable('prices').set({ price: 10_000 }).where('product_id', '=', bare.id).execute();
  await db.updateTable('products').set({ barcode: '4600000000024' }).where('id', '=', half.id).execute();
  expect(await follow()).toBe(2);
  expect([await scoreOf(bare.id), await scoreOf(half.id)]).toEqual([40, 82]);
});

test('a saved product is judged at once; the list is sorted and narrowed by the score', async () => {
  await db.transaction().execute(async (db) => {
    const product = await readStaffProduct(db, bare.id, true);
    if (product) await saveProduct(db, product, { brand_id, weight_grams: 100 });
  });
  expect(await scoreOf(bare.id)).toBe(50);
  const scope = { price_columns: ['vologda'], stores: ['store12'] };
  const list = async (filter: { quality_below?: number }) =>
    (
      await listStaffProducts(db, scope, filter, {
        sort: [{ column: 'quality', isDescending: false }],
        limit: 10,
        offset: 0,
        count_to: 100,
      })
    ).products.map(({ id, quality }) => [id, quality]);
  expect((await list({}))[0]).toEqual([bare.id, 50]);
  expect(await list({ quality_below: 70 })).toEqual([[bare.id, 50]]);
  expect((await list({})).slice(-2)).toEqual(expect.arrayContaining([[full.id, 100]]));
});

test('a price is wanted in every branch that counts its stock, and a branch without stock wants none', async () => {
  await follow();
  await db.insertInto('stock').values({ store: 'store52', product_id: full.id, on_hand: 0, on_hand_base: 0 }).execute();
  await db.transaction().execute((db) => refreshQuality(db, [full.id, other.id]));
  expect(await readQuality(db, full.id)).toMatchObject({ score: 85, missing: [{ key: 'price' }] });
  expect(await scoreOf(other.id)).toBe(100);
  await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: full.id, price: 10_000 }).execute();
  expect(await follow()).toBe(1);
  expect(await scoreOf(full.id)).toBe(100);
});
