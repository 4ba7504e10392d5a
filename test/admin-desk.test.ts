import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { aPhoto } from './admin/order-examples.ts';
import { makeCompany, makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';
import { makeRequisites } from './support/requisites.ts';

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

test('[2.2] an order by invoice that is not paid is not completed by hand, save of a firm with a deferral', async () => {
  await makeRequisites(db);
  const company = { ...(await makeCompany(db)), role: 'owner' as const };
  const { id } = await orderBy(db, cast.buyer, [[cast.product, 2]], {
    ...{ branch: branches.own, company, input: { payment: { method: 'invoice' } } },
  });
  const move = (state: string) =>
    call(cast, cast.headers.orders, { method: 'POST', url: `/api/admin/orders/${id}/move`, body: { state } });
  const completing = async () => {
    const order = (await call(cast, cast.headers.orders, { method: 'GET', url: `/api/admin/orders/${id}` })).json();
    const filter = encodeURIComponent(JSON.stringify({ q: String(order.number) }));
    const list = await call(cast, cast.headers.orders, { method: 'GET', url: `/api/admin/orders?filter=${filter}` });
    return [order, list.json().items[0]].map(
      ({ moves }: { moves: { state: string; why_not: string | null }[] }) =>
        moves.find(({ state }) => state === 'completed')?.why_not,
    );
  };
  for (const state of ['assembling', 'ready']) expect((await move(state)).statusCode).toBe(200);
  expect(await completing()).toEqual(['Заказ ещё не оплачен', 'Заказ ещё не оплачен']);
  expect((await move('completed')).json().error).toMatchObject({ code: 'not_paid', message: 'Заказ ещё не оплачен' });
  await db.updateTable('companies').set({ deferral_days: 14 }).where('id', '=', company.id).execute();
  expect(await completing()).toEqual([null, null]);
  expect((await move('completed')).statusCode).toBe(200);
});

test('[2.2] a photo taken at the desk stands in the course of the order, for whoever may read that order', async () => {
  const url = await aPhoto(cast, branches.own);
  const [, id] = /orders\/([^/]+)\//.exec(url) ?? [];
  const read = async (cookie: string) => {
    const order = (await call(cast, cookie, { method: 'GET', url: `/api/admin/orders/${id}` })).json();
    return order.history.flatMap(({ photos }: { photos: { name: string }[] }) => photos.map(({ name }) => name));
  };
  expect(await read(cast.headers.accounting)).toEqual(['Штукатурка Гладь']);
  const photo = await call(cast, cast.headers.accounting, { method: 'GET', url });
  expect([photo.statusCode, photo.headers['content-type'], photo.headers['cache-control']]).toEqual([
    ...[200, 'image/png', 'no-store'],
  ]);
  const elsewhere = await makeStaff(db, ['orders'], { departments: [branches.foreign] });
  expect((await call(cast, elsewhere.header, { method: 'GET', url })).statusCode).toBe(404);
  expect((await call(cast, cast.headers.content, { method: 'GET', url })).statusCode).toBe(403);
});
