import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { priceContextOf } from '#modules/departments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { addGoods, planAddition } from './add-goods.ts';
import { planProposal } from './propose-change.ts';
import { proposeForAll } from './propose-for-all.ts';
import { getOrder } from './queries.ts';
import { submitOrder } from './submit-order.ts';

// A firm with a column of its own: whatever staff or the buyer change in its order goes by that column, not by the
// branch's column for firms.

const { db } = await testDatabase();
await makeBranches(db);
// Not marked as one for firms: any column that is no purchase price may be a firm's.
await db
  .insertInto('price_columns')
  .values({ price_column: 'stroyka', name: 'ООО «Стройка»', is_b2b: false })
  .execute();
const company = await makeCompany(db, { price_column: 'stroyka' });

/** Prices in roubles: of everybody, of firms, and of this firm where it has one. */
async function goods(retail: number, b2b: number, stroyka: number | null) {
  const product = await makeProduct(db, { price: retail * 100, on_hand: 50 });
  const prices = Object.entries({ vologda_b2b: b2b, stroyka }).flatMap(([price_column, price]) =>
    price === null ? [] : [{ price_column, product_id: product.id, price: price * 100 }],
  );
  await db.insertInto('prices').values(prices).execute();
  return product;
}

const plaster = await goods(100, 90, 70);
const roller = await goods(200, 180, 140);
const brush = await goods(50, 45, null);
let id: string;

const orderOf = async () => ensure(await getOrder(db, id));

beforeEach(async () => {
  const buyer = await makeUser(db);
  await joinCompany(db, buyer, company);
  const place = await orderPlace(db, {
    buyer: { user_id: buyer.id, company: { ...company, role: 'owner' }, placed_by: null },
  });
  const priceContext = { ...priceContextOf(place.department), buyer_price_column: 'stroyka' };
  id = (await submitOrder(db, { ...place, priceContext }, orderInput([[plaster, 3]]))).id;
});

test('[S1-03] what staff add to the order of a firm costs what the firm’s own column asks', async () => {
  const kept = { product_id: plaster.id, count: 3, instead_of: null, keepsPrice: true };
  const added = [roller, brush].map(({ id }) => ({ ...kept, product_id: id, count: 1 }));
  const { lines } = await planProposal(db, await orderOf(), [kept, ...added]);
  expect(lines.map(({ what, price, price_now }) => [what, price, price_now])).toEqual([
    ['kept', 70_00, 70_00],
    ['added', 140_00, 140_00],
    // It has no price of this product: then everybody's.
    ['added', 50_00, 50_00],
  ]);
});

test('[S1-03] what the buyer adds costs the same, and its lines say in which column they stand', async () => {
  const added = [roller, brush].map(({ id: product_id }) => ({ product_id, count: 1 }));
  const accepted_total = 3 * 70_00 + 140_00 + 50_00;
  expect((await planAddition(db, await orderOf(), added)).total_after).toBe(accepted_total);
  const order = await orderOf();
  await db.transaction().execute((db) => addGoods(db, order, { added, accepted_total }, { account: null }));
  const after = await orderOf();
  expect(after.lines.map(({ price, is_business_price }) => [price, is_business_price])).toEqual([
    [70_00, true],
    [140_00, true],
    [50_00, false],
  ]);
  const columns = await db
    .selectFrom('order_lines')
    .select('price_column')
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  expect(columns.map(({ price_column }) => price_column)).toEqual(['stroyka', 'stroyka', 'vologda']);
});

test('[S1-03] a replacement proposed to every short order costs each buyer what their own column asks', async () => {
  const { rows } = await sql<{ store: string }>`
    select store from order_lines where order_id = ${id}::uuid`.execute(db);
  await sql`update stock set on_hand = 0 where product_id = ${plaster.id}`.execute(db);
  const staff = await makeStaff(db, ['orders'], { full_name: 'Инна Осипова' });
  const cheaper = await goods(80, 75, 60);
  await proposeForAll(
    db,
    ['key of the test of a firm’s column'],
    { product_id: plaster.id, store: ensure(rows[0]).store, replacement_id: cheaper.id, after: 0 },
    { note: '', staff: { user_id: staff.id, full_name: 'Инна Осипова' }, hours: 4 },
    { branches: null, note: async () => {}, now: new Date() },
  );
  const proposal = await db
    .selectFrom('order_proposals')
    .select('lines')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  const lines = proposal.lines as { what: string; price: number }[];
  expect(lines.find(({ what }) => what === 'added')?.price).toBe(60_00);
  await sql`update stock set on_hand = 50 where product_id = ${plaster.id}`.execute(db);
});

test('an order of everybody’s column has no column of its buyer, also after its branch sells by another one', async () => {
  const place = await orderPlace(db);
  const { id } = await submitOrder(
    db,
    { ...place, buyer: { user_id: (await makeUser(db)).id, company: null, placed_by: null } },
    orderInput([[roller, 1]]),
  );
  expect(await getOrder(db, id)).toMatchObject({ buyer_price_column: null, lines: [{ is_business_price: false }] });
  await sql`update departments set base_price = 'stroyka' where id_1c = '00131'`.execute(db);
  expect(await getOrder(db, id)).toMatchObject({ buyer_price_column: null, lines: [{ is_business_price: false }] });
  await sql`update departments set base_price = 'vologda' where id_1c = '00131'`.execute(db);
});
