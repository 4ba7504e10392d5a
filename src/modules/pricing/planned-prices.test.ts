import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { markFollowed } from '#platform/invalidation.ts';
import { everyDraft } from '#shared/shop-look.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { applyPortion } from './apply-plans.ts';
import { plannedPrices } from './planned-prices.ts';
import { confirmPlan } from './price-plans.ts';
import { PlanChange, rehearsePlan } from './rehearse-plan.ts';

const { db } = await testDatabase();
await makeBranches(db);
const [vologda] = (await listDepartments(db)).filter(({ id_1c }) => id_1c === '00131').map(priceContextOf);
let author: { user_id: string; full_name: string };
beforeAll(async () => {
  author = { user_id: (await makeUser(db)).id, full_name: 'Мария Отделова' };
});

/** On 5 December 2090 at ten in the morning in Vologda. */
const due = new Date('2090-12-05T07:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

async function plan(product_id: number, percent: number, isConfirmed = true) {
  return db.transaction().execute(async (db) => {
    const { id } = await rehearsePlan(db, await goodsScope(db, null), {
      name: 'Скидка',
      filter: { ids: [product_id] },
      columns: ['vologda'],
      uses_cost: false,
      author,
      starts: { on: '2090-12-05', minute: 600 },
      change: PlanChange.parse({ base: { from: 'own' }, percent, is_struck: true }),
    });
    const { hash } = await db.selectFrom('price_plans').select('hash').where('id', '=', id).executeTakeFirstOrThrow();
    if (isConfirmed) await confirmPlan(db, id, { hash, accepts_floor: false });
    return id;
  });
}

const priceAt = async (product_id: number, after: number, drafts: number | null = null) =>
  (await plannedPrices(db, vologda!, { at: new Date(due.getTime() + after), drafts, isCostShown: false }))
    .get('vologda')
    ?.get(product_id);

test('[3.7] a plan gives its prices from its minute on, the former price struck through for thirty days', async () => {
  const { id } = await makeProduct(db, { price: 100_000 });
  await plan(id, -10);
  expect(await priceAt(id, -minute)).toBeUndefined();
  expect(await priceAt(id, 0)).toEqual({ price: 90_000, old_price: 100_000 });
  expect(await priceAt(id, 29 * day)).toEqual({ price: 90_000, old_price: 100_000 });
  expect(await priceAt(id, 31 * day)).toEqual({ price: 90_000, old_price: null });
});

test('[3.7] what it shows is what the plan then writes', async () => {
  const { id } = await makeProduct(db, { price: 77_700 });
  await plan(id, -7);
  const shown = await priceAt(id, minute);
  while (await db.transaction().execute((db) => applyPortion(db, new Date(due.getTime() + minute))));
  const { rows } = await sql<{ price: number; old_price: number | null }>`
    select price, old_price from prices where product_id = ${id} and price_column = 'vologda'`.execute(db);
  expect(rows).toEqual([shown]);
  expect(await priceAt(id, minute)).toBeUndefined();
});

test('[3.7] a price that has become another one by now is not shown: the plan will not write it', async () => {
  const { id } = await makeProduct(db, { price: 100_000 });
  await plan(id, -10);
  await sql`update prices set price = 95_000 where product_id = ${id} and price_column = 'vologda'`.execute(db);
  expect(await priceAt(id, minute)).toBeUndefined();
});

test('[3.7] a plan that nobody has confirmed is a draft: shown with drafts alone', async () => {
  const { id } = await makeProduct(db, { price: 100_000 });
  await plan(id, -10, false);
  expect(await priceAt(id, minute)).toBeUndefined();
  expect(await priceAt(id, minute, everyDraft)).toMatchObject({ price: 90_000 });
  expect(await priceAt(id, -minute, everyDraft)).toBeUndefined();
});

/** The price of a product in Vologda so many days before `due`, and what stands there today. */
async function history(product_id: number, changes: [daysBefore: number, price: number][], old_price: number | null) {
  const today = changes.at(-1)![1];
  await sql`
    update prices set price = ${today}, old_price = ${old_price}
    where product_id = ${product_id} and price_column = 'vologda'`.execute(db);
  await sql`delete from price_changes where product_id = ${product_id} and price_column = 'vologda'`.execute(db);
  for (const [daysBefore, price] of changes)
    await db
      .insertInto('price_changes')
      .values({ price_column: 'vologda', product_id, price, changed_at: new Date(due.getTime() - daysBefore * day) })
      .execute();
}

/** As `priceAt`, seen from `due`. */
const priceThen = async (product_id: number, daysBefore: number) =>
  (
    await plannedPrices(
      db,
      vologda!,
      { at: new Date(due.getTime() - daysBefore * day), drafts: null, isCostShown: false },
      due,
    )
  )
    .get('vologda')
    ?.get(product_id);

test('[2.10] a day that is over has the prices of that day: an old price that had not begun is not struck', async () => {
  const { id } = await makeProduct(db, { price: 100_000 });
  await history(
    id,
    [
      [60, 100_000],
      [20, 80_000],
    ] as [number, number][],
    100_000,
  );
  expect(await priceThen(id, 10), 'unchanged since').toBeUndefined();
  expect(await priceThen(id, 30)).toEqual({ price: 100_000, old_price: null });
  expect(await priceThen(id, 70), 'nothing is known of that day').toEqual({ price: 80_000, old_price: null });
});

test('[2.10] a day that is over strikes what a plan struck then, for as long as it had been charged within thirty days', async () => {
  const { id } = await makeProduct(db, { price: 100_000 });
  const plan_id = await plan(id, -10);
  while (await db.transaction().execute((db) => applyPortion(db, due)));
  await history(
    id,
    [
      [90, 100_000],
      [50, 90_000],
      [5, 100_000],
    ] as [number, number][],
    null,
  );
  await sql`update price_plan_rows set state = 'undone' where plan_id = ${plan_id}`.execute(db);
  await sql`update price_plans set state = 'undone', undone_at = ${due} where id = ${plan_id}`.execute(db);
  expect(await priceThen(id, 25)).toEqual({ price: 90_000, old_price: 100_000 });
  expect(await priceThen(id, 15), 'thirty days were over').toEqual({ price: 90_000, old_price: null });
  expect(await priceThen(id, 55)).toEqual({ price: 100_000, old_price: null });
});

test('[2.10] former prices are computed once a minute for a look, and again when many prices have changed meanwhile', async () => {
  const { id } = await makeProduct(db, { price: 100_000 });
  await history(
    id,
    [
      [60, 100_000],
      [20, 80_000],
    ] as [number, number][],
    null,
  );
  const unfollow = markFollowed(db);
  expect((await priceThen(id, 31))?.price).toBe(100_000);
  await sql`update price_changes set price = 99_000 where product_id = ${id} and price = 100_000`.execute(db);
  expect((await priceThen(id, 31))?.price, 'the same look').toBe(100_000);
  expect((await priceThen(id, 32))?.price, 'another one').toBe(99_000);
  const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await priceThen(id, 31))?.price, 'served while it is read again beside').toBe(100_000);
  await expect.poll(async () => (await priceThen(id, 31))?.price, { message: 'a minute later' }).toBe(99_000);
  clock.useRealTimers();
  await sql`update price_changes set price = 98_000 where product_id = ${id} and price = 99_000`.execute(db);
  invalidateCaches(['catalogue']);
  expect((await priceThen(id, 31))?.price).toBe(98_000);
  unfollow();
});
