import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { activateCompany, suspendCompany } from '#modules/accounts/company-management.ts';
import { issueDocument, listIssued } from '#modules/documents/issue-document.ts';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { ensure } from '#shared/ensure.ts';
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

test('[2.2] an order by invoice that is not paid is not sent or completed by hand, save of a firm with a deferral', async () => {
  await makeRequisites(db);
  const company = { ...(await makeCompany(db)), role: 'owner' as const };
  const invoiced = (input: Record<string, unknown>) =>
    orderBy(db, cast.buyer, [[cast.product, 2]], {
      ...{ branch: branches.own, company, input: { payment: { method: 'invoice' }, ...input } },
    });
  const { id } = await invoiced({});
  const away = await invoiced({ receiving: { type: 'delivery', address: 'Вологда, ул. Мира, 5' } });
  const move = (state: string, order_id = id) =>
    call(cast, cast.headers.orders, { method: 'POST', url: `/api/admin/orders/${order_id}/move`, body: { state } });
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
  expect((await move('assembling', away.id)).statusCode).toBe(200);
  expect((await move('in_delivery', away.id)).json().error).toMatchObject({ code: 'not_paid' });
  const sent = await call(cast, cast.headers.orders, { method: 'GET', url: `/api/admin/orders/${away.id}` });
  expect(sent.json().moves).toContainEqual(
    expect.objectContaining({ state: 'in_delivery', why_not: 'Заказ ещё не оплачен', needs: 'payment' }),
  );
  await db.updateTable('companies').set({ deferral_days: 14 }).where('id', '=', company.id).execute();
  expect((await move('in_delivery', away.id)).statusCode).toBe(200);
  expect(await completing()).toEqual([null, null]);
  // Its reservation had a term, by which it is not cancelled any more.
  const yearLater = new Date(Date.now() + 365 * 86_400_000);
  await expireReservations(db, yearLater);
  expect((await getOrder(db, id))?.state).toBe('ready');
  expect((await move('completed')).statusCode).toBe(200);
});

test('[2.2] the desk hands over the unpaid invoice of a firm with a deferral, in parts too, as the board lets it go', async () => {
  await makeRequisites(db);
  const company = { ...(await makeCompany(db, { inn: '7728168971', deferral_days: 14 })), role: 'owner' as const };
  const { id, number } = await orderBy(db, cast.buyer, [[cast.product, 2]], {
    ...{ branch: branches.own, company, input: { payment: { method: 'invoice' } } },
  });
  expect(await getOrder(db, id)).toMatchObject({ reserved_until: null, deferral_days: 14, completed_at: null });
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  await sql`update orders set pickup_code = '771204' where id = ${id}::uuid`.execute(db);
  const key = `${number} 771204`;
  const found = (await find(cast.headers.pickup, key)).json();
  expect(found).toMatchObject({ due: 0, why_not: null });
  expect(found.payment_words).toBe(
    'Счёт для организации, оплата в течение 14\u00a0дней после получения: денег не берите',
  );
  const [{ order_line_id }] = found.lines;
  const give = async (given: number) => {
    const lines = [{ order_line_id, given, problem: given === 1 ? 'shortage' : null }];
    const body = { key, due: 0, lines };
    const url = `/api/admin/handover/${id}/give`;
    return (await call(cast, cast.headers.pickup, { method: 'POST', url, body })).json();
  };
  expect(await give(1)).toMatchObject({ is_last: false });
  await db.updateTable('companies').set({ deferral_days: null }).where('id', '=', company.id).execute();
  expect((await give(1)).error).toMatchObject({ code: 'not_paid' });
  await db.updateTable('companies').set({ deferral_days: 14 }).where('id', '=', company.id).execute();
  // It waits for no money before its goods have left.
  const unpaid = encodeURIComponent(JSON.stringify({ awaits_money: true, q: String(number) }));
  const board = (filter: string) =>
    call(cast, cast.headers.orders, { method: 'GET', url: `/api/admin/orders?filter=${filter}` });
  expect((await board(unpaid)).json().items).toEqual([]);
  // A firm that is suspended has no deferral: what waits is paid first, and a new invoice has its term.
  const firm = (verb: typeof suspendCompany) => db.transaction().execute((db) => verb(db, company.inn));
  await firm(suspendCompany);
  expect((await give(1)).error).toMatchObject({ code: 'not_paid' });
  const placed = await orderBy(db, cast.buyer, [[cast.product, 1]], {
    ...{ branch: branches.own, company, input: { payment: { method: 'invoice' } } },
  });
  expect(await getOrder(db, placed.id)).toMatchObject({ reserved_until: expect.any(Date), deferral_days: null });
  await firm((db, inn) => activateCompany(db, inn, { owner: cast.buyer.id }));
  const [left] = (await find(cast.headers.pickup, key)).json().lines;
  expect(left).toMatchObject({ waiting: 1 });
  const order = ensure(await getOrder(db, id));
  await issueDocument(db, { kind: 'invoice', part: 1 }, order);
  // The other sack does not come: the invoice asks for what was given.
  const close = { method: 'POST', url: `/api/admin/handover/${id}/close`, body: { amount: 0 } } as const;
  expect((await call(cast, cast.headers.owner, close)).statusCode).toBe(200);
  const closed = ensure(await getOrder(db, id));
  expect(closed).toMatchObject({ state: 'completed', payment_state: 'unpaid', total: order.total / 2 });
  const invoices = (await listIssued(db, id)).filter(({ kind }) => kind === 'invoice');
  expect(invoices.map(({ revision }) => revision)).toEqual([1, 2]);
  // The day of what has left stays as it was agreed.
  await firm(suspendCompany);
  expect((await getOrder(db, id))?.deferral_days).toBe(14);
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
