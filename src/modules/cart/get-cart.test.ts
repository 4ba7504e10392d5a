import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import type { Refusal } from '#platform/refusal.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { addToCart } from './add-to-cart.ts';
import { applyCoupon } from './apply-coupon.ts';
import type { CookieCart } from './cart.ts';
import { comparePriceContexts, priceChangesSince } from './compare-price-contexts.ts';
import { getCart } from './get-cart.ts';
import { findSubstitutes } from './rest-substitutes.ts';
import { setCount } from './set-count.ts';
import { swapRest } from './swap-rest.ts';

const { db } = await testDatabase();
await makeBranches(db);
const departments = await listDepartments(db);
const vologda = priceContextOf(departments.find((department) => department.id_1c === '00131')!);
const cherepovets = priceContextOf(departments.find((department) => department.id_1c === '00052')!);
const requester = { visitor: randomUUID(), address: '203.0.113.1', account: null };
const empty: CookieCart = {
  kept: 'cookie',
  visitor: requester.visitor,
  is_new: false,
  lines: [],
  coupon: null,
  is_repaired: false,
  foreign: [],
};
const cartOf = (...lines: [product: { id: number }, count: number][]): CookieCart => ({
  ...empty,
  lines: lines.map(([product, count]) => ({ product_id: product.id, count })),
});
beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

test('[S4-07] goods are put into the cart with their own idcode and count', async () => {
  const mix = await makeProduct(db);
  const line = { product_id: mix.id, product_idcode: mix.idcode, count: 2 };
  const twice = await addToCart(db, vologda, await addToCart(db, vologda, empty, line), line);
  expect(twice.lines).toEqual([{ product_id: mix.id, count: 4 }]);
  expect((await setCount(db, vologda, twice, { ...line, count: 1 })).lines).toEqual([{ product_id: mix.id, count: 1 }]);
});

test('[S7-10] a foreign idcode, a wrong step, and goods that cannot be ordered are refused', async () => {
  const pack = await makeProduct(db, { step: 5, min_count: 5 });
  const soldOut = await makeProduct(db, { on_hand: 0 });
  const onRequest = await makeProduct(db, { price: null });
  const unknownStock = await makeProduct(db, { on_hand: null });
  const codeOf = (product_id: number, product_idcode: string, count: number) =>
    addToCart(db, vologda, empty, { product_id, product_idcode, count }).catch((error: Refusal) => error.code);
  expect(await codeOf(pack.id, soldOut.idcode, 5)).toBe('wrong_pair');
  expect(await codeOf(999_999, 'x', 1)).toBe('wrong_pair');
  expect(await codeOf(pack.id, pack.idcode, 3)).toBe('bad_count');
  for (const product of [soldOut, onRequest, unknownStock]) {
    expect(await codeOf(product.id, product.idcode, 1)).toBe('not_orderable');
  }
});

test('[S3-06] a line carries id, idcode, count, price, old price, coupon price and weight', async () => {
  const mix = await makeProduct(db, { price: 48_900, old_price: 55_600, weight_grams: 30_000 });
  await sql`update prices set price = 55600 where product_id = ${mix.id}`.execute(db);
  await sql`update prices set price = 48900 where product_id = ${mix.id}`.execute(db);
  await sql`insert into price_changes values ('vologda', ${mix.id}, now() - interval '5 days', 55600)`.execute(db);
  await makeCoupon(db, 'ПЯТЬ');
  const view = await getCart(db, vologda, { ...cartOf([mix, 2]), coupon: 'ПЯТЬ' }, { requester });
  expect(view.lines[0]).toMatchObject({
    id: mix.id,
    idcode: mix.idcode,
    count: 2,
    price: 48_900,
    old_price: 55_600,
    coupon_price: 46_455,
    weight_grams: 30_000,
    sum: 92_910,
  });
  expect(view).toMatchObject({
    goods_sum: 97_800,
    discount: 4_890,
    total: 92_910,
    old_total: 111_200,
    weight_grams: 60_000,
  });
});

test('[S4-07] changes since the cart was filled are named: gone, no price, not enough with what is left, count repaired', async () => {
  const fine = await makeProduct(db, { price: 10_000 });
  const gone = await makeProduct(db, { switched_off_at: new Date() });
  const onRequest = await makeProduct(db, { price: null });
  const short = await makeProduct(db, { on_hand: 3 });
  const pack = await makeProduct(db, { step: 4, min_count: 4, price: 1_000 });
  const cart = cartOf([fine, 1], [gone, 1], [onRequest, 1], [short, 5], [pack, 5]);
  const view = await getCart(
    db,
    vologda,
    { ...cart, lines: [...cart.lines, { product_id: 999_999, count: 1 }] },
    { requester },
  );
  expect(view.lines.map((line) => line.problem)).toEqual([
    null,
    { kind: 'gone' },
    { kind: 'no_price' },
    { kind: 'not_enough', available: 3 },
    { kind: 'bad_count', was: 5, fitted: 8 },
    { kind: 'gone' },
  ]);
  expect(view.lines.map((line) => line.is_orderable)).toEqual([true, false, false, true, true, false]);
  expect(view.lines.map((line) => line.orderable_count)).toEqual([1, 0, 0, 3, 8, 0]);
  expect(view.total, 'what is there is ordered').toBe(10_000 + 3 * 48_900 + 8 * 1_000);
  expect(view.cart.lines[3], 'what is wanted stays').toEqual({ product_id: short.id, count: 5 });
  expect(view.is_changed).toBe(true);
  expect(view.cart.lines[4]).toEqual({ product_id: pack.id, count: 8 });
});

test('[S3-05] chosen lines alone make the total; nothing chosen means all orderable lines', async () => {
  const a = await makeProduct(db, { price: 10_000 });
  const b = await makeProduct(db, { price: 20_000 });
  const cart = cartOf([a, 1], [b, 1]);
  expect((await getCart(db, vologda, cart, { requester, chosen: [b.id] })).total).toBe(20_000);
  expect((await getCart(db, vologda, cart, { requester, chosen: [] })).total).toBe(30_000);
  expect((await getCart(db, vologda, cart, { requester })).total).toBe(30_000);
});

test('[S4-12] a coupon failure clears the coupon and says why', async () => {
  const mix = await makeProduct(db);
  await makeCoupon(db, 'ПРОШЁЛ', { starts_at: '2020-01-01', ends_at: '2020-02-01' });
  const view = await getCart(db, vologda, { ...cartOf([mix, 1]), coupon: 'ПРОШЁЛ' }, { requester });
  expect(view).toMatchObject({
    coupon: null,
    coupon_refusal: 'Такого купона нет или он уже не действует',
    cart: { coupon: null },
    is_changed: true,
  });
});

test('[S4-11] a proved coupon stays in the cart while its sum is not reached, and says what is missing', async () => {
  const mix = await makeProduct(db, { price: 100_000 });
  await makeCoupon(db, 'ОТДВУХ', { min_sum_kopecks: 200_000 });
  const cart = await applyCoupon(db, vologda, cartOf([mix, 1]), ' отдвух ', requester);
  expect(cart.coupon).toBe('ОТДВУХ');
  const view = await getCart(db, vologda, cart, { requester });
  expect(view.coupon?.problem).toBe('Купон действует при покупке от 2\u00a0000\u00a0₽, не хватает 1\u00a0000\u00a0₽');
  expect(view.discount).toBe(0);
});

test('guessing codes through the cookie counts as tries', async () => {
  const mix = await makeProduct(db);
  await makeCoupon(db, 'НАСТОЯЩИЙ');
  for (let i = 0; i < 5; i++) await getCart(db, vologda, { ...cartOf([mix, 1]), coupon: `ГАДАЮ${i}` }, { requester });
  const view = await getCart(db, vologda, { ...cartOf([mix, 1]), coupon: 'НАСТОЯЩИЙ' }, { requester });
  expect(view.coupon).toBeNull();
  expect(view.coupon_refusal).toMatch(/Слишком много попыток/);
});

test('another city: the page can name what got dearer, cheaper, vanished', async () => {
  const both = (vologda_price: number, cherepovets_price: number | null, on_hand: number | null) =>
    makeProduct(db, { price: vologda_price }).then(async (product) => {
      if (cherepovets_price !== null) {
        await sql`insert into prices (price_column, product_id, price) values ('cherepovets', ${product.id}, ${cherepovets_price})`.execute(
          db,
        );
      }
      if (on_hand !== null) {
        await sql`insert into stock (store, product_id, on_hand, on_hand_base) values ('store52', ${product.id}, ${on_hand}, ${on_hand})`.execute(
          db,
        );
      }
      return product;
    });
  const dearer = await both(10_000, 12_000, 50);
  const cheaper = await both(10_000, 9_000, 50);
  const same = await both(10_000, 10_000, 50);
  const few = await both(10_000, 10_000, 1);
  const absent = await both(10_000, null, 50);
  const unknown = await both(10_000, 10_000, null);
  const cart = cartOf([dearer, 2], [cheaper, 2], [same, 2], [few, 2], [absent, 2], [unknown, 2]);
  const difference = await comparePriceContexts(db, vologda, cherepovets, cart);
  expect(difference.dearer).toMatchObject([{ id: dearer.id, was: 10_000, now: 12_000, count: 2 }]);
  expect(difference.cheaper).toMatchObject([{ id: cheaper.id, was: 10_000, now: 9_000 }]);
  expect(difference.fewer).toMatchObject([{ id: few.id, count: 2, now_count: 1 }]);
  expect(difference.vanished.map((line) => line.id)).toEqual([absent.id, unknown.id]);
  expect(difference).toMatchObject({ same_count: 1, was_total: 120_000, now_total: 72_000 });
});

test('another city: a price that differs is named even where the former city had none of it', async () => {
  const product = await makeProduct(db, { price: 60_400, on_hand: 0 });
  await sql`insert into prices (price_column, product_id, price) values ('cherepovets', ${product.id}, 69_500)`.execute(
    db,
  );
  await sql`insert into stock (store, product_id, on_hand, on_hand_base) values ('store52', ${product.id}, 50, 50)`.execute(
    db,
  );
  const difference = await comparePriceContexts(db, vologda, cherepovets, cartOf([product, 2]));
  expect(difference.dearer).toMatchObject([{ id: product.id, was: 60_400, now: 69_500 }]);
  expect(difference).toMatchObject({ same_count: 0, was_total: 0, now_total: 139_000 });
});

test('prices changed since the last visit are known by the history of prices', async () => {
  const mix = await makeProduct(db, { price: 50_000 });
  await sql`update price_changes set changed_at = now() - interval '3 days' where product_id = ${mix.id}`.execute(db);
  await sql`update prices set price = 43_300 where product_id = ${mix.id}`.execute(db);
  const since = new Date(Date.now() - 86_400_000);
  expect(await priceChangesSince(db, vologda, cartOf([mix, 1]), since)).toEqual([
    { id: mix.id, was: 50_000, now: 43_300 },
  ]);
});

test('the shelf of the chosen pickup point serves a line that the branch has too little of', async () => {
  const few = await makeProduct(db, { on_hand: 2 });
  const options = { requester, shelf: new Map([[few.id, 5]]) };
  const [line] = (await getCart(db, vologda, cartOf([few, 5]), options)).lines;
  expect(line).toMatchObject({ orderable_count: 5, available: 5, problem: null });
  const [more] = (await getCart(db, vologda, cartOf([few, 8]), options)).lines;
  expect(more, 'one store serves a line: never both together').toMatchObject({ orderable_count: 5, count: 8 });
});

test('the shelf of the chosen pickup point serves a line that the branch never had', async () => {
  const rare = await makeProduct(db, { on_hand: null });
  const options = { requester, shelf: new Map([[rare.id, 5]]) };
  const [line] = (await getCart(db, vologda, cartOf([rare, 5]), options)).lines;
  expect(line).toMatchObject({ orderable_count: 5, available: 5, problem: null });
  const [elsewhere] = (await getCart(db, vologda, cartOf([rare, 5]), { requester, shelf: new Map() })).lines;
  expect(elsewhere).toMatchObject({ is_orderable: false, available: null });
});

test('a substitute is what the shop named, else a neighbour at a like price, and always enough of it is there', async () => {
  const category = await makeCategory(db, 'laminat', 'Ламинат');
  const make = (given: object) => makeProduct(db, { category_id: category.id, ...given });
  const short = await make({ price: 100_000, on_hand: 1 });
  await make({ price: 150_000, popularity: 9 });
  await make({ price: 101_000, on_hand: 3 });
  const { model_id } = await db
    .selectFrom('products')
    .select('model_id')
    .where('id', '=', short.id)
    .executeTakeFirstOrThrow();
  // Another size or colour: to be chosen, not put into the cart by one press.
  await make({ model_id, price: 100_000 });
  const near = await make({ price: 90_000 });
  const line = {
    ...(await getCart(db, vologda, cartOf([short, 5]), { requester })).lines[0]!,
    missing: 4,
    price: 100_000,
  };
  const found = () => findSubstitutes(db, vologda, [line]);
  expect((await found()).get(short.id)).toMatchObject({ id: near.id, count: 4, price: 90_000, difference: -10_000 });
  const named = await makeProduct(db, { price: 170_000 });
  await db
    .insertInto('product_links')
    .values({ product_id: short.id, linked_product_id: named.id, kind: 'analogue' })
    .execute();
  expect((await found()).get(short.id)).toMatchObject({ id: named.id, difference: 70_000 });

  const cart = await swapRest(db, vologda, cartOf([short, 5]), { product_id: short.id, keep: 1, other_id: near.id });
  expect(cart.lines).toEqual([
    { product_id: short.id, count: 1 },
    { product_id: near.id, count: 4 },
  ]);
});
