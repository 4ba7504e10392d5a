import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { keepPins } from '#modules/catalogue/price-pins.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { applyPortion } from './apply-plans.ts';
import { confirmPlan, listPricePlans, planRows, undoPlan } from './price-plans.ts';
import { PlanChange, rehearsePlan } from './rehearse-plan.ts';

const { db } = await testDatabase();
let author: { user_id: string; full_name: string };
beforeAll(async () => {
  await makeBranches(db);
  await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
  const { id } = await makeUser(db);
  author = { user_id: id, full_name: 'Мария Отделова' };
});

async function rehearse(category_id: number, change: object, more: object = {}) {
  const { id } = await db.transaction().execute(async (db) =>
    rehearsePlan(db, await goodsScope(db, null), {
      name: 'Подорожание',
      filter: { category_id },
      columns: ['vologda'],
      uses_cost: false,
      starts: null,
      author,
      change: PlanChange.parse({ base: { from: 'own' }, ...change }),
      ...more,
    }),
  );
  return read(id);
}

async function read(id: number) {
  const columns = ['vologda', 'vologda_b2b', 'cherepovets', 'zakupka'];
  const [plan] = await listPricePlans(db, { columns, isCostShown: true, ids: [id] }, 1);
  return plan!;
}

const confirm = (plan: { id: number; hash: string }, accepts_floor = false) =>
  db.transaction().execute((db) => confirmPlan(db, plan.id, { hash: plan.hash, accepts_floor }));
const portion = (now?: Date) => db.transaction().execute((db) => applyPortion(db, now));
async function work(now?: Date) {
  let done = 0;
  for (let at = await portion(now); at; at = await portion(now)) done += at.written;
  return done;
}

async function priceOf(product_id: number, price_column = 'vologda') {
  const row = await db
    .selectFrom('prices')
    .select('price')
    .where('product_id', '=', product_id)
    .where('price_column', '=', price_column)
    .executeTakeFirst();
  return row?.price ?? null;
}

const setPrice = (id: number, price: number) =>
  sql`update prices set price = ${price} where product_id = ${id} and price_column = 'vologda'`.execute(db);

test('counts of a rehearsal add up to goods × columns, and no price moves', async () => {
  const { id: category_id } = await makeCategory(db, 'a', 'А');
  const usual = await makeProduct(db, { category_id, price: 48_900 });
  const pinned = await makeProduct(db, { category_id, price: 50_000 });
  await db.insertInto('price_pins').values({ product_id: pinned.id, price_column: 'vologda' }).execute();
  await makeProduct(db, { category_id, price: null });
  const low = await makeProduct(db, { category_id, price: 36_500 });
  await db.insertInto('prices').values({ price_column: 'zakupka', product_id: low.id, price: 38_000 }).execute();
  const tiered = await makeProduct(db, { category_id, price: 10_000 });
  await sql`insert into price_tiers values ('vologda', ${tiered.id}, 10, 9_900)`.execute(db);
  await sql`update prices set price = 9_000 where product_id = ${tiered.id}`.execute(db);
  const { id, counts } = await rehearse(
    category_id,
    {
      percent: 6,
      rounding: 'nine',
      floor: { column: 'zakupka', percent: 10 },
    },
    { columns: ['vologda', 'cherepovets'] },
  );
  expect(counts).toMatchObject({ goods: 5, change: 1, pinned: 1, floor: 1, tiers: 1, no_price: 6, same: 0 });
  const { change, same, pinned: pins, floor, tiers, no_price } = counts;
  expect(change + same + pins + floor + tiers + no_price).toBe(counts.goods * 2);
  expect(await priceOf(usual.id)).toBe(48_900);
  const kinds = async (goods: number) => (await planRows(db, id, goods)).map(({ kind }) => kind);
  expect((await kinds(3)).toSorted(), 'those that need a decision come first').toEqual(['floor', 'pinned', 'tiers']);
  expect((await kinds(10)).at(-1)).toBe('change');
});

test('200 prices are raised, and put back but for the one that somebody changed since', async () => {
  const { id: category_id } = await makeCategory(db, 'b', 'Б');
  const goods = [];
  for (let n = 0; n < 200; n++) goods.push(await makeProduct(db, { category_id, price: 10_000 + n * 100 }));
  const plan = await rehearse(category_id, { percent: 10, rounding: '1' });
  expect(plan.counts.change).toBe(200);
  expect(await confirm(plan)).toBe(200);
  expect(await work()).toBe(200);
  expect(await priceOf(goods[0]!.id)).toBe(11_000);
  expect(await read(plan.id)).toMatchObject({ state: 'done', applied: 200 });
  await setPrice(goods[7]!.id, 77_700);
  await db.transaction().execute((db) => undoPlan(db, plan.id));
  expect(await work()).toBe(199);
  expect(await read(plan.id)).toMatchObject({ state: 'undone', undone: 199, kept: 1 });
  expect([await priceOf(goods[0]!.id), await priceOf(goods[7]!.id)]).toEqual([10_000, 77_700]);
});

test('what moved since the rehearsal is computed again; one cell belongs to one plan', async () => {
  const { id: category_id } = await makeCategory(db, 'v', 'В');
  const { id } = await makeProduct(db, { category_id, price: 20_000 });
  const stale = await rehearse(category_id, { percent: 5 });
  await setPrice(id, 21_000);
  await expect(confirm(stale)).rejects.toThrow('За это время изменился 1 товар. Посчитайте ещё раз');
  const first = await rehearse(category_id, { percent: 5 }, { starts: { on: '2099-01-01', minute: 360 } });
  await confirm(first);
  const second = await rehearse(category_id, { kopecks: 100 });
  await expect(confirm(second)).rejects.toThrow('Эти цены уже меняет план «Подорожание»: общих цен 1');
});

test('a plan of a date begins at that minute by the clock of the branch; a price changed until then stays', async () => {
  await sql`update departments set time_zone = 'Europe/Kaliningrad' where id_1c = '00131'`.execute(db);
  const { id: category_id } = await makeCategory(db, 'g', 'Г');
  const [a, b] = [
    await makeProduct(db, { category_id, price: 20_000 }),
    await makeProduct(db, { category_id, price: 30_000 }),
  ];
  const plan = await rehearse(category_id, { percent: 5 }, { starts: { on: '2027-03-01', minute: 360 } });
  await confirm(plan);
  expect(await portion(new Date('2027-03-01T03:59:00Z'))).toBeNull();
  await setPrice(b.id, 31_000);
  expect(await work(new Date('2027-03-01T04:00:00Z'))).toBe(1);
  expect([await priceOf(a.id), await priceOf(b.id)]).toEqual([21_000, 31_000]);
  expect(await read(plan.id)).toMatchObject({ state: 'done', applied: 1, skipped: 1 });
});

test('a crossed-out price set since the plan was confirmed, or since it was applied, stays', async () => {
  const { id: category_id } = await makeCategory(db, 'old', 'Со старыми ценами');
  const [a, b] = [
    await makeProduct(db, { category_id, price: 20_000 }),
    await makeProduct(db, { category_id, price: 30_000 }),
  ];
  const cross = (id: number, old_price: number) =>
    sql`update prices set old_price = ${old_price} where product_id = ${id} and price_column = 'vologda'`.execute(db);
  const oldOf = async (id: number) =>
    (await db.selectFrom('prices').select(['price', 'old_price']).where('product_id', '=', id).execute())[0];
  const plan = await rehearse(category_id, { percent: 5 });
  await confirm(plan);
  await cross(b.id, 35_000);
  expect(await work()).toBe(1);
  expect(await oldOf(b.id)).toEqual({ price: 30_000, old_price: 35_000 });
  await cross(a.id, 25_000);
  await db.transaction().execute((db) => undoPlan(db, plan.id));
  expect(await work()).toBe(0);
  expect(await oldOf(a.id)).toEqual({ price: 21_000, old_price: 25_000 });
});

test('a price that is pinned after the plan was looked at stays, and a day given to a pin of the plan stands', async () => {
  const { id: category_id } = await makeCategory(db, 'pins', 'П');
  const ids: number[] = [];
  for (const price of [20_000, 30_000])
    ids.push((await makeProduct(db, { category_id, price, id_1c: `pinned-${price}` })).id);
  const [a = 0, b = 0] = ids;
  const pinsOf = async (id: number) =>
    db.selectFrom('price_pins').select('until').where('product_id', '=', id).execute();
  const plan = await rehearse(category_id, { percent: 5 });
  await confirm(plan);
  await db.transaction().execute((db) => keepPins(db, [{ product_id: b, price_column: 'vologda' }]));
  expect(await work()).toBe(1);
  expect([await priceOf(a), await priceOf(b)]).toEqual([21_000, 30_000]);
  const until = new Date('2099-01-01T00:00:00Z');
  await db.updateTable('price_pins').set({ until }).where('product_id', '=', a).execute();
  await db.transaction().execute((db) => undoPlan(db, plan.id));
  expect(await work()).toBe(1);
  expect(await priceOf(a)).toBe(20_000);
  expect([await pinsOf(a), await pinsOf(b)]).toEqual([[{ until }], [{ until: null }]]);
});

test('a worker that dies between portions leaves a plan that another one ends', async () => {
  const { id: category_id } = await makeCategory(db, 'd', 'Д');
  await sql`insert into models (name) select 'Партия ' || n from generate_series(1, 1200) n`.execute(db);
  await sql`
    with made as (
      insert into products (idcode, model_id, slug, name, unit, base_unit)
      select 'd' || id, id, 'd-' || id, name, 'шт.', 'шт.' from models where name like 'Партия %' returning id
    ), placed as (
      insert into product_categories (product_id, category_id, is_main) select id, ${category_id}, true from made
    )
    insert into prices (price_column, product_id, price) select 'vologda', id, 10000 from made`.execute(db);
  const plan = await rehearse(category_id, { percent: 5 });
  await confirm(plan);
  await portion();
  const broken = db.transaction().execute(async (db) => {
    await applyPortion(db);
    throw new Error('killed');
  });
  await expect(broken).rejects.toThrow('killed');
  expect(await read(plan.id)).toMatchObject({ state: 'running', applied: 500, waiting: 700 });
  expect(await work()).toBe(700);
  expect(await read(plan.id)).toMatchObject({ state: 'done', applied: 1_200 });
});
