import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mulDivHalfUp } from '#shared/money.ts';
import type { Coupon } from './coupon.ts';
import { type OfferPrice, priceLines, spreadByLargestRemainder } from './price-lines.ts';

const common = {
  code: 'КУПОН',
  min_sum_kopecks: 0,
  category_id: null,
  category_name: null,
  other_city: null,
  allows_b2b: false,
};
const percentOff = (percent: number, more: Partial<Coupon> = {}) =>
  ({ ...common, ...more, kind: 'percent', percent }) as Coupon;
const sumOff = (sum_kopecks: number, more: Partial<Coupon> = {}) =>
  ({ ...common, ...more, kind: 'sum', sum_kopecks }) as Coupon;

function offer(price: number | null, more: Partial<OfferPrice> = {}): OfferPrice {
  return { price, old_price: null, buyer_price: null, tiers: [], category_ids: [1], weight_grams: 1000, ...more };
}
function cart(...given: [OfferPrice, number][]) {
  return {
    offers: new Map(given.map(([price], index) => [index + 1, price])),
    lines: given.map(([, count], index) => ({ product_id: index + 1, product_idcode: `c${index + 1}`, count })),
  };
}
function priced(coupon: Coupon | null, ...given: [OfferPrice, number][]) {
  const { offers, lines } = cart(...given);
  return priceLines(offers, lines, coupon);
}

test('[S3-06] a line costs count × price; half a kopeck of the coupon goes to the buyer, per sales unit', () => {
  const result = priced(percentOff(5), [offer(48_990), 3]);
  expect(result.lines[0]).toMatchObject({ price: 48_990, coupon_price: 46_540, discount: 7_350, sum: 139_620 });
  expect(result).toMatchObject({ goods_sum: 146_970, discount: 7_350, total: 139_620 });
});

test('a reached tier lowers the price, a tier not reached does not', () => {
  const bag = offer(50_000, {
    tiers: [
      { from_count: 10, price: 47_000 },
      { from_count: 40, price: 45_000 },
    ],
  });
  expect([9, 10, 39, 40].map((count) => priced(null, [bag, count]).lines[0]?.price)).toEqual([
    50_000, 47_000, 47_000, 45_000,
  ]);
});

test('[S1-03] a business buyer is charged by the own column, and by the branch where it has no price', () => {
  const result = priced(null, [offer(1000, { buyer_price: 800 }), 1], [offer(1000), 1]);
  expect(result.lines.map((line) => [line.price, line.is_business_price])).toEqual([
    [800, true],
    [1000, false],
  ]);
});

test('[S3-06] an old price stands beside a lower branch price only', () => {
  const lines = priced(
    null,
    [offer(900, { old_price: 1000 }), 2],
    [offer(900, { old_price: 900 }), 1],
    [offer(900, { old_price: 1000, buyer_price: 800 }), 1],
  );
  expect(lines.lines.map((line) => line.old_price)).toEqual([1000, null, null]);
  expect(lines.old_total).toBe(2000 + 900 + 800);
});

test('a line without a price costs nothing and is left out', () => {
  const result = priced(null, [offer(null), 5], [offer(100), 1]);
  expect(result.lines.map((line) => line.product_id)).toEqual([2]);
  expect(result.total).toBe(100);
});

test('a coupon leaves business prices alone unless it says otherwise', () => {
  const business = offer(1000, { buyer_price: 800 });
  expect(priced(percentOff(10), [business, 1])).toMatchObject({ discount: 0, coupon_problem: { why: 'business' } });
  expect(priced(percentOff(10, { allows_b2b: true }), [business, 1]).discount).toBe(80);
  expect(priced(percentOff(10), [business, 1], [offer(1000), 1]).discount).toBe(100);
});

test('a coupon of a category takes off only from its goods', () => {
  const paint = offer(1000, { category_ids: [7, 2] });
  const result = priced(percentOff(10, { category_id: 2, category_name: 'Краски' }), [paint, 1], [offer(1000), 1]);
  expect(result.lines.map((line) => line.coupon_price)).toEqual([900, null]);
  expect(priced(percentOff(10, { category_id: 2, category_name: 'Краски' }), [offer(1000), 1]).coupon_problem).toEqual({
    why: 'category',
    category_name: 'Краски',
  });
});

test('a minimum sum counts the goods the coupon is for', () => {
  const coupon = sumOff(500, { min_sum_kopecks: 3000 });
  expect(priced(coupon, [offer(1000), 2])).toMatchObject({
    discount: 0,
    coupon_problem: { why: 'min_sum', min_sum: 3000, missing: 1000 },
  });
  expect(priced(coupon, [offer(1000), 3]).discount).toBe(500);
});

test('a coupon of another city takes nothing off here', () => {
  expect(priced(percentOff(10, { other_city: 'Череповец' }), [offer(1000), 1])).toMatchObject({
    discount: 0,
    coupon_problem: { why: 'department', city: 'Череповец' },
  });
});

test('a fixed sum greater than the goods makes them free, never negative', () => {
  expect(priced(sumOff(5000), [offer(1000), 1], [offer(200), 2])).toMatchObject({ discount: 1400, total: 0 });
});

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
const runs = { seed, numRuns: Number(process.env.PROPERTY_RUNS ?? 2_000) };
console.info(`price-lines: seed ${seed}, runs ${runs.numRuns}`);

const anyOffer: fc.Arbitrary<OfferPrice> = fc.record({
  price: fc.option(fc.integer({ min: 1, max: 99_999_999 }), { freq: 9 }),
  old_price: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
  buyer_price: fc.option(fc.integer({ min: 1, max: 99_999_999 }), { freq: 1 }),
  tiers: fc.constant([]),
  category_ids: fc.constantFrom([1], [2], [1, 2]),
  weight_grams: fc.option(fc.integer({ min: 0, max: 2_000_000 }), { freq: 9 }),
});
const anyCoupon: fc.Arbitrary<Coupon | null> = fc.option(
  fc
    .record({
      percent: fc.integer({ min: 1, max: 99 }),
      sum: fc.integer({ min: 1, max: 10_000_000 }),
      isPercent: fc.boolean(),
      category_id: fc.constantFrom(null, 1, 2),
      min_sum_kopecks: fc.constantFrom(0, 0, 1_000_000),
      allows_b2b: fc.boolean(),
    })
    .map(({ percent, sum, isPercent, ...more }) => (isPercent ? percentOff(percent, more) : sumOff(sum, more))),
);
const anyCart = fc.array(fc.tuple(anyOffer, fc.integer({ min: 1, max: 99_999 })), { minLength: 0, maxLength: 30 });

test('[S9-07] whatever lies in the cart, line sums make the total to the kopeck and each line is count × price − discount', () => {
  fc.assert(
    fc.property(anyCart, anyCoupon, (given, coupon) => {
      const result = priced(coupon, ...given);
      expect(result.lines.reduce((sum, line) => sum + line.sum, 0)).toBe(result.total);
      expect(result.total).toBe(result.goods_sum - result.discount);
      for (const line of result.lines) {
        expect(line.sum).toBe(line.count * line.price - line.discount);
        expect(line.sum).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(line.sum)).toBe(true);
        if (coupon?.kind === 'percent' && line.coupon_price !== null) {
          expect(line.coupon_price).toBe(line.price - mulDivHalfUp(line.price, coupon.percent, 100));
          expect(line.sum).toBe(line.count * line.coupon_price);
        }
      }
    }),
    runs,
  );
});

test('a fixed sum is spread whole, in proportion, no share off by a kopeck or more', () => {
  const anyWeights = fc.array(fc.integer({ min: 0, max: 9_999_999_999 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), anyWeights, (amount, weights) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      const shares = spreadByLargestRemainder(amount, weights);
      const given = Math.min(amount, whole);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(given);
      for (const [index, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(weights[index]!);
        if (whole > 0) expect(Math.abs(share - (given * weights[index]!) / whole)).toBeLessThan(1.001);
      }
    }),
    runs,
  );
});
