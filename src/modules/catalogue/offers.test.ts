import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { offersOf, priceAt } from './offers.ts';
import { productCards } from './product-card.ts';

const { db } = await testDatabase();
await makeBranches(db);
const departments = await listDepartments(db);
const vologda = priceContextOf(departments.find((department) => department.id_1c === '00131')!);
const cherepovets = priceContextOf(departments.find((department) => department.id_1c === '00052')!);
const business = { ...vologda, buyer_price_column: 'vologda_b2b' };

async function offer(id: number, priceContext = vologda) {
  return (await offersOf(db, priceContext, [id])).get(id)!;
}

/** Puts a price into the past of Vologda's column. */
async function charged(product_id: number, price: number, daysAgo: number) {
  await sql`insert into price_changes (price_column, product_id, changed_at, price)
    values ('vologda', ${product_id}, now() - ${daysAgo} * interval '1 day', ${price})`.execute(db);
}

test('[S1-02] prices come from the branch’s price column, stock from the branch’s store', async () => {
  const { id } = await makeProduct(db, { price: 48_900, on_hand: 12 });
  await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: id, price: 50_100 }).execute();
  await db.insertInto('stock').values({ store: 'store52', product_id: id, on_hand: 3, on_hand_base: 90 }).execute();
  expect(await offer(id)).toMatchObject({ price: 48_900, available: 12, price_column: 'vologda' });
  expect(await offer(id, cherepovets)).toMatchObject({ price: 50_100, available: 3 });
});

test('[S7-10] without a price a product is on request and not orderable, never 0 ₽', async () => {
  const { id } = await makeProduct(db, { price: null });
  expect(await offer(id)).toMatchObject({ price: null, is_on_sale_now: false });
  expect(priceAt(await offer(id), 1)).toBeNull();
});

test('[S7-10] where the exchange never sent stock available is null and the product not orderable', async () => {
  const { id } = await makeProduct(db, { on_hand: null });
  expect(await offer(id)).toMatchObject({ price: 48_900, available: null, is_on_sale_now: false });
});

test('[S7-36] available is on hand without reservations and never below 0', async () => {
  const { id } = await makeProduct(db, { on_hand: 10 });
  await db.updateTable('stock').set({ reserved: 4 }).where('product_id', '=', id).execute();
  expect((await offer(id)).available).toBe(6);
  await db.updateTable('stock').set({ on_hand: 2 }).where('product_id', '=', id).execute();
  expect(await offer(id)).toMatchObject({ available: 0, is_on_sale_now: false });
});

test('less than the least orderable count is not on sale', async () => {
  const { id } = await makeProduct(db, { on_hand: 3, step: 2, min_count: 4 });
  expect(await offer(id)).toMatchObject({ available: 3, is_on_sale_now: false });
});

test('[S7-10] the old price is shown only if it was really charged in the last 30 days', async () => {
  const recent = await makeProduct(db, { price: 48_900, old_price: 55_600 });
  await charged(recent.id, 55_600, 10);
  const long = await makeProduct(db, { price: 48_900, old_price: 55_600 });
  await charged(long.id, 55_600, 90);
  const past = await makeProduct(db, { price: 48_900, old_price: 55_600 });
  await charged(past.id, 55_600, 90);
  await charged(past.id, 48_900, 31);
  const invented = await makeProduct(db, { price: 48_900, old_price: 55_600 });
  const lower = await makeProduct(db, { price: 48_900, old_price: 40_000 });
  await charged(lower.id, 40_000, 5);
  expect((await offer(recent.id)).old_price).toBe(55_600);
  expect((await offer(long.id)).old_price, 'charged until today, since 90 days').toBe(55_600);
  expect((await offer(past.id)).old_price, 'given up 31 days ago').toBeNull();
  expect((await offer(invented.id)).old_price).toBeNull();
  expect((await offer(lower.id)).old_price).toBeNull();
  const [card] = await productCards(db, vologda, { ids: [recent.id] });
  expect(card).toMatchObject({ old_price: 55_600, discount_percent: 13 });
  expect(card!.badges).toContain('sale');
});

test('[2.10] a card of a day that is over strikes the old price by that day, not by today', async () => {
  const { id } = await makeProduct(db, { price: 48_900, old_price: 55_600 });
  await charged(id, 55_600, 90);
  await charged(id, 48_900, 31);
  const struck = async (daysAgo: number) => {
    const shown_at = new Date(Date.now() - daysAgo * 86_400_000);
    const [card] = await productCards(db, { ...vologda, shown_at }, { ids: [id] });
    return card?.old_price;
  };
  expect(await struck(10), 'charged 21 days before').toBe(55_600);
  expect(await struck(0), 'given up 31 days ago').toBeNull();
});

test('[S1-03] a business buyer is charged the own column, and the branch’s where it has no price', async () => {
  const both = await makeProduct(db, { price: 48_900 });
  await db.insertInto('prices').values({ price_column: 'vologda_b2b', product_id: both.id, price: 45_000 }).execute();
  const retail = await makeProduct(db, { price: 48_900 });
  expect(await offer(both.id, business)).toMatchObject({
    price: 48_900,
    buyer_price: 45_000,
    price_column: 'vologda_b2b',
  });
  expect(await offer(retail.id, business)).toMatchObject({ buyer_price: null, price_column: 'vologda' });
  expect(priceAt(await offer(both.id, business), 1)).toBe(45_000);
  expect(priceAt(await offer(retail.id, business), 1)).toBe(48_900);
  expect((await offer(both.id)).buyer_price, 'a guest never meets it').toBeNull();
});

test('quantity tiers lower the price from their count on; a tier that is not cheaper is dropped', async () => {
  const { id } = await makeProduct(db, { price: 48_900 });
  await db
    .insertInto('price_tiers')
    .values([
      { price_column: 'vologda', product_id: id, from_count: 20, price: 47_200 },
      { price_column: 'vologda', product_id: id, from_count: 30, price: 47_500 },
      { price_column: 'vologda', product_id: id, from_count: 40, price: 46_100 },
    ])
    .execute();
  const found = await offer(id);
  expect(found.tiers).toEqual([
    { from_count: 20, price: 47_200 },
    { from_count: 40, price: 46_100 },
  ]);
  expect([1, 19, 20, 39, 40, 500].map((count) => priceAt(found, count))).toEqual([
    48_900, 48_900, 47_200, 47_200, 46_100, 46_100,
  ]);
});

test('an offer names every category of the product and all above them', async () => {
  const root = await makeCategory(db, 'smesi', 'Сухие смеси');
  const leaf = await makeCategory(db, 'shtukaturki', 'Штукатурки', root.id);
  const second = await makeCategory(db, 'dlya-vannoy', 'Для ванной');
  const { id } = await makeProduct(db, { category_id: leaf.id });
  await db.insertInto('product_categories').values({ product_id: id, category_id: second.id }).execute();
  const found = await offer(id);
  expect(found.category_code).toBe('shtukaturki');
  expect([...found.category_ids].sort()).toEqual([root.id, leaf.id, second.id].sort());
});

test('a switched-off product keeps its place in a cart but is not on sale; unknown ids are absent', async () => {
  const { id } = await makeProduct(db, { switched_off_at: new Date() });
  expect(await offer(id)).toMatchObject({ switched_off: true, is_on_sale_now: false });
  expect((await offersOf(db, vologda, [2_000_000_000, -1, 0.5])).size).toBe(0);
});

test('[S9-07] a card carries the price per base unit rounded half up', async () => {
  const { id } = await makeProduct(db, { price: 48_900 });
  const single = await makeProduct(db, { price: 9_600, unit: 'шт.', base_unit: 'шт.', factor_base: 1 });
  const [bag, piece] = await productCards(db, vologda, { ids: [id, single.id] });
  expect(bag!.unit_price).toEqual({ price: 1_630, unit: 'кг' });
  expect(piece!.unit_price).toBeNull();
});
