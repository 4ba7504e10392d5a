import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getCart } from '#modules/cart/get-cart.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { formatPrice, roubles } from '#shared/money.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { getOrder } from './queries.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
const numRuns = Number(process.env.PROPERTY_RUNS ?? 1_000);
console.info(`money-agrees: seed ${seed}, runs ${numRuns}`);

// Sixty products of awkward prices, some with tiers, some cheap enough that a percentage is less than a kopeck.
const awkward = [1, 3, 7, 10, 99, 101, 333, 1_050, 4_995, 9_999, 48_990, 123_457, 999_999, 12_345_678];
const products = await Promise.all(
  Array.from({ length: 60 }, (_, index) =>
    makeProduct(db, { price: awkward[index % awkward.length]! + index, on_hand: 100_000_000, weight_grams: index * 7 }),
  ),
);
for (const [index, product] of products.entries()) {
  if (index % 4 === 0) {
    await sql`insert into price_tiers select price_column, product_id, 10, greatest(price - 1, 1) from prices
      where product_id = ${product.id} and price > 1`.execute(db);
  }
}
await makeCoupon(db, 'ПРОЦЕНТ', { percent: 7 });
await makeCoupon(db, 'СУММА', { sum_kopecks: 12_345 });
const place = await orderPlace(db);
const ids = products.map((product) => product.id);
const [offers, cards] = await Promise.all([
  offersOf(db, place.priceContext, ids),
  productCards(db, place.priceContext, { ids }),
]);

test('[S3-06] [S9-07] list and product show the price the cart counts with', async () => {
  const pages = await Promise.all(ids.map((id) => getProduct(db, place.priceContext, { id }, 'page')));
  for (const [index, id] of ids.entries()) {
    const page = pages[index];
    const price = offers.get(id)?.price;
    expect(cards.find((card) => card.id === id)?.price).toBe(price);
    expect(page && 'price' in page && page.price).toBe(price);
  }
});

const anyLines = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 1, max: 99 })), {
  minLength: 1,
  maxLength: 8,
  selector: ([index]) => index,
});
const anyCode = fc.constantFrom(null, 'ПРОЦЕНТ', 'СУММА');

test('[S7-32] [S9-07] sums and rounding agree in list, cart and order, and lines make the total, whatever is bought', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(anyLines, anyCode, async (lines, coupon) => {
      const chosen = lines.map(([index, count]) => [products[index]!, count] as const);
      const cart = await getCart(
        db,
        place.priceContext,
        {
          kept: 'cookie',
          visitor: place.visitor,
          is_new: false,
          lines: chosen.map(([product, count]) => ({ product_id: product.id, count })),
          coupon,
          is_repaired: false,
          foreign: [],
        },
        { requester: { ...place, account: null } },
      );
      expect(cart.lines.reduce((sum, line) => sum + line.sum, 0)).toBe(cart.total);
      for (const line of cart.lines) {
        const card = cards.find((other) => other.id === line.id)!;
        if (line.count < 10) expect(line.price).toBe(card.price);
        expect(line.price).toBeLessThanOrEqual(card.price!);
        expect(formatPrice(line.sum)).toBe(formatPrice(Math.round(roubles(line.sum) * 100)));
      }
      // Every tenth cart is really ordered: the price the buyer accepted is the price of the order.
      if (run++ % 10 !== 0) return;
      const input = orderInput(
        chosen.map(([product, count]) => [product, count]),
        {
          accepted_total: roubles(cart.total),
          ...(coupon && { coupon }),
        },
      );
      const order = await submitOrder(db, { ...place, key: randomUUID() }, input);
      const view = (await getOrder(db, order.id))!;
      expect(view.total).toBe(cart.total);
      expect(view.goods_sum).toBe(view.lines.reduce((sum, line) => sum + line.sum, 0));
      expect(view.lines.map(({ price, discount, sum }) => [price, discount, sum])).toEqual(
        cart.lines.map(({ price, discount, sum }) => [price, discount, sum]),
      );
    }),
    { seed, numRuns },
  );
});
