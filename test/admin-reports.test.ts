import { beforeAll, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { addDays } from '#shared/zoned-time.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
let cast: AdminCast;

beforeAll(async () => {
  cast = await makeAdminCast(db);
  await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
  await db
    .insertInto('prices')
    .values({ price_column: 'zakupka', product_id: cast.product.id, price: 40_000 })
    .execute();
  const loose = await makeProduct(db, { name: 'Без категории и закупки', price: 10_000 });
  // 2 × 489,50 and 3 × 100 today, ready in time; 4 × 489,50 three days ago, late; a cancelled one.
  const inTime = await orderBy(db, cast.buyer, [
    [cast.product, 2],
    [loose, 3],
  ]);
  const late = await orderBy(db, cast.buyer, [[cast.product, 4]]);
  const gone = await cast.anOrder();
  const foreign = await cast.anOrder(branches.foreign);
  const move = (id: string, state: 'assembling' | 'ready' | 'cancelled') =>
    db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр Кладов', why: '' }));
  for (const state of ['assembling', 'ready'] as const) await move(inTime.id, state);
  await move(gone.id, 'cancelled');
  const set = (id: string, receiving_date: string, ago = 0) =>
    db
      .updateTable('orders')
      .set({ receiving_date, created_at: new Date(Date.now() - ago * 86_400_000) })
      .where('id', '=', id)
      .execute();
  await set(inTime.id, addDays(today, 1));
  await set(late.id, addDays(today, -1), 3);
  await set(foreign.id, addDays(today, 2));
});

const ask = (query: string, cookie = cast.headers.owner) =>
  call(cast, cookie, { method: 'GET', url: `/api/admin/reports/sales${query}` });

const totals = { orders: 3, sum: 97_900 + 30_000 + 195_800 + 99_900, promised: 2, kept: 1 };

test('sales by day, branch and category come to the same sum, cancelled orders aside', async () => {
  const byDay = (await ask('')).json();
  expect(byDay.totals).toMatchObject({ ...totals, average: Math.round(totals.sum / 3) });
  expect(byDay.items).toMatchObject([
    { id: today, orders: 2, sum: 227_800, promised: 1, kept: 1 },
    { id: addDays(today, -3), orders: 1, sum: 195_800, promised: 1, kept: 0 },
  ]);
  const byBranch = (await ask('?by=branch')).json();
  expect(byBranch.items).toMatchObject([
    { id: branches.own, name: 'Вологда', orders: 2, sum: 323_700, reached: null },
    { id: branches.foreign, orders: 1, sum: 99_900 },
  ]);
  const byCategory = (await ask('?by=category')).json();
  expect(byCategory.items).toMatchObject([
    { name: 'Сухие смеси', orders: 3, sum: 393_600, promised: 0 },
    { id: '', name: null, orders: 1, sum: 30_000 },
  ]);
  expect(byCategory.totals).toEqual(byDay.totals);
  expect((await ask(`?from=${today}`)).json().totals.sum).toBe(227_800);
  expect((await ask(`?from=${addDays(today, -9)}&to=${addDays(today, -5)}`)).json().items).toEqual([]);
  for (const wrong of ['?from=2026-11-02&to=2026-11-01', '?from=2020-01-01', '?by=person', '?from=x'])
    expect((await ask(wrong)).statusCode, wrong).toBe(422);
});

test('the margin is of goods with a purchase price, and is shown to whoever may see those alone', async () => {
  const margin = 2 * 8_950 + 4 * 8_950 + 2 * 9_950;
  expect((await ask('')).json().totals).toMatchObject({ margin, costed_sum: 393_600 });
  const marketer = (await ask('', cast.headers.marketing)).json();
  expect(marketer.totals).toMatchObject({ sum: totals.sum, margin: null, costed_sum: null });
  expect(marketer.items[0].margin).toBe(null);
  const table = await ask('/export?format=csv&by=category', cast.headers.marketing);
  expect(table.body).toContain('Сухие смеси;3;3936');
  expect(table.body).not.toContain('Наценка');
  expect((await ask('/export?format=csv&by=branch')).body).toContain('Наценка');
  const sheet = await ask('/export?by=day');
  expect(sheet.statusCode, sheet.body).toBe(200);
  expect(decodeURIComponent(String(sheet.headers['content-disposition']))).toMatch(/Продажи .+\.xlsx$/);
  expect((await ask('', cast.headers.orders)).statusCode).toBe(403);
  const line = await db
    .selectFrom('audit_log')
    .select('words')
    .where('resource', '=', 'reports')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  expect(line.words).toMatch(/^Выгружены продажи за .+: 2.строки$/);
});

test('visits stand beside the orders of the site, by day and by branch, in the report and its table', async () => {
  const came = (day: string, visits: number, product_views: number) => ({
    ...{ day, department_id_1c: branches.own, visits, product_views },
  });
  await db
    .insertInto('visit_days')
    .values([came(today, 40, 90), came(addDays(today, -1), 25, 30)])
    .execute();
  const byDay = (await ask('')).json();
  expect(byDay.items).toMatchObject([
    { id: today, orders: 2, reached: { visits: 40, product_views: 90, orders: 1 } },
    { id: addDays(today, -1), orders: 0, sum: 0, reached: { visits: 25, product_views: 30, orders: 0 } },
    { id: addDays(today, -3), orders: 1, reached: null },
  ]);
  expect(byDay.totals).toMatchObject({ ...totals, reached: { visits: 65, product_views: 120, orders: 1 } });
  const byBranch = (await ask('?by=branch')).json();
  expect(byBranch.items).toMatchObject([
    { id: branches.own, reached: { visits: 65, product_views: 120, orders: 1 } },
    { id: branches.foreign, reached: null },
  ]);
  const byCategory = (await ask('?by=category')).json();
  expect(byCategory.items[0].reached).toBe(null);
  expect(byCategory.totals).toEqual(byDay.totals);
  const lines = (await ask('/export?format=csv')).body.split('\r\n');
  expect(lines[0]).toContain('Посещений;Заказов на сайте;Дошли до заказа, %');
  expect(lines[1]).toContain(';40;1;2,5');
  expect(lines[2]).toMatch(/;0;.*;25;0;0;/);
  await db.deleteFrom('visit_days').execute();
});

test('a member of staff sees the sales of their branches alone', async () => {
  const own = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  expect((await ask('', own.header)).json().totals.sum).toBe(323_700);
  expect((await ask(`?branch=${branches.foreign}`)).json().totals.sum).toBe(99_900);
});
