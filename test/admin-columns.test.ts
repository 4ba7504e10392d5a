import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const hide = (list: string, hidden: unknown) =>
  call(cast, cast.headers.orders, { method: 'PUT', url: `/api/admin/columns/${list}`, body: { hidden } });
const mine = async (cookie = cast.headers.orders) =>
  (await call(cast, cookie, { method: 'GET', url: '/api/admin/me' })).json().hidden_columns;

test('[17] the columns somebody has put out of sight come with who works here, before any list is drawn', async () => {
  expect((await hide('orders', ['way', 'source', 'way'])).statusCode).toBe(200);
  expect(await mine()).toEqual({ orders: ['way', 'source'] });
  expect(await mine(cast.headers.owner), 'of another person').toEqual({});
  const lines = await db.selectFrom('audit_log').select(['resource', 'record_id', 'words']).execute();
  expect(lines).toEqual([{ resource: 'columns', record_id: 'orders', words: 'Выбраны столбцы списка «Заказы»' }]);
  expect((await hide('orders', [])).statusCode).toBe(200);
  expect(await mine()).toEqual({});
});

test('a list that the shop does not have and keys that no column can have are refused; a key of no column is not', async () => {
  for (const [list, hidden] of [
    ['nothing', ['way']],
    ['orders', ['a b']],
    ['orders', ['']],
    ['orders', ['x'.repeat(41)]],
    ['orders', Array.from({ length: 41 }, (_, n) => `k${n}`)],
    ['orders', 'way'],
    ['orders', [7]],
  ] as const) {
    const { statusCode } = await hide(list, hidden);
    expect(statusCode, JSON.stringify([list, hidden])).toBe(422);
  }
  expect((await hide('orders', ['of_a_former_version'])).statusCode).toBe(200);
  expect(await mine()).toEqual({ orders: ['of_a_former_version'] });
});
