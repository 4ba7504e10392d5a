import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { invalidateCaches } from '#platform/cache.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { forgetJobs, runJobs } from '#test/support/jobs.ts';
import { orderBy, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { announceArrival } from './announce-arrival.ts';
import { changeReceiving } from './change-receiving.ts';
import { expireReservations } from './expire-reservations.ts';
import { cancelByBuyer, moveOrder } from './move-order.ts';
import { mayProlong, prolongStorage } from './prolong-storage.ts';
import { getOrder, getOrderForOwner } from './queries.ts';
import { receivingDays, receivingPlaces, receivingSlots } from './receiving.ts';
import { ReceivingInput } from './schema.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await db.updateTable('departments').set({ email: 'vologda@idd.example' }).where('id_1c', '=', '00131').execute();
await db.updateTable('departments').set({ email: 'okruzhnoe@idd.example' }).where('id_1c', '=', '00132').execute();
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 300_000, price_kopecks: 70_000, vehicle: 'фургон до 0,8 т' })
  .execute();
await db.insertInto('delivery_slots').values({ zone_id: zone.id, opens_minute: 540, closes_minute: 840 }).execute();
invalidateCaches(['departments']);
const anna = await makeUser(db);

/** Monday, noon in Vologda. */
const now = new Date('2026-11-23T09:00:00Z');
const asAnna = { account: null, now };

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
  await sql`delete from mails`.execute(db);
  await forgetJobs(db);
});

const mine = { reader_role: null };

async function change(id: string, input: Record<string, unknown>, more: { now?: Date } = {}) {
  await db
    .transaction()
    .execute((db) => changeReceiving(db, { id, ...mine }, ReceivingInput.parse(input), { ...asAnna, ...more }));
}

/** Since the last time, ten minutes ago. */
async function emailMessages() {
  await sql`delete from mails`.execute(db);
  await sql`delete from limits where scope in ('order email', 'branch order email')`.execute(db);
  await runJobs(db, url);
  return db.selectFrom('mails').select(['to_address', 'subject', 'text']).orderBy('id').execute();
}

async function readyOrder(input: Record<string, unknown> = {}, readyAt = now) {
  const product = await makeProduct(db, { on_hand: 100 });
  const order = await orderBy(db, anna, [[product, 2]], { input, now: readyAt });
  for (const state of ['assembling', 'ready'] as const)
    await moveOrder(db, order.id, state, { who: 'Пётр', now: readyAt });
  return order;
}

describe('where', () => {
  test('[S2-19] another point takes the reservation along: its own store first, the branch’s for the rest, in one move', async () => {
    const [near, far] = [await makeProduct(db, { on_hand: 10 }), await makeProduct(db, { on_hand: 10 })];
    await db
      .insertInto('stock')
      .values({ store: 'store132', product_id: near.id, on_hand: 5, on_hand_base: 150 })
      .execute();
    await db
      .insertInto('stock')
      .values({ store: 'store132', product_id: far.id, on_hand: 1, on_hand_base: 30 })
      .execute();
    const order = await orderBy(db, anna, [
      [near, 3],
      [far, 4],
    ]);
    expect(await stockOf(db, near)).toMatchObject({ reserved: 3 });
    await change(order.id, { type: 'pickup', department_id_1c: '00132' });
    expect(await stockOf(db, near)).toMatchObject({ reserved: 0, on_hand: 10 });
    expect(await stockOf(db, near, 'store132')).toMatchObject({ reserved: 3, on_hand: 5 });
    expect(await stockOf(db, far)).toMatchObject({ reserved: 4 });
    expect(await stockOf(db, far, 'store132')).toMatchObject({ reserved: 0 });
    const moved = (await getOrder(db, order.id))!;
    expect(moved.receiving.department?.id_1c).toBe('00132');
    expect(moved.lines.map(({ store }) => store)).toEqual(['store132', 'store12']);
    expect(moved.moves.at(-1)).toMatchObject({ who: 'покупатель', why: 'самовывоз: Вологда, Окружное шоссе, 13' });
    await change(order.id, { type: 'pickup', department_id_1c: '00131' });
    expect(await stockOf(db, near)).toMatchObject({ reserved: 3 });
    expect(await stockOf(db, near, 'store132')).toMatchObject({ reserved: 0 });
    await db.transaction().execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель' }));
    for (const product of [near, far]) {
      for (const store of ['store12', 'store132'])
        expect(await stockOf(db, product, store)).toMatchObject({ reserved: 0 });
    }
  });

  test('[S2-19] orders that move and are cancelled at the same moment leave every store with what is really reserved', async () => {
    const goods = [await makeProduct(db, { on_hand: 500 }), await makeProduct(db, { on_hand: 500 })];
    for (const { id } of goods) {
      await db
        .insertInto('stock')
        .values({ store: 'store132', product_id: id, on_hand: 30, on_hand_base: 900 })
        .execute();
    }
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        orderBy(
          db,
          anna,
          goods.map((product) => [product, 1 + (n % 5)]),
        ),
      ),
    );
    await Promise.all(
      orders.flatMap(({ id }, n) => [
        change(id, { type: 'pickup', department_id_1c: '00132' }).catch(() => {}),
        change(id, { type: 'pickup', department_id_1c: n % 2 ? '00131' : '00132' }).catch(() => {}),
        ...(n % 3 === 0 ? [db.transaction().execute((db) => cancelByBuyer(db, id, { who: 'покупатель' }))] : []),
      ]),
    );
    for (const { id } of goods) {
      for (const store of ['store12', 'store132']) {
        const { rows } = await sql<{ held: number }>`
          select coalesce(sum(count), 0)::int as held from reservations
          where product_id = ${id} and store = ${store} and ended_at is null`.execute(db);
        const stock = await stockOf(db, { id }, store);
        expect(stock.reserved).toBe(rows[0]!.held);
        expect(stock.on_hand).toBeGreaterThanOrEqual(stock.reserved);
      }
    }
    expect(
      (await Promise.all(orders.map(({ id }) => getOrder(db, id)))).filter((order) => order!.state === 'cancelled'),
    ).toHaveLength(4);
  });

  test('[S2-19] what the new place cannot serve refuses the move whole, naming what is there', async () => {
    const product = await makeProduct(db, { on_hand: 0 });
    await db
      .insertInto('stock')
      .values({ store: 'store132', product_id: product.id, on_hand: 5, on_hand_base: 150 })
      .execute();
    const order = await orderBy(db, anna, [[product, 3]], {
      input: { receiving: { type: 'pickup', department_id_1c: '00132' } },
    });
    await expect(change(order.id, { type: 'delivery', address: 'Вологда, Мира, 10' })).rejects.toMatchObject({
      code: 'not_enough',
      details: { lines: [{ product_id: product.id, available: 0 }] },
    });
    expect(await stockOf(db, product, 'store132')).toMatchObject({ reserved: 3 });
    expect((await getOrder(db, order.id))!.receiving.type).toBe('pickup');
  });

  test('[S2-19] pickup becomes delivery: priced by the server, and the sum must be the one that was seen', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db, { price: 100_000 }), 2]]);
    const address = 'Вологда, ул. Мира, 10';
    await expect(change(order.id, { type: 'delivery', address, accepted_total: 2_000 })).rejects.toMatchObject({
      code: 'total_changed',
      details: { total: 270_000, goods_sum: 200_000, delivery_price: 70_000 },
    });
    await change(order.id, { type: 'delivery', address, accepted_total: 2_700, date: '2026-11-24' });
    const moved = (await getOrder(db, order.id))!;
    expect(moved).toMatchObject({ total: 270_000, delivery_price: 70_000, receiving: { type: 'delivery', address } });
    expect(moved.receiving.zone_name).toBe('Вологда');
    expect(moved.moves.at(-1)!.why).toBe('доставка: Вологда, ул. Мира, 10, доставка 700\u00a0₽; день: 24.11.2026');
    await change(order.id, { type: 'pickup', department_id_1c: '00131', accepted_total: 2_000 });
    expect(await getOrder(db, order.id)).toMatchObject({ total: 200_000, delivery_price: 0 });
    await change(order.id, { type: 'delivery', address: 'деревня Дальняя' });
    expect(await getOrder(db, order.id)).toMatchObject({ total: 200_000, delivery_price: null });
  });

  test('[S2-19] lifting is asked for later, keeps its price while it stays, and goes with the delivery', async () => {
    await sql`insert into carrying_rates values ('00131', 'stairs', 50000, 2000, 0), ('00131', 'lift', 50000, 6000, 0)`.execute(
      db,
    );
    const address = 'Вологда, ул. Мира, 10';
    const order = await orderBy(db, anna, [[await makeProduct(db, { price: 100_000, weight_grams: 30_000 }), 2]], {
      input: { receiving: { type: 'delivery', address } },
    });
    const lifted = { type: 'delivery', address, carrying: { kind: 'stairs', floor: 5 } };
    await expect(change(order.id, { ...lifted, accepted_total: 2_700 })).rejects.toMatchObject({
      code: 'total_changed',
      details: { total: 290_000, delivery_price: 70_000, carrying_price: 20_000 },
    });
    await change(order.id, { ...lifted, accepted_total: 2_900 });
    const after = (await getOrder(db, order.id))!;
    expect(after).toMatchObject({
      total: 290_000,
      carrying_price: 20_000,
      receiving: { carrying: { kind: 'stairs', floor: 5 } },
    });
    expect(after.moves.at(-1)!.why).toBe('разгрузка и подъём по лестнице, этаж\u00a05: 200\u00a0₽');
    await sql`update carrying_rates set price_kopecks = 9000`.execute(db);
    await change(order.id, { ...lifted, date: '2026-11-24', accepted_total: 2_900 });
    expect(await getOrder(db, order.id)).toMatchObject({ total: 290_000, carrying_price: 20_000 });
    await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', order.id).execute();
    await expect(
      change(order.id, { ...lifted, date: '2026-11-24', carrying: { kind: 'stairs', floor: 6 } }),
    ).rejects.toMatchObject({ code: 'total_fixed' });
    await db.updateTable('orders').set({ payment_state: 'unpaid' }).where('id', '=', order.id).execute();
    await change(order.id, { type: 'pickup', department_id_1c: '00131' });
    expect(await getOrder(db, order.id)).toMatchObject({
      total: 200_000,
      carrying_price: 0,
      receiving: { carrying: null },
    });
    await sql`delete from carrying_rates`.execute(db);
  });

  test('[S2-19] a paid order keeps its sum: what would change it is refused, another point is not', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]]);
    for (const payment_state of ['pending', 'paid'] as const) {
      await db.updateTable('orders').set({ payment_state }).where('id', '=', order.id).execute();
      await expect(change(order.id, { type: 'delivery', address: 'Вологда, Мира, 10' })).rejects.toMatchObject({
        code: 'total_fixed',
        status: 409,
      });
    }
    await change(order.id, { type: 'pickup', department_id_1c: '00132' });
    expect((await getOrder(db, order.id))!.receiving.department?.id_1c).toBe('00132');
  });

  test('[S2-19] another branch’s point is no place to go', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]]);
    await expect(change(order.id, { type: 'pickup', department_id_1c: '00052' })).rejects.toMatchObject({
      code: 'bad_input',
      details: { fields: { department_id_1c: 'Такого пункта выдачи нет в этом городе' } },
    });
  });
});

describe('when', () => {
  const bare = { type: 'pickup', department_id_1c: '00131' };

  test('[S2-19] a day and a slot come from the point’s own hours', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]], { now });
    await change(order.id, { ...bare, date: '2026-11-24', slot: { from: '11:00', to: '13:00' } });
    expect((await getOrder(db, order.id))!.receiving).toMatchObject({
      date: '2026-11-24',
      hours: { from: 660, to: 780 },
    });
    expect((await getOrder(db, order.id))!.moves.at(-1)!.why).toBe('день: 24.11.2026, 11:00–13:00');
    const wrong = (input: object) => expect(change(order.id, { ...bare, ...input })).rejects;
    await wrong({ date: '2026-11-22' }).toMatchObject({ code: 'bad_input' });
    await wrong({ date: '2027-03-01' }).toMatchObject({ code: 'bad_input' });
    await wrong({ date: '2026-11-24', slot: { from: '12:00', to: '13:00' } }).toMatchObject({ code: 'bad_input' });
    await wrong({ slot: { from: '11:00', to: '13:00' } }).toMatchObject({ code: 'bad_input' });
    // At noon the first slot of the day is over.
    await wrong({ date: '2026-11-23', slot: { from: '09:00', to: '11:00' } }).toMatchObject({ code: 'bad_input' });
    await change(order.id, bare);
    expect((await getOrder(db, order.id))!.receiving).toMatchObject({ date: null, hours: null });
  });

  test('[S2-19] a point has an order today when its shelf holds all lines of a product together', async () => {
    const [mix, other] = [await makeProduct(db, { on_hand: 20 }), await makeProduct(db, { on_hand: 20 })];
    const shelf = { store: 'store132', product_id: mix.id, on_hand: 6, on_hand_base: 180 };
    await db.insertInto('stock').values(shelf).execute();
    const { id } = await orderBy(
      db,
      anna,
      [
        [mix, 5],
        [other, 5],
      ],
      { now },
    );
    // As an order that was changed in 1C may hold it.
    const twice = { product_id: mix.id, product_idcode: mix.idcode };
    await db.updateTable('order_lines').set(twice).where('order_id', '=', id).execute();
    const firstDay = async () => {
      const order = (await getOrder(db, id))!;
      const places = await receivingPlaces(db, order);
      const point = places.points.find(({ id_1c }) => id_1c === '00132')!;
      return receivingDays(order, places, { point }, now)[0];
    };
    expect(await firstDay()).toBe('2026-11-24');
    await db
      .updateTable('stock')
      .set({ on_hand: 10 })
      .where('store', '=', 'store132')
      .where('product_id', '=', mix.id)
      .execute();
    expect(await firstDay()).toBe('2026-11-23');
  });

  test('[S2-19] a day before the goods are at the point has no hours', async () => {
    const order = (await getOrder(db, (await orderBy(db, anna, [[await makeProduct(db), 1]], { now })).id))!;
    const places = await receivingPlaces(db, order);
    const point = places.points.find(({ id_1c }) => id_1c === '00132')!;
    const slots = (date: string) => receivingSlots(db, order, places, { point }, { date, now });
    expect(await slots('2026-11-23')).toEqual([]);
    expect(await slots('2026-11-24')).not.toEqual([]);
  });

  test('[S2-19] a closed day is refused, by the calendar of the point', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]], { now });
    await db
      .insertInto('department_hour_exceptions')
      .values({ department_id_1c: '00131', date: '2026-11-28', note: 'Учёт' })
      .execute();
    invalidateCaches(['departments']);
    await expect(change(order.id, { ...bare, date: '2026-11-28' })).rejects.toMatchObject({
      details: { fields: { date: 'В этот день пункт закрыт' } },
    });
  });

  test('[S2-19] delivery keeps to the zone: its first day and its hours', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]], { now });
    const there = { type: 'delivery', address: 'Вологда, Мира, 10' };
    await expect(change(order.id, { ...there, date: '2026-11-23' })).rejects.toMatchObject({ code: 'bad_input' });
    await change(order.id, { ...there, date: '2026-11-24', slot: { from: '09:00', to: '14:00' } });
    expect((await getOrder(db, order.id))!.receiving.hours).toEqual({ from: 540, to: 840 });
  });
});

describe('who', () => {
  const bare = { type: 'pickup', department_id_1c: '00131' };
  const ivan = { kind: 'person', name: 'Иван Петров', phone: '8 921 000-55-66' };

  test('[S2-19] another recipient, a car and a note on unloading are kept, told to branch and buyer, and named in the history', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]]);
    await emailMessages();
    const input = { ...bare, recipient: ivan, car_plate: 'a 123 bc-35', unloading_note: 'Нужен погрузчик' };
    await change(order.id, input);
    const changed = (await getOrder(db, order.id))!;
    expect(changed.receiving).toMatchObject({
      recipient: { name: 'Иван Петров', phone: '+79210005566' },
      car_plate: 'А123ВС35',
      unloading_note: 'Нужен погрузчик',
    });
    const sent = await emailMessages();
    expect(sent.map(({ to_address }) => to_address)).toEqual(['anna@pochta.example', 'vologda@idd.example']);
    for (const { text } of sent) expect(text).toContain('получит Иван Петров, +7-921-000-55-66; автомобиль А123ВС35');
    expect(sent[0]!.text).toMatch(new RegExp(`/order/${order.id}/\\?token=`));
    const moves = changed.moves.length;
    await change(order.id, input);
    expect((await getOrder(db, order.id))!.moves).toHaveLength(moves);
    expect(await emailMessages()).toEqual([]);
    await change(order.id, bare);
    expect((await getOrder(db, order.id))!.receiving).toMatchObject({ recipient: null, car_plate: null });
  });

  test('[S2-19] a ready order stays where it lies, yet may change hands until it is over; on the way only the recipient changes', async () => {
    const order = await readyOrder();
    await expect(change(order.id, { type: 'pickup', department_id_1c: '00132' })).rejects.toMatchObject({
      code: 'receiving_fixed',
      status: 409,
    });
    await change(order.id, { ...bare, recipient: ivan, date: '2026-11-24' });
    await expect(change(order.id, { ...bare, recipient: ivan, date: '2026-12-20' })).rejects.toMatchObject({
      details: { fields: { date: expect.stringContaining('Заказ хранится до') } },
    });
    const away = await readyOrder({ receiving: { type: 'delivery', address: 'Вологда, Мира, 10' } });
    await moveOrder(db, away.id, 'in_delivery', { who: 'Пётр' });
    const there = { type: 'delivery', address: 'Вологда, Мира, 10' };
    await change(away.id, { ...there, recipient: ivan });
    await expect(change(away.id, { ...there, recipient: ivan, date: '2026-11-24' })).rejects.toMatchObject({
      code: 'receiving_fixed',
    });
    await moveOrder(db, away.id, 'completed', { who: 'Пётр' });
    await expect(change(away.id, there)).rejects.toMatchObject({ code: 'receiving_fixed', message: 'Заказ получен.' });
  });

  test('[S2-19] a representative needs the firm’s order and the kept power of attorney', async () => {
    const proxy = { ...ivan, kind: 'proxy' };
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]]);
    await expect(change(order.id, { ...bare, recipient: proxy })).rejects.toMatchObject({
      details: { fields: { 'recipient.kind': expect.any(String) } },
    });
    const firm = await makeCompany(db);
    const zoya = await makeUser(db, { full_name: 'Зоя' });
    await joinCompany(db, zoya, firm, 'purchaser');
    const firms = await orderBy(db, zoya, [[await makeProduct(db), 1]], { company: { ...firm, role: 'purchaser' } });
    await expect(change(firms.id, { ...bare, recipient: proxy })).rejects.toMatchObject({
      details: { fields: { 'recipient.power_of_attorney': 'Файл обязателен для заполнения' } },
    });
    await db
      .insertInto('order_files')
      .values({
        id: randomUUID(),
        order_id: firms.id,
        kind: 'power_of_attorney',
        name: 'd.pdf',
        type: 'application/pdf',
        size: 1,
      })
      .execute();
    await change(firms.id, { ...bare, recipient: proxy });
    expect((await getOrder(db, firms.id))!.receiving).toMatchObject({
      is_proxy: true,
      recipient: { name: 'Иван Петров' },
    });
  });

  test('[S2-19] an accountant changes nothing of the firm’s order', async () => {
    const firm = await makeCompany(db, { inn: '3525000013' });
    const [zoya, boris] = [await makeUser(db), await makeUser(db)];
    await joinCompany(db, zoya, firm, 'purchaser');
    await joinCompany(db, boris, firm, 'accountant');
    const order = await orderBy(db, zoya, [[await makeProduct(db), 1]], { company: { ...firm, role: 'purchaser' } });
    const seen = (await getOrderForOwner(db, order.id, { user_id: boris.id }, await secretKeys(db, undefined)))!;
    const refused = { code: 'role_forbids', status: 403 };
    await expect(changeReceiving(db, seen, ReceivingInput.parse(bare), asAnna)).rejects.toMatchObject(refused);
    await expect(announceArrival(db, seen, {}, asAnna)).rejects.toMatchObject(refused);
    await expect(prolongStorage(db, seen, asAnna)).rejects.toMatchObject(refused);
  });
});

describe('at the point', () => {
  const arrive = (id: string, at: Date, car_plate?: string) =>
    announceArrival(db, { id, ...mine }, { car_plate }, { account: null, now: at });

  test('[S2-19] «Я подъехал» tells the point once, with the car, and again only half an hour later', async () => {
    const order = await readyOrder();
    await emailMessages();
    await Promise.all([arrive(order.id, now, 'А123ВС35'), arrive(order.id, now, 'А123ВС35')]);
    await arrive(order.id, new Date(now.getTime() + 60_000));
    const sent = await emailMessages();
    expect(sent.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ['vologda@idd.example', expect.stringContaining(`Покупатель подъехал за заказом ${order.number}`)],
    ]);
    expect(sent[0]!.text).toContain('Автомобиль: А123ВС35');
    expect((await getOrder(db, order.id))!.moves.filter(({ why }) => why.startsWith('подъехал'))).toHaveLength(1);
    await arrive(order.id, new Date(now.getTime() + 31 * 60_000));
    expect(await emailMessages()).toHaveLength(1);
  });

  test('[S2-19] the email goes to the point where the order lies; too many presses are refused', async () => {
    const order = await readyOrder({ receiving: { type: 'pickup', department_id_1c: '00132' } });
    await emailMessages();
    await arrive(order.id, now);
    expect((await emailMessages()).map(({ to_address }) => to_address)).toEqual(['okruzhnoe@idd.example']);
    for (let n = 1; n < 10; n++) await arrive(order.id, now);
    await expect(arrive(order.id, now)).rejects.toMatchObject({ code: 'too_many', status: 429 });
  });

  test('[S2-19] nobody is announced for an order that is not ready, or at a closed point', async () => {
    const order = await orderBy(db, anna, [[await makeProduct(db), 1]]);
    await expect(arrive(order.id, now)).rejects.toMatchObject({ code: 'not_ready' });
    const ready = await readyOrder();
    await expect(arrive(ready.id, new Date('2026-11-23T22:00:00Z'))).rejects.toMatchObject({
      code: 'point_closed',
      message: 'Пункт выдачи закрыт. Откроется в 09:00',
    });
  });

  test('[S7-36] the storage term is prolonged once, by as long again, and only while it runs', async () => {
    const order = await readyOrder();
    const keep = () => db.transaction().execute((db) => prolongStorage(db, { id: order.id, ...mine }, asAnna));
    // Five working days, as the point promises, after Monday the 23rd: the next Monday, until the point closes.
    expect((await getOrder(db, order.id))!.reserved_until).toEqual(new Date('2026-11-30T17:00:00Z'));
    const [first, second] = await Promise.allSettled([keep(), keep()]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    const kept = (await getOrder(db, order.id))!;
    expect(kept.reserved_until).toEqual(new Date('2026-12-07T17:00:00Z'));
    expect(kept.moves.at(-1)!.why).toBe('хранение продлено до 07.12.2026 20:00');
    expect(mayProlong(kept, now)).toBe(false);
    await expireReservations(db, new Date('2026-12-01T09:00:00Z'));
    expect((await getOrder(db, order.id))!.state).toBe('ready');
    const late = await readyOrder();
    expect(mayProlong((await getOrder(db, late.id))!, new Date('2026-11-30T17:00:00Z'))).toBe(false);
  });
});
