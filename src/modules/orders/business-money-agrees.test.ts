import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { getCart } from '#modules/cart/get-cart.ts';
import { offersOf, priceAt } from '#modules/catalogue/offers.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { getProduct, type ProductPage } from '#modules/catalogue-index/get-product.ts';
import { listDepartments, type PriceContext } from '#modules/departments/queries.ts';
import { issueDocument } from '#modules/documents/issue-document.ts';
import { renderDocument } from '#modules/documents/render-document.ts';
import { query } from '#modules/search/listing.ts';
import { suggest } from '#modules/search/suggest.ts';
import { priceContextForAccount } from '#modules/visitors/resolve-request-context.ts';
import { priceAt as priceOnPage } from '#shared/tiers.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace } from '#test/support/orders.ts';
import { decodeQr, readPdf } from '#test/support/pdf.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { getOrder } from './queries.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
await db.insertInto('price_columns').values({ price_column: 'stroyka', name: 'ООО «Стройка»', is_b2b: true }).execute();

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
const numRuns = Number(process.env.PROPERTY_RUNS ?? 40);
console.info(`business-money-agrees: seed ${seed}, runs ${numRuns}`);

// Each product has its own mixture: no business price, a dearer or a cheaper one, tiers in either column, no branch
// price at all.
const random = fc.sample(
  fc.record({
    retail: fc.option(fc.integer({ min: 100, max: 500_000 }), { freq: 8 }),
    b2b: fc.option(fc.integer({ min: 100, max: 500_000 }), { freq: 3 }),
    stroyka: fc.option(fc.integer({ min: 100, max: 500_000 }), { freq: 3 }),
    tier_at: fc.integer({ min: 2, max: 20 }),
    tier_percent: fc.integer({ min: 60, max: 105 }),
  }),
  { seed, numRuns: 24 },
);
const products: Awaited<ReturnType<typeof makeProduct>>[] = [];
for (const [index, given] of random.entries()) {
  const product = await makeProduct(db, {
    name: `Смесь ${index} сухая`,
    price: given.retail,
    old_price: index % 3 === 0 && given.retail ? given.retail + 1_000 : null,
    on_hand: 10_000_000,
    vat_rate: index % 5 === 0 ? 10 : 22,
  });
  const columns = { vologda: given.retail, vologda_b2b: given.b2b, stroyka: given.stroyka };
  for (const [price_column, price] of Object.entries(columns)) {
    if (price === null) continue;
    if (price_column !== 'vologda') {
      await db.insertInto('prices').values({ price_column, product_id: product.id, price }).execute();
    }
    const tier = Math.max(1, Math.floor((price * given.tier_percent) / 100));
    await db
      .insertInto('price_tiers')
      .values({ price_column, product_id: product.id, from_count: given.tier_at, price: tier })
      .execute();
  }
  products.push(product);
}
await makeCoupon(db, 'РОЗНИЦА', { percent: 7 });
await makeCoupon(db, 'ВСЕМ', { percent: 3, allows_b2b: true });
await makeCoupon(db, 'СУММА', { sum_kopecks: 12_345, allows_b2b: true });

const branch = (await listDepartments(db)).find((department) => department.id_1c === '00131')!;
const firm = (price_column: string | null): SignedIn => ({
  session_id: randomUUID(),
  user_id: randomUUID(),
  full_name: 'Анна Смирнова',
  company: { id: 1, inn: '7707083893', name: 'ООО «Стройка»', role: 'owner', is_active: true, price_column },
  staff: null,
  acting: null,
});
const priceContexts: Record<string, PriceContext> = {
  guest: priceContextForAccount(branch, null),
  user: priceContextForAccount(branch, { ...firm(null), company: null }),
  'firm not checked': priceContextForAccount(branch, {
    ...firm('stroyka'),
    company: { ...firm('stroyka').company!, is_active: false },
  }),
  'firm on the branch column': priceContextForAccount(branch, firm(null)),
  'firm with its own column': priceContextForAccount(branch, firm('stroyka')),
};
const ids = products.map((product) => product.id);

test('[S1-03] [S6-03] the column comes from the account alone', () => {
  expect(
    Object.fromEntries(
      Object.entries(priceContexts).map(([who, priceContext]) => [who, priceContext.buyer_price_column]),
    ),
  ).toEqual({
    guest: null,
    user: null,
    'firm not checked': null,
    'firm on the branch column': 'vologda_b2b',
    'firm with its own column': 'stroyka',
  });
});

test.each(Object.keys(priceContexts))(
  '[S1-03] [S6-03] for %s list, search, suggestions and product name one price, and the list filters and sorts by it',
  async (who) => {
    const priceContext = priceContexts[who]!;
    const [offers, cards] = await Promise.all([
      offersOf(db, priceContext, ids),
      productCards(db, priceContext, { ids }),
    ]);
    const listed = await query(db, priceContext, Listing.parse({ q: 'смесь', sort: 'price', limit: 100 }));
    const charged = (item: { price: number | null; buyer_price: number | null }) => item.buyer_price ?? item.price;
    for (const [index, id] of ids.entries()) {
      const given = random[index]!;
      const own = { vologda_b2b: given.b2b, stroyka: given.stroyka }[priceContext.buyer_price_column ?? ''] ?? null;
      const offer = offers.get(id)!;
      expect(offer).toMatchObject({ price: given.retail, buyer_price: own });
      expect(offer.price_column).toBe(own === null ? 'vologda' : priceContext.buyer_price_column);
      expect(cards.find((card) => card.id === id)).toMatchObject({
        price: offer.price,
        buyer_price: offer.buyer_price,
      });
      const page = (await getProduct(db, priceContext, { id }, 'page')) as ProductPage;
      expect(page).toMatchObject({ price: offer.price, buyer_price: offer.buyer_price, tiers: offer.tiers });
      expect(listed.items.find((item) => item.id === id)).toMatchObject({ price: offer.price, buyer_price: own });
      const hinted = await suggest(db, priceContext, `смесь ${index} сухая`);
      const hint = hinted.products.find((product) => product.id === id);
      if (hint)
        expect(hint).toMatchObject({ price: offer.price, buyer_price: own, is_on_sale_now: offer.is_on_sale_now });
      for (const count of [1, given.tier_at - 1, given.tier_at, given.tier_at + 1]) {
        if (count < 1 || charged(offer) === null) continue;
        expect(priceOnPage(charged(page)!, page.tiers, count)).toBe(priceAt(offer, count));
      }
    }
    const order = listed.items.map((item) => charged(item) ?? Number.POSITIVE_INFINITY);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const prices = order.filter(Number.isFinite);
    expect(listed.price_range).toEqual({ min: Math.min(...prices), max: Math.max(...prices) });
    const middle = prices[Math.floor(prices.length / 2)]!;
    const cheap = await query(db, priceContext, Listing.parse({ q: 'смесь', price_to: middle, limit: 100 }));
    expect(cheap.items.map((item) => item.id).sort()).toEqual(
      listed.items
        .filter((item) => (charged(item) ?? Number.POSITIVE_INFINITY) <= middle)
        .map((item) => item.id)
        .sort(),
    );
  },
);

test('[S1-03] [S6-03] cart, order and invoice charge what list and product named, whoever buys, whatever coupon is used', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(priceContexts)),
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 40 })), {
        minLength: 1,
        maxLength: 6,
        selector: ([index]) => index,
      }),
      fc.constantFrom(null, 'РОЗНИЦА', 'ВСЕМ', 'СУММА'),
      async (who, wanted, code) => {
        const priceContext = priceContexts[who]!;
        const offers = await offersOf(db, priceContext, ids);
        const lines = wanted.filter(([index]) => priceAt(offers.get(ids[index]!)!, 1) !== null);
        if (lines.length === 0) return;
        const cart = {
          visitor: null,
          lines: lines.map(([index, count]) => ({ product_id: ids[index]!, count })),
          coupon: code,
          is_repaired: false,
        };
        const requester = { visitor: randomUUID(), address: `10.${run >> 8}.${run++ & 255}.1`, account: null };
        const view = await getCart(db, priceContext, cart as never, { requester });
        for (const line of view.lines) {
          expect(line.price).toBe(priceAt(offers.get(line.id)!, line.count));
          expect(line.is_business_price).toBe(offers.get(line.id)!.buyer_price !== null);
        }
        const applies = view.coupon !== null && view.coupon.problem === null;
        const placed = await submitOrder(
          db,
          await orderPlace(db, { priceContext, address: requester.address }),
          orderInput(
            lines.map(([index, count]) => [products[index]!, count]),
            {
              payment: { method: 'invoice' },
              company: { name: 'ООО «Стройка»', inn: '7707083893' },
              accepted_total: view.total / 100,
              ...(applies && { coupon: code }),
            },
          ),
        );
        expect(placed.total).toBe(view.total);
        const order = (await getOrder(db, placed.id))!;
        for (const line of order.lines) {
          const inCart = view.lines.find((other) => other.id === line.product_id)!;
          expect(line).toMatchObject({
            price: inCart.price,
            discount: inCart.discount,
            sum: inCart.sum,
            is_business_price: inCart.is_business_price,
          });
        }
        const invoice = await db.transaction().execute((db) => issueDocument(db, { kind: 'invoice', part: 1 }, order));
        const pdf = readPdf(await renderDocument(invoice));
        for (const line of order.lines) {
          expect(pdf.text).toContain(`${line.count} меш. ${printed(line.price)}`);
          expect(pdf.text).toContain(printed(line.sum));
        }
        expect(pdf.text).toContain(`Всего к оплате: ${printed(view.total)}`);
        expect(decodeQr(pdf)).toContain(`|Sum=${view.total}|`);
      },
    ),
    { seed, numRuns },
  );
});

/** Kopecks → «1 234,50», written here once more on purpose. */
function printed(kopecks: number): string {
  const text = (kopecks / 100).toFixed(2).replace('.', ',');
  return text.replace(/\B(?=(\d{3})+,)/g, ' ');
}
