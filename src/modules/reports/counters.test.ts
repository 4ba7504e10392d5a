import { expect, test } from 'vitest';
import { countLosses } from '#jobs/count-losses.ts';
import type { Task } from '#jobs/tasks.ts';
import { openLog } from '#platform/log.ts';
import { addDays } from '#shared/zoned-time.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { checkStock } from './check-stock.ts';
import { daysToCount } from './count-losses.ts';
import { createViewCounter } from './count-views.ts';
import { forgetOldReports } from './forget-reports.ts';
import { noteLeftGoods, writeLeftGoods } from './left-goods.ts';
import { readConversion } from './read-conversion.ts';

const { db } = await testDatabase();
await makeBranches(db);
const log = openLog('silent');
const config = testConfig();
const sold = await makeProduct(db, { on_hand: 50 });
const gone = await makeProduct(db, { on_hand: 0 });
const hosts = { vologda: config.MAIN_DOMAIN, cherepovets: `cherepovets.${config.MAIN_DOMAIN}` };
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);

test('several processes add up what they saw, and nothing of who it was is kept', async () => {
  const day = today();
  const processes = [0, 1, 2].map(() => createViewCounter(db, config, log));
  for (const [at, { note }] of processes.entries()) {
    for (let times = 0; times <= at; times++) note({ host: hosts.vologda, product: null });
    note({ host: hosts.cherepovets, product: null });
    note({ host: hosts.vologda, product: sold.slug });
    note({ host: hosts.vologda, product: gone.slug });
    note({ host: hosts.cherepovets, product: sold.slug });
    note({ host: hosts.vologda, product: 'no-such-thing' });
    note({ host: 'elsewhere.example', product: null });
  }
  await Promise.all(processes.map(({ write }) => write()));
  await Promise.all(processes.map(({ write }) => write()));
  const days = await db.selectFrom('visit_days').selectAll().orderBy('department_id_1c').execute();
  expect(days).toEqual([
    { day, department_id_1c: '00052', visits: 3, product_views: 3 },
    { day, department_id_1c: '00131', visits: 6, product_views: 6 },
  ]);
  const wanted = await db
    .selectFrom('wanted_days')
    .select(['department_id_1c', 'product_id', 'views_out'])
    .orderBy('department_id_1c')
    .execute();
  expect(wanted).toEqual([
    { department_id_1c: '00052', product_id: sold.id, views_out: 3 },
    { department_id_1c: '00131', product_id: gone.id, views_out: 3 },
  ]);
});

test('whoever makes pages up fills no memory, and a database that is away loses nothing', async () => {
  await db.deleteFrom('visit_days').execute();
  const counter = createViewCounter(db, config, log);
  for (let n = 0; n < 12_000; n++) counter.note({ host: hosts.vologda, product: `made-up-${n}` });
  counter.note({ host: hosts.vologda, product: null });
  await counter.write();
  expect(await db.selectFrom('visit_days').selectAll().execute()).toEqual([]);
  counter.note({ host: hosts.vologda, product: null });
  await db.schema.alterTable('visit_days').renameTo('visit_days_away').execute();
  await expect(counter.write()).rejects.toThrow('visit_days');
  await db.schema.alterTable('visit_days_away').renameTo('visit_days').execute();
  counter.note({ host: hosts.vologda, product: null });
  await counter.write();
  expect(await db.selectFrom('visit_days').select('visits').execute()).toEqual([{ visits: 2 }]);
});

test('what an order left in the cart is counted once, and no wish without measure is believed', async () => {
  await db.deleteFrom('wanted_days').execute();
  const branch = { id_1c: '00131', time_zone: 'Europe/Moscow' };
  const now = new Date('2026-11-25T22:30:00Z');
  const order = { is_replay: false, products: [{ product_id: sold.id, count: 4 }] };
  const other = { product_id: gone.id, count: 3 };
  noteLeftGoods(db, branch, order, [{ product_id: sold.id, count: 9 }, other], log, now);
  noteLeftGoods(db, branch, { ...order, is_replay: true }, [{ product_id: sold.id, count: 9 }], log, now);
  noteLeftGoods(db, branch, order, [{ product_id: sold.id, count: 99_999 }], log, now);
  await writeLeftGoods(db);
  expect(await db.selectFrom('wanted_days').selectAll().execute()).toEqual([
    {
      day: '2026-11-26',
      department_id_1c: '00131',
      product_id: sold.id,
      views_out: 0,
      left_times: 2,
      left_units: 49,
    },
  ]);
});

test('an hour of stock is looked at once, while the branch is open, for what it sold lately', async () => {
  const buyer = await makeUser(db);
  await orderBy(db, buyer, [[sold, 3]]);
  const never = await makeProduct(db, { on_hand: 0 });
  await db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', sold.id).execute();
  const day = addDays(today(), 1);
  const at = (hour: number, minute = 7) =>
    new Date(`${day}T${`${hour - 3}`.padStart(2, '0')}:${`${minute}`.padStart(2, '0')}:00Z`);
  // Whatever weekday it is, the branch opens at nine or ten and closes at eight in the evening.
  for (const moment of [at(5), at(11), at(11, 40), at(12), at(21)]) await checkStock(db, moment);
  await db.updateTable('stock').set({ on_hand: 50 }).where('product_id', '=', sold.id).execute();
  await checkStock(db, at(12, 50));
  await checkStock(db, at(13));
  const hours = (...set: number[]) => Array.from({ length: 24 }, (_, hour) => (set.includes(hour) ? 1 : 0)).join('');
  const own = { day, department_id_1c: '00131' };
  const checks = await db.selectFrom('stock_checks').selectAll().where('department_id_1c', '=', '00131').execute();
  expect(checks).toEqual([{ ...own, hours: hours(11, 12, 13) }]);
  const outs = await db.selectFrom('stock_outs').selectAll().execute();
  expect(outs).toEqual([{ ...own, product_id: sold.id, hours: hours(11, 12) }]);
  expect(outs.some(({ product_id }) => product_id === never.id)).toBe(false);

  // A holiday.
  const holiday = addDays(day, 1);
  await db
    .insertInto('department_hour_exceptions')
    .values({ department_id_1c: '00131', date: holiday, opens_minute: null, closes_minute: null })
    .execute();
  await checkStock(db, new Date(`${holiday}T09:07:00Z`));
  const closed = await db.selectFrom('stock_checks').select('department_id_1c').where('day', '=', holiday).execute();
  expect(closed).toEqual([{ department_id_1c: '00052' }]);
});

test('visits become orders, those of days without a counted visit aside', async () => {
  const day = today();
  await db.deleteFrom('visit_days').execute();
  await db.insertInto('visit_days').values({ day, department_id_1c: '00131', visits: 20, product_views: 31 }).execute();
  const days = { from: addDays(day, -6), to: day };
  const reached = { id: '00131', visits: 20, product_views: 31, orders: 1 };
  expect(await readConversion(db, null, days)).toEqual([reached]);
  expect(await readConversion(db, ['00052'], days)).toEqual([]);
  const buyer = await makeUser(db);
  const { id } = await orderBy(db, buyer, [[sold, 1]]);
  expect(await readConversion(db, ['00131'], days)).toEqual([{ ...reached, orders: 2 }]);
  await db.updateTable('orders').set({ state: 'cancelled', cancelled_at: new Date() }).where('id', '=', id).execute();
  await db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
    .where('state', '=', 'new')
    .execute();
  expect(await readConversion(db, ['00131'], days)).toEqual([{ ...reached, orders: 0 }]);
  expect(await readConversion(db, ['00131'], days, 'day')).toEqual([{ ...reached, id: day, orders: 0 }]);
});

test('old counters are forgotten, old queries keep their sum and lose their words', async () => {
  const now = new Date('2026-11-26T00:17:00Z');
  const own = { department_id_1c: '00131', cause: 'not_found', units: 0, detail: '{}' };
  await db
    .insertInto('demand_losses')
    .values([
      { ...own, day: '2026-08-01', words: 'болгарка', times: 3, sum: 700 },
      { ...own, day: '2026-08-01', words: 'вагонка', times: 2, sum: 401 },
      { ...own, day: '2026-11-20', words: 'вагонка', times: 1, sum: 100 },
      { ...own, day: '2025-09-01', words: 'каска', times: 1, sum: 100 },
    ])
    .execute();
  await db
    .insertInto('wanted_days')
    .values({ day: '2026-08-01', department_id_1c: '00131', product_id: sold.id })
    .execute();
  await forgetOldReports(db, now);
  await forgetOldReports(db, now);
  const kept = await db.selectFrom('demand_losses').select(['day', 'words', 'times', 'sum']).orderBy('day').execute();
  expect(kept).toEqual([
    { day: '2026-08-01', words: null, times: 5, sum: 1101 },
    { day: '2026-11-20', words: 'вагонка', times: 1, sum: 100 },
  ]);
  const days = await db.selectFrom('wanted_days').select('day').where('day', '<', '2026-08-28').execute();
  expect(days).toEqual([]);
});

test('the job looks at the stock and counts the last days, at night two weeks of them; another run changes nothing', async () => {
  expect(daysToCount(new Date('2026-11-26T13:07:00Z'))).toEqual([
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
  ]);
  expect(daysToCount(new Date('2026-11-26T01:07:00Z'))).toHaveLength(15);
  await db
    .insertInto('wanted_days')
    .values({ day: today(), department_id_1c: '00131', product_id: sold.id, left_times: 1, left_units: 3 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'department_id_1c', 'product_id']).doUpdateSet({ left_times: 1, left_units: 3 }),
    )
    .execute();
  const [context, helpers] = [{ db, log }, {}] as unknown as [Parameters<Task>[1], Parameters<Task>[2]];
  const rowsNow = () =>
    db
      .selectFrom('demand_losses')
      .select(['day', 'department_id_1c', 'cause', 'product_id', 'times', 'sum'])
      .where('day', '=', today())
      .orderBy('product_id')
      .execute();
  await countLosses({}, context, helpers);
  const counted = await rowsNow();
  expect(counted).toContainEqual({
    day: today(),
    department_id_1c: '00131',
    cause: 'asked_more',
    product_id: sold.id,
    times: 1,
    sum: 3 * 48_900,
  });
  await countLosses({}, context, helpers);
  expect(await rowsNow()).toEqual(counted);
});
