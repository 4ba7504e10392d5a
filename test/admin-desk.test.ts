import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const find = (cookie: string, key: string) =>
  call(cast, cookie, { method: 'POST', url: '/api/admin/handover/find', body: { key } });

test('[1.2] what a storekeeper may not open among the orders does not open by its number at the desk either', async () => {
  const keeper = await makeStaff(db, ['pickup'], { departments: [branches.own] });
  const { id, number } = await cast.anOrder();
  const [own, found] = [`/api/admin/orders/${id}`, () => find(keeper.header, String(number))];
  expect((await found()).json()).toMatchObject({ order_id: id, proof: null });
  await sql`update orders set state = 'completed', completed_at = now() where id = ${id}::uuid`.execute(db);
  expect((await call(cast, keeper.header, { method: 'GET', url: own })).statusCode).toBe(404);
  expect((await found()).json().error).toMatchObject({ code: 'wrong_pass' });
});

test('where an order is brought is said at the desk to whoever was told its code, not by its number', async () => {
  const { id, number } = await cast.anOrder();
  await sql`
    update orders set receiving_type = 'delivery', delivery_address = 'Вологда, ул. Мира, 5, кв. 17',
      pickup_department_id_1c = null, state = 'in_delivery', pickup_code = '482913' where id = ${id}::uuid`.execute(db);
  expect((await find(cast.headers.owner, String(number))).json()).toMatchObject({ order_id: id, place: null });
  expect((await find(cast.headers.pickup, `${number} 482913`)).json()).toMatchObject({
    order_id: id,
    place: 'Вологда, ул. Мира, 5, кв. 17',
  });
});
