import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { linkToken } from '#modules/orders/order-access.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { makeBonusCard } from '#test/support/bonuses.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBody, orderBy, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 300_000, price_kopecks: 70_050, vehicle: 'фургон' })
  .execute();
const app = await testApp(db, { FLOOD_PER_MINUTE: '10000' });
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 10_000 });
const tomorrow = addDays(localTime(new Date(), 'Europe/Moscow').date, 1);

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

async function person(given = {}) {
  const user = await makeUser(db, given);
  const { header } = await signedIn(db, user);
  return { ...user, cookie: header };
}

function call(method: 'GET' | 'POST' | 'PUT', path: string, cookie = '', payload?: object) {
  return app.inject({
    method,
    url: `/api/ecm/idd/orders/${path}`,
    headers: { host: 'idd.localhost', ...(cookie && { cookie }) },
    payload,
  });
}

describe('the list', () => {
  test('[S7-33] active and completed orders of the signed-in person, in pages, in roubles', async () => {
    const anna = await person();
    const orders = [];
    for (let n = 1; n <= 3; n++) orders.push(await orderBy(db, anna, [[mix, n]]));
    await moveOrder(db, orders[0]!.id, 'cancelled', { who: 'магазин' });
    const active = await call('GET', '?state=active&limit=1&page=2', anna.cookie);
    expect(active.statusCode).toBe(200);
    expect(active.headers['cache-control']).toBe('private, no-store');
    expect(active.json()).toMatchObject({ total: 2, page: 2, pages: 2, unpaid_sum: 2447.5 });
    expect(active.json().items).toEqual([
      expect.objectContaining({
        number: orders[1]!.number,
        state: 'new',
        total: 979,
        receiving: { type: 'pickup', place: 'Вологда, ул. Гончарная, 2', date: null },
      }),
    ]);
    const completed = (await call('GET', '?state=completed', anna.cookie)).json();
    expect(completed.items.map(({ number }: { number: number }) => number)).toEqual([orders[0]!.number]);
    expect((await call('GET', `?q=${orders[2]!.number}`, anna.cookie)).json().total).toBe(1);
    expect((await call('GET', '?state=other', anna.cookie)).statusCode).toBe(422);
    expect((await call('GET', '?page=0', anna.cookie)).statusCode).toBe(422);
  });

  test('[S7-33] a guest’s browser lists what its secret opens; without anything it is 401', async () => {
    const secret = 'listing'.padEnd(43, 'x');
    const order = await submitOrder(db, await orderPlace(db, { secret }), orderInput([[mix, 1]]));
    const list = await call('GET', '', `orders=${secret}`);
    expect(list.json().items.map(({ id }: { id: string }) => id)).toEqual([order.id]);
    const nobody = await call('GET', '');
    expect(nobody.statusCode).toBe(401);
    expect(nobody.json().error.code).toBe('signed_out');
    expect((await call('GET', '', `orders=${'y'.repeat(43)}`)).json().items).toEqual([]);
    const foreign = await app.inject({ url: '/api/ecm/other/orders/', headers: { host: 'idd.localhost' } });
    expect(foreign.statusCode).toBe(404);
  });
});

describe('one order', () => {
  test('[S7-33] opens for its owner, the guest’s secret and the email’s token, and is 404 for anybody else, in every call', async () => {
    const [anna, stranger] = [await person(), await person()];
    const secret = 'opening'.padEnd(43, 'x');
    const own = await orderBy(db, anna, [[mix, 2]]);
    const guests = await submitOrder(db, await orderPlace(db, { secret }), orderInput([[mix, 1]]));
    const token = linkToken(await secretKeys(db, undefined), guests.id, new Date());
    const order = await call('GET', `${own.id}/`, anna.cookie);
    expect(order.statusCode).toBe(200);
    expect(order.json()).toMatchObject({
      number: own.number,
      total: 979,
      can_be_cancelled: true,
      products: [{ product_idcode: mix.idcode, count: 2, price: 489.5, sum: 979 }],
      receiving: { type: 'pickup', department_id_1c: '00131', recipient: { kind: 'self', name: 'Анна Смирнова' } },
      moves: [{ state: 'new', payment_state: 'unpaid', who: 'покупатель' }],
    });
    expect((await call('GET', `${guests.id}/`, `orders=${secret}`)).statusCode).toBe(200);
    expect((await call('GET', `${guests.id}/?token=${token}`)).statusCode).toBe(200);
    const body = { type: 'pickup' };
    const refused = [
      ...['', stranger.cookie, `orders=${secret}`].flatMap((cookie) => [
        call('GET', `${own.id}/`, cookie),
        call('POST', `${own.id}/cancel/`, cookie),
        call('GET', `${own.id}/receiving/`, cookie),
        call('PUT', `${own.id}/receiving/`, cookie, body),
      ]),
      call('GET', `${own.id}/?token=${token}`),
      call('GET', `${guests.id}/`, anna.cookie),
      call('GET', `${randomUUID()}/`, anna.cookie),
      call('GET', 'no-uuid/', anna.cookie),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe('not_found');
    }
  });

  test('[S7-33] is cancelled by its owner, once, and its goods go back; a ready one is 409', async () => {
    const anna = await person();
    const product = await makeProduct(db, { on_hand: 5 });
    const order = await orderBy(db, anna, [[product, 3]]);
    for (let n = 0; n < 2; n++) {
      const answer = await call('POST', `${order.id}/cancel/`, anna.cookie);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ state: 'cancelled', can_be_cancelled: false });
    }
    expect(await stockOf(db, product)).toMatchObject({ reserved: 0, on_hand: 5 });
    const ready = await orderBy(db, anna, [[mix, 1]]);
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, ready.id, state, { who: 'Пётр' });
    const refused = await call('POST', `${ready.id}/cancel/`, anna.cookie);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error).toMatchObject({ code: 'not_cancellable', message: 'Этот заказ уже нельзя отменить' });
  });

  test('[S7-33] an accountant reads a firm’s order, and cancels, changes and places nothing: 403', async () => {
    const firm = await makeCompany(db);
    const [zoya, boris] = [await person(), await person()];
    await joinCompany(db, zoya, firm, 'purchaser');
    await joinCompany(db, boris, firm, 'accountant');
    const order = await orderBy(db, zoya, [[mix, 1]], { company: { ...firm, role: 'purchaser' } });
    expect((await call('GET', `${order.id}/`, boris.cookie)).json()).toMatchObject({ can_be_cancelled: false });
    const placing = app.inject({
      method: 'POST',
      url: '/api/ecm/idd/orders/',
      headers: { host: 'idd.localhost', cookie: boris.cookie, 'idempotency-key': randomUUID() },
      payload: orderBody([[mix, 1]]),
    });
    for (const answer of [
      await call('POST', `${order.id}/cancel/`, boris.cookie),
      await call('PUT', `${order.id}/receiving/`, boris.cookie, { type: 'pickup', department_id_1c: '00132' }),
      await placing,
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error.code).toBe('role_forbids');
    }
    expect((await getOrder(db, order.id))!.state).toBe('new');
  });
});

describe('receiving', () => {
  test('[S7-33] [S2-19] names how the order is received and what can be chosen', async () => {
    const anna = await person();
    const order = await orderBy(db, anna, [[mix, 1]]);
    const answer = (await call('GET', `${order.id}/receiving/`, anna.cookie)).json();
    expect(answer).toMatchObject({
      type: 'pickup',
      department_id_1c: '00131',
      total: 489.5,
      delivery_price: 0,
      may_change: { place: true, time: true, people: true },
      points: [{ id_1c: '00131' }, { id_1c: '00132', address: 'Окружное шоссе, 13' }],
    });
    const day = answer.days.find(({ date }: { date: string }) => date === tomorrow);
    expect(day.slots.at(-1)).toMatchObject({ to: '20:00' });
  });

  test('[S7-33] [S2-19] PUT replaces it: delivery with its price in roubles, then pickup at another point with a person and a car', async () => {
    const anna = await person();
    const order = await orderBy(db, anna, [[mix, 1]]);
    const path = `${order.id}/receiving/`;
    const delivery = { type: 'delivery', address: 'Вологда, Мира, 10', date: tomorrow };
    const changed = await call('PUT', path, anna.cookie, { ...delivery, accepted_total: 489.5 });
    expect(changed.statusCode).toBe(409);
    expect(changed.json().error).toMatchObject({ code: 'total_changed', total: 1190, delivery_price: 700.5 });
    const agreed = await call('PUT', path, anna.cookie, { ...delivery, accepted_total: 1190 });
    expect(agreed.json()).toMatchObject({ type: 'delivery', date: tomorrow, total: 1190, delivery_price: 700.5 });
    const pickup = await call('PUT', path, anna.cookie, {
      type: 'pickup',
      department_id_1c: '00132',
      recipient: { kind: 'person', name: 'Иван Петров', phone: '+7 921 000-55-66' },
      car_plate: 'а123вс35',
    });
    expect(pickup.json()).toMatchObject({
      type: 'pickup',
      department_id_1c: '00132',
      date: null,
      total: 489.5,
      recipient: { kind: 'person', name: 'Иван Петров', phone: '+79210005566' },
      car_plate: 'А123ВС35',
    });
    const wrong = await call('PUT', path, anna.cookie, { type: 'delivery' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().error.fields).toEqual({ address: 'Обязательно для заполнения' });
    const foreign = await call('PUT', path, anna.cookie, { type: 'pickup', department_id_1c: '00052' });
    expect(foreign.statusCode).toBe(422);
    expect(foreign.json().error.fields).toEqual({ department_id_1c: 'Такого пункта выдачи нет в этом городе' });
  });
});

test('[S7-33] the OpenAPI document describes the calls', async () => {
  const { paths } = (await app.inject({ url: '/api/openapi.json', headers: { host: 'idd.localhost' } })).json();
  const base = '/api/ecm/{product}/orders/';
  expect(Object.keys(paths[base])).toEqual(expect.arrayContaining(['get', 'post']));
  expect(Object.keys(paths[`${base}{id}/`])).toEqual(['get']);
  expect(Object.keys(paths[`${base}{id}/cancel/`])).toEqual(['post']);
  expect(Object.keys(paths[`${base}{id}/receiving/`])).toEqual(expect.arrayContaining(['get', 'put']));
});

test('[S7-32] bonuses pay a part of an order: whole bonuses asked for, roubles per line in the answers, a refusal with the most', async () => {
  await loadProgrammes(db);
  const anna = await person();
  await makeBonusCard(db, anna, 500);
  const place = (bonuses: number) =>
    app.inject({
      method: 'POST',
      url: '/api/ecm/idd/orders/',
      headers: { host: 'idd.localhost', cookie: anna.cookie, 'idempotency-key': randomUUID() },
      payload: orderBody([[mix, 3]], { bonuses }),
    });
  const refused = await place(450);
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    expect.objectContaining({ code: 'bonuses_refused', most: 440 }),
  ]);
  expect((await place(1.5)).statusCode).toBe(422);
  const { id, ...placed } = (await place(100)).json();
  const line = { product_id: mix.id, price: 489.5, discount: 0, bonus_discount: 100, sum: 1368.5 };
  expect(placed).toMatchObject({ bonuses: 100, goods_sum: 1368.5, total: 1368.5, products: [line] });
  expect((await call('GET', `${id}/`, anna.cookie)).json()).toMatchObject({
    total: 1368.5,
    discount: 0,
    bonus_discount: 100,
    products: [line],
  });
});
