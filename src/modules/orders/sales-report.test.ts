import { expect, test } from 'vitest';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { salesByBranch, salesByDay } from './sales-report.ts';

const { db } = await testDatabase();
const now = new Date('2026-11-24T12:00:00+03:00');
const current = { from: new Date('2026-11-23T00:00:00+03:00'), to: now };
const before = { from: new Date('2026-11-21T00:00:00+03:00'), to: new Date('2026-11-22T12:00:00+03:00') };
const all = { branches: null, isOwnPointsOnly: false };

await makeBranches(db);
const product = await makeProduct(db, { name: 'Штукатурка Гладь', price: 10_000, on_hand: 500 });
await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: product.id, price: 10_000 }).execute();
await db
  .insertInto('stock')
  .values({ store: 'store52', product_id: product.id, on_hand: 500, on_hand_base: 500 })
  .execute();
const buyer = await makeUser(db);

async function sold(at: string, count: number, branch = '00131', isCancelled = false) {
  const { id } = await orderBy(db, buyer, [[product, count]], { branch });
  const { total } = await db
    .updateTable('orders')
    .set({ created_at: new Date(at), ...(isCancelled && { state: 'cancelled', cancelled_at: new Date(at) }) })
    .where('id', '=', id)
    .returning('total')
    .executeTakeFirstOrThrow();
  return Number(total);
}

test('sales of a day are its orders without cancelled ones, days begin by the clock of the zone', async () => {
  const late = await sold('2026-11-23T23:30:00+03:00', 1);
  const early = await sold('2026-11-24T00:30:00+03:00', 2);
  const other = await sold('2026-11-24T10:00:00+03:00', 3, '00052');
  await sold('2026-11-24T10:00:00+03:00', 5, '00131', true);
  await sold('2026-11-24T13:00:00+03:00', 7);
  const was = await sold('2026-11-22T11:00:00+03:00', 4);
  await sold('2026-11-22T13:00:00+03:00', 6);

  expect(await salesByDay(db, all, current, 'Europe/Moscow', now)).toEqual([
    { day: '2026-11-23', count: 1, sum: late },
    { day: '2026-11-24', count: 2, sum: early + other },
  ]);
  expect(await salesByDay(db, { ...all, branches: ['00052'] }, current, 'Europe/Moscow', now)).toEqual([
    { day: '2026-11-24', count: 1, sum: other },
  ]);
  expect(await salesByBranch(db, all, { now: current, before }, now)).toMatchObject(
    [
      { department_id_1c: '00131', count: 2, sum: late + early, count_before: 1, sum_before: was },
      { department_id_1c: '00052', count: 1, sum: other, count_before: 0, sum_before: 0 },
    ].sort((a, b) => b.sum - a.sum),
  );
});
