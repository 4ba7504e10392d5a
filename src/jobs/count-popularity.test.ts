import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { orderedText, saveOrdersInYear } from '#modules/catalogue/popularity.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { countOrdersInYear } from '#modules/orders/orders-in-year.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { query } from '#modules/search/listing.ts';
import { openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext } from '#test/support/jobs.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { countPopularity } from './count-popularity.ts';

const { db, url } = await testDatabase();
const context = await jobContext(db);
await makeBranches(db);
const category = await makeCategory(db, 'smesi', 'Смеси');
const [plaster, putty, primer] = [
  await makeProduct(db, { name: 'Штукатурка', category_id: category.id }),
  await makeProduct(db, { name: 'Шпатлёвка', category_id: category.id, popularity: 1 }),
  await makeProduct(db, { name: 'Грунтовка', category_id: category.id }),
];
const buyer = await makeUser(db);
const dayMs = 86_400_000;

const runJob = () => countPopularity({}, context, {} as JobHelpers);

async function rowOf({ id }: { id: number }) {
  return db
    .selectFrom('products')
    .select(['popularity', 'orders_in_year', 'changed_xid'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function listed(): Promise<string[]> {
  const priceContext = priceContextOf(ensure((await listDepartments(db)).find(({ id_1c }) => id_1c === '00131')));
  const { items } = await query(db, priceContext, Listing.parse({ category: 'smesi', sort: 'popular' }));
  return items.map(({ name }) => name);
}

async function setOrder({ id }: { id: string }, values: { created_at?: Date; state?: string; cancelled_at?: Date }) {
  await db.updateTable('orders').set(values).where('id', '=', id).execute();
}

test('orders of 365 days are counted once each, whatever their count; cancelled, unconfirmed and older ones are not', async () => {
  await orderBy(db, buyer, [
    [plaster, 40],
    [primer, 1],
  ]);
  await orderBy(db, buyer, [[plaster, 1]]);
  const now = new Date();
  expect(await countOrdersInYear(db, now)).toEqual(
    new Map([
      [plaster.id, 2],
      [primer.id, 1],
    ]),
  );
  const cancelled = await orderBy(db, buyer, [[primer, 1]]);
  await setOrder(cancelled, { state: 'cancelled', cancelled_at: now });
  await submitOrder(db, await orderPlace(db), orderInput([[primer, 1]]));
  const old = await orderBy(db, buyer, [[primer, 1]]);
  await setOrder(old, { created_at: new Date(now.getTime() - 365 * dayMs) });
  const atLast = await orderBy(db, buyer, [[putty, 1]]);
  await setOrder(atLast, { created_at: new Date(now.getTime() - 365 * dayMs + 60_000) });
  const counted = new Map([
    [plaster.id, 2],
    [primer.id, 1],
    [putty.id, 1],
  ]);
  expect(await countOrdersInYear(db, now)).toEqual(counted);
  expect(await countOrdersInYear(db, new Date(now.getTime() + 120_000))).toEqual(
    new Map([...counted].filter(([id]) => id !== putty.id)),
  );
  await setOrder(atLast, { state: 'cancelled', cancelled_at: now });
});

test('after the job a list stands by orders, added to what the shop began with', async () => {
  expect(await listed()).toEqual(['Шпатлёвка', 'Штукатурка', 'Грунтовка']);
  await runJob();
  expect(await rowOf(plaster)).toMatchObject({ popularity: 2, orders_in_year: 2 });
  expect(await rowOf(putty)).toMatchObject({ popularity: 1, orders_in_year: 0 });
  expect(await listed()).toEqual(['Штукатурка', 'Шпатлёвка', 'Грунтовка']);
  const { id } = await orderBy(db, buyer, [[putty, 1]]);
  await orderBy(db, buyer, [[putty, 2]]);
  await runJob();
  expect(await rowOf(putty)).toMatchObject({ popularity: 3, orders_in_year: 2 });
  expect(await listed()).toEqual(['Шпатлёвка', 'Штукатурка', 'Грунтовка']);
  await setOrder({ id }, { state: 'cancelled', cancelled_at: new Date() });
  await runJob();
  expect(await rowOf(putty)).toMatchObject({ popularity: 2, orders_in_year: 1 });
});

test('a second run over the same orders writes no row; one that nobody orders any more is as the shop began with it', async () => {
  await runJob();
  const before = [await rowOf(plaster), await rowOf(putty), await rowOf(primer)];
  await runJob();
  expect([await rowOf(plaster), await rowOf(putty), await rowOf(primer)]).toEqual(before);
  expect(await saveOrdersInYear(db, new Map())).toBe(3);
  expect(await rowOf(putty)).toMatchObject({ popularity: 1, orders_in_year: 0 });
  expect(await rowOf(plaster)).toMatchObject({ popularity: 0, orders_in_year: 0 });
});

test('two processes that count at once write each product once', async () => {
  await sql`
    insert into products (idcode, model_id, slug, name, unit, base_unit, popularity)
    select 'n' || n, ${plaster.model_id}, 'n-' || n, 'Товар ' || n, 'шт', 'шт', n from generate_series(1, 1300) n`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; n: number }>`
    select id, popularity as n from products where idcode like 'n%'`.execute(db);
  const counts = new Map(rows.map(({ id, n }) => [id, n]));
  const other = openDatabase(url, { max: 1 });
  try {
    const written = await Promise.all([saveOrdersInYear(db, counts), saveOrdersInYear(other, counts)]);
    expect(written[0] + written[1]).toBe(1300);
  } finally {
    await other.destroy();
  }
  const { rows: wrong } = await sql`
    select from products where idcode like 'n%' and (popularity <> 2 * orders_in_year or orders_in_year = 0)`.execute(
    db,
  );
  expect(wrong).toHaveLength(0);
});

test('a product that somebody else writes is left for the next time, and nobody waits', async () => {
  const counts = new Map([
    [plaster.id, 7],
    [putty.id, 5],
  ]);
  await db.transaction().execute(async (busy) => {
    await sql`select from products where id = ${plaster.id} for update`.execute(busy);
    await saveOrdersInYear(db, counts);
    expect(await rowOf(putty)).toMatchObject({ popularity: 6, orders_in_year: 5 });
  });
  expect(await rowOf(plaster)).toMatchObject({ popularity: 0, orders_in_year: 0 });
  expect(await saveOrdersInYear(db, counts)).toBe(1);
  expect(await rowOf(plaster)).toMatchObject({ popularity: 7, orders_in_year: 7 });
});

test.for([
  [0, null],
  [9, null],
  [10, 'Заказали 10 раз за год'],
  [21, 'Заказали 21 раз за год'],
  [22, 'Заказали 22 раза за год'],
  [1240, 'Заказали 1 240 раз за год'],
] as const)('%i orders in a year: %s', ([count, words]) => {
  expect(orderedText(count)?.replaceAll('\u00a0', ' ') ?? null).toBe(words);
});
