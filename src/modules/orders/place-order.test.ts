import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { proveCoupon } from '#modules/pricing/prove-coupon.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { openDatabase } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { placeOrder } from './place-order.ts';
import { getOrder } from './queries.ts';
import { submitOrder } from './submit-order.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

/** The refusal a promise ends with. */
async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => new Error('no refusal'),
    (thrown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error;
  return error;
}

async function countRows() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from orders) as orders, (select count(*) from order_lines) as lines,
      (select count(*) from order_keys) as keys, (select count(*) from reservations) as reservations,
      (select count(*) from order_moves) as moves, (select count(*) from consents) as consents,
      (select count(*) from deferred_jobs) as jobs, (select coalesce(sum(reserved), 0) from stock) as reserved,
      (select coalesce(sum(used_count), 0) from coupons) as used`.execute(db);
  return rows[0];
}

describe('a guest orders', () => {
  test('[S7-32] an order freezes price, count, sum, name, unit, factor, column, store and VAT as they were', async () => {
    const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_900, vat_rate: 22 });
    const order = await submitOrder(db, await orderPlace(db), orderInput([[mix, 14]]));
    await sql`update products set name = 'Другое имя', unit = 'кор.' where id = ${mix.id}`.execute(db);
    await sql`update prices set price = 1 where product_id = ${mix.id}`.execute(db);
    const view = (await getOrder(db, order.id))!;
    expect(view.lines[0]).toMatchObject({
      name: 'Штукатурка Гладь',
      unit: 'меш.',
      factor: [30, 1],
      count: 14,
      price: 48_900,
      discount: 0,
      sum: 684_600,
      store: 'store12',
      vat_rate: 22,
    });
    expect(view).toMatchObject({ state: 'new', payment_state: 'unpaid', goods_sum: 684_600, total: 684_600 });
    expect(view.number).toBeGreaterThanOrEqual(1_000_001);
    expect(view.pickup_code).toMatch(/^[0-9]{6}$/);
    expect(view.moves).toMatchObject([{ state: 'new', payment_state: 'unpaid', who: 'покупатель' }]);
  });

  test('[S7-36] the ordered goods are reserved and on_hand stays', async () => {
    const mix = await makeProduct(db, { on_hand: 10 });
    const order = await submitOrder(db, await orderPlace(db), orderInput([[mix, 4]]));
    expect(await stockOf(db, mix)).toEqual({ on_hand: 10, reserved: 4 });
    const { rows } = await sql`
      select r.store, r.count, r.expires_at, r.ended_at from reservations r join order_lines l on l.id = r.order_line_id
      where l.order_id = ${order.id}`.execute(db);
    expect(rows).toEqual([{ store: 'store12', count: 4, expires_at: expect.any(Date), ended_at: null }]);
  });

  test('[S7-32] too little stock names each short line with what is left and leaves nothing behind', async () => {
    const enough = await makeProduct(db, { on_hand: 10 });
    const short = await makeProduct(db, { name: 'Последняя штука', on_hand: 1 });
    const soldOut = await makeProduct(db, { on_hand: 0 });
    const unknown = await makeProduct(db, { on_hand: null });
    const before = await countRows();
    const lines = orderInput([
      [enough, 2],
      [short, 2],
      [soldOut, 1],
      [unknown, 1],
    ]);
    const refusal = await refusalOf(submitOrder(db, await orderPlace(db), lines));
    expect(refusal.code).toBe('not_enough');
    expect(refusal.status).toBe(409);
    expect(refusal.details.lines).toEqual([
      { product_id: short.id, product_idcode: short.idcode, name: 'Последняя штука', count: 2, available: 1 },
      expect.objectContaining({ product_id: soldOut.id, available: 0 }),
      expect.objectContaining({ product_id: unknown.id, available: 0 }),
    ]);
    expect(await countRows()).toEqual(before);
  });

  test('[S7-32] a total other than the accepted one is refused with the new one', async () => {
    const mix = await makeProduct(db, { price: 48_900 });
    const input = orderInput([[mix, 2]], { accepted_total: 900 });
    const refusal = await refusalOf(submitOrder(db, await orderPlace(db), input));
    expect(refusal).toMatchObject({ code: 'total_changed', status: 409, details: { total: 97_800 } });
    const accepted = await submitOrder(db, await orderPlace(db), orderInput([[mix, 2]], { accepted_total: 978 }));
    expect(accepted.total).toBe(97_800);
  });

  test('[S7-10] an id and an idcode that do not belong together are refused', async () => {
    const mix = await makeProduct(db);
    const other = await makeProduct(db);
    const input = orderInput([[{ id: mix.id, idcode: other.idcode }, 1]]);
    expect(await refusalOf(submitOrder(db, await orderPlace(db), input))).toMatchObject({
      code: 'wrong_pair',
      status: 422,
    });
  });

  test('[S7-10] a count off the step, below the minimum or above the maximum is refused', async () => {
    const pack = await makeProduct(db, { step: 2, min_count: 4, max_count: 20 });
    for (const count of [2, 5, 22]) {
      const refusal = await refusalOf(submitOrder(db, await orderPlace(db), orderInput([[pack, count]])));
      expect(refusal).toMatchObject({ code: 'bad_count', details: { step: 2, min_count: 4, max_count: 20 } });
    }
  });

  test('goods without a price or switched off cannot be ordered', async () => {
    const onRequest = await makeProduct(db, { price: null });
    const gone = await makeProduct(db, { switched_off_at: new Date() });
    for (const product of [onRequest, gone]) {
      const refusal = await refusalOf(submitOrder(db, await orderPlace(db), orderInput([[product, 1]])));
      expect(refusal.code).toBe('not_orderable');
    }
  });

  test('[S7-32] payment online and on credit is refused in words where nobody takes it, and accepted where somebody does', async () => {
    const mix = await makeProduct(db);
    for (const method of ['online', 'credit'] as const) {
      const place = await orderPlace(db, { payment_methods: [method] });
      const order = await submitOrder(db, place, orderInput([[mix, 1]], { payment: { method } }));
      expect(order.payment_state).toBe('unpaid');
      const refusal = await refusalOf(
        submitOrder(db, await orderPlace(db), orderInput([[mix, 1]], { payment: { method } })),
      );
      expect(refusal).toMatchObject({ code: 'payment_unavailable', status: 409 });
    }
  });

  test('a firm gets no credit of a bank: it pays by invoice', async () => {
    const mix = await makeProduct(db);
    const place = await orderPlace(db, { payment_methods: ['credit', 'invoice'] });
    const company = { name: 'ООО «Дом»', inn: '7707083893' };
    const order = (method: string) => submitOrder(db, place, orderInput([[mix, 1]], { payment: { method }, company }));
    expect(await refusalOf(order('credit'))).toMatchObject({ code: 'payment_unavailable', status: 409 });
    expect((await order('invoice')).payment_state).toBe('unpaid');
  });

  test('an order below the branch’s minimum is refused with what is missing', async () => {
    const cheap = await makeProduct(db, { price: 10_000 });
    const place = await orderPlace(db);
    place.department = { ...place.department, min_order_kopecks: 50_000 };
    expect(await refusalOf(submitOrder(db, place, orderInput([[cheap, 3]])))).toMatchObject({
      code: 'below_minimum',
      details: { min_sum: 50_000, missing: 20_000 },
    });
    expect((await submitOrder(db, place, orderInput([[cheap, 5]]))).total).toBe(50_000);
  });

  test('[S2-03] the consent keeps the version of the text, the time and the address', async () => {
    const mix = await makeProduct(db);
    await sql`insert into pages (slug, version, title, html) values ('consent-personal-data', 2, 'Согласие', '<p>Вторая редакция</p>')`.execute(
      db,
    );
    const now = new Date('2026-11-23T10:00:00+03:00');
    const place = await orderPlace(db, { address: '203.0.113.7', now });
    const order = await submitOrder(db, place, orderInput([[mix, 1]]));
    const { rows } = await sql`
      select p.slug, p.version, c.purpose, host(c.address) as address, c.given_at from consents c join pages p on p.id = c.page_id
      where c.order_id = ${order.id}`.execute(db);
    expect(rows).toEqual([
      { slug: 'consent-personal-data', version: 2, purpose: 'personal_data', address: '203.0.113.7', given_at: now },
    ]);
  });

  test('[S7-32] without consent there is no order', () => {
    expect(() => orderInput([[{ id: 1, idcode: 'a' }, 1]], { consent_personal_data: false })).toThrow(
      'Обязательно для выбора',
    );
  });
});

describe('the day', () => {
  /** Monday, noon in Vologda. */
  const noon = new Date('2026-11-23T09:00:00Z');
  const evening = new Date('2026-11-23T17:30:00Z');
  const far = { type: 'pickup', department_id_1c: '00132' };
  const [today, tomorrow] = ['2026-11-23', '2026-11-24'];

  async function onDay(receiving: Record<string, unknown>, now = noon) {
    const mix = await makeProduct(db, { on_hand: 10 });
    const shelf = { store: 'store132', product_id: mix.id, on_hand: 1, on_hand_base: 30 };
    await db.insertInto('stock').values(shelf).execute();
    const order = (count: number) =>
      orderPlace(db, { now }).then((place) => submitOrder(db, place, orderInput([[mix, count]], { receiving })));
    return { order, mix };
  }

  const refusedAt = (field: string, message: string) => ({
    code: 'bad_input',
    details: { fields: { [field]: message } },
  });

  test('[S7-32] no day is taken on which the goods are not at the point yet: nothing of the order stays', async () => {
    const { order, mix } = await onDay({ ...far, date: today });
    const before = await countRows();
    expect(await refusalOf(order(2))).toMatchObject(
      refusedAt('receiving.date', 'Заказ будет готов завтра: выберите этот день или позже'),
    );
    expect(await countRows()).toEqual(before);
    const placed = await order(1);
    expect((await getOrder(db, placed.id))!.receiving.date).toBe(today);
    expect(await stockOf(db, mix, 'store132')).toEqual({ on_hand: 1, reserved: 1 });
    const later = await onDay({ ...far, date: tomorrow });
    expect((await later.order(2)).state).toBe('new');
    const late = await onDay({ type: 'pickup', date: today }, evening);
    expect(await refusalOf(late.order(1))).toMatchObject(
      refusedAt('receiving.date', 'Заказ будет готов завтра: выберите этот день или позже'),
    );
  });

  test('[S7-32] hours that are over before the goods are ready are refused at their field', async () => {
    const wrong = await onDay({ type: 'pickup', date: today, slot: { from: '11:00', to: '13:00' } });
    expect(await refusalOf(wrong.order(1))).toMatchObject(
      refusedAt('receiving.slot', 'Выберите время из предложенного'),
    );
    const right = await onDay({ type: 'pickup', date: today, slot: { from: '13:00', to: '15:00' } });
    expect((await right.order(1)).state).toBe('new');
  });

  test('[S7-32] a day on which the point is closed is refused', async () => {
    const exception = {
      department_id_1c: '00132',
      date: tomorrow,
      opens_minute: null,
      closes_minute: null,
      note: null,
    };
    await db.insertInto('department_hour_exceptions').values(exception).execute();
    invalidateCaches(['departments']);
    try {
      const { order } = await onDay({ ...far, date: tomorrow });
      expect(await refusalOf(order(1))).toMatchObject(refusedAt('receiving.date', 'В этот день пункт закрыт'));
    } finally {
      await db.deleteFrom('department_hour_exceptions').execute();
      invalidateCaches(['departments']);
    }
  });
});

describe('where goods come from', () => {
  test('a point with a store of its own serves what it has enough of, the branch the rest', async () => {
    const here = await makeProduct(db, { on_hand: 10 });
    const there = await makeProduct(db, { on_hand: 10 });
    await sql`insert into stock (store, product_id, on_hand, on_hand_base) values
      ('store132', ${here.id}, 3, 90), ('store132', ${there.id}, 1, 30)`.execute(db);
    const receiving = { type: 'pickup', department_id_1c: '00132' };
    const input = orderInput(
      [
        [here, 3],
        [there, 2],
      ],
      { receiving },
    );
    const order = await submitOrder(db, await orderPlace(db), input);
    const view = (await getOrder(db, order.id))!;
    expect(view.lines.map((line) => line.store)).toEqual(['store132', 'store12']);
    expect(await stockOf(db, here, 'store132')).toEqual({ on_hand: 3, reserved: 3 });
    expect(await stockOf(db, here)).toEqual({ on_hand: 10, reserved: 0 });
    expect(await stockOf(db, there)).toEqual({ on_hand: 10, reserved: 2 });
    expect(view.receiving.department?.address).toBe('Окружное шоссе, 13');
  });

  test('another city’s point is no place to pick up', async () => {
    const mix = await makeProduct(db);
    const receiving = { type: 'pickup', department_id_1c: '00052' };
    expect(await refusalOf(submitOrder(db, await orderPlace(db), orderInput([[mix, 1]], { receiving })))).toMatchObject(
      {
        code: 'bad_input',
      },
    );
  });

  test('[S7-32] delivery is priced by the zone of the address and the weight; outside the zones the operator names the price', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into delivery_zones (department_id_1c, name, places, days_min, days_max)
      values ('00131', 'Город', '{вологда}', 1, 1) returning id`.execute(db);
    await sql`insert into delivery_zone_rates values
      (${rows[0]!.id}, 100000, 39000, 'легковая'), (${rows[0]!.id}, 1500000, 129000, 'фургон до 1,5 т')`.execute(db);
    const bag = await makeProduct(db, { price: 50_000, weight_grams: 30_000, on_hand: 1000 });
    const deliver = (address: string, count: number) =>
      orderPlace(db).then((place) =>
        submitOrder(db, place, orderInput([[bag, count]], { receiving: { type: 'delivery', address } })),
      );
    expect(await deliver('г. Вологда, ул. Мира, 10', 3)).toMatchObject({ delivery_price: 39_000, total: 189_000 });
    expect(await deliver('г. Вологда, ул. Мира, 10', 4)).toMatchObject({ delivery_price: 129_000, total: 329_000 });
    expect(await deliver('г. Вологда, ул. Мира, 10', 60)).toMatchObject({ delivery_price: null, total: 3_000_000 });
    expect(await deliver('г. Москва, ул. Вологодская, 1', 3)).toMatchObject({ delivery_price: null, total: 150_000 });
  });
});

describe('the same key', () => {
  test('[S7-32] gives the same order and reserves once', async () => {
    const mix = await makeProduct(db, { on_hand: 10 });
    const place = await orderPlace(db);
    const first = await submitOrder(db, place, orderInput([[mix, 2]]));
    const second = await submitOrder(db, place, orderInput([[mix, 2]]));
    expect(second).toEqual({ ...first, is_replay: true });
    expect(await stockOf(db, mix)).toEqual({ on_hand: 10, reserved: 2 });
  });

  test('[S7-32] with another body is refused', async () => {
    const mix = await makeProduct(db);
    const place = await orderPlace(db);
    await submitOrder(db, place, orderInput([[mix, 2]]));
    expect(await refusalOf(submitOrder(db, place, orderInput([[mix, 3]])))).toMatchObject({
      code: 'key_reused',
      status: 422,
    });
  });

  test('[S7-32] of another visitor is another order', async () => {
    const mix = await makeProduct(db);
    const key = randomUUID();
    const first = await submitOrder(db, await orderPlace(db, { key }), orderInput([[mix, 1]]));
    const second = await submitOrder(db, await orderPlace(db, { key }), orderInput([[mix, 1]]));
    expect(second.id).not.toBe(first.id);
  });

  test('[S7-32] is not used up by a refusal', async () => {
    const mix = await makeProduct(db, { on_hand: 1 });
    const place = await orderPlace(db);
    expect((await refusalOf(submitOrder(db, place, orderInput([[mix, 2]])))).code).toBe('not_enough');
    await sql`update stock set on_hand = 5 where product_id = ${mix.id}`.execute(db);
    expect((await submitOrder(db, place, orderInput([[mix, 2]]))).is_replay).toBe(false);
  });

  test('[S7-32] in twenty parallel calls places one order, and all get it', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const place = await orderPlace(db);
    const answers = await Promise.all(Array.from({ length: 20 }, () => submitOrder(db, place, orderInput([[mix, 2]]))));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.is_replay)).toHaveLength(1);
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 2 });
  });

  test('[S7-32] replays even when the first call used the last use of the coupon', async () => {
    const mix = await makeProduct(db);
    await makeCoupon(db, 'ОДИНРАЗ', { max_uses: 1 });
    const place = await orderPlace(db);
    const input = orderInput([[mix, 1]], { coupon: 'одинраз' });
    const first = await submitOrder(db, place, input);
    expect((await submitOrder(db, place, input)).id).toBe(first.id);
  });
});

describe('coupons in an order', () => {
  test('[S7-32] a percentage is rounded per sales unit, and the line keeps price, discount and sum', async () => {
    const mix = await makeProduct(db, { price: 48_990 });
    await makeCoupon(db, 'НОЯБРЬ5');
    const order = await submitOrder(db, await orderPlace(db), orderInput([[mix, 3]], { coupon: 'ноябрь5' }));
    expect(order.products[0]).toMatchObject({ price: 48_990, discount: 3 * 2_450, sum: 3 * 46_540 });
    expect(order).toMatchObject({ goods_sum: 139_620, total: 139_620, coupon: 'НОЯБРЬ5' });
  });

  test('[S7-32] a fixed sum is spread by largest remainder to the kopeck', async () => {
    const products = await Promise.all([1, 2, 3].map(() => makeProduct(db, { price: 10_000 })));
    await makeCoupon(db, 'СТО', { sum_kopecks: 10_000 });
    const lines = products.map((product) => [product, 1] as [typeof product, number]);
    const order = await submitOrder(db, await orderPlace(db), orderInput(lines, { coupon: 'СТО' }));
    expect(order.products.map((line) => line.discount)).toEqual([3_334, 3_333, 3_333]);
    expect(order.total).toBe(20_000);
  });

  test('a condition that is not met refuses the order with precise words and counts no use', async () => {
    const category = await makeCategory(db, 'kraski', 'Краски');
    const mix = await makeProduct(db);
    await makeCoupon(db, 'КРАСКА', { category_id: category.id });
    const refusal = await refusalOf(
      submitOrder(db, await orderPlace(db), orderInput([[mix, 1]], { coupon: 'КРАСКА' })),
    );
    expect(refusal).toMatchObject({
      code: 'coupon_condition',
      message: 'Купон действует только на товары раздела «Краски»',
    });
    const { rows } = await sql`select used_count from coupons where code = 'КРАСКА'`.execute(db);
    expect(rows).toEqual([{ used_count: 0 }]);
  });

  test('[S7-32] twenty parallel orders with a coupon of seven uses: seven get it, the rest are refused, none is lost', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    await makeCoupon(db, 'СЕМЬ', { max_uses: 7 });
    const places = await Promise.all(
      Array.from({ length: 20 }, (_, index) => orderPlace(db, { address: `198.51.100.${index}` })),
    );
    const results = await Promise.allSettled(
      places.map((place) => submitOrder(db, place, orderInput([[mix, 1]], { coupon: 'СЕМЬ' }))),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(Array(13).fill('coupon_refused'));
    const { rows } = await sql`select used_count from coupons where code = 'СЕМЬ'`.execute(db);
    expect(rows).toEqual([{ used_count: 7 }]);
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 7 });
  });

  test('wrong codes in orders count as tries like anywhere else: the sixth is too many', async () => {
    const mix = await makeProduct(db);
    const place = await orderPlace(db, { address: '198.51.100.200' });
    const codes: string[] = [];
    for (let i = 0; i < 6; i++) {
      const input = orderInput([[mix, 1]], { coupon: `ГАДАЮ${i}` });
      codes.push((await refusalOf(submitOrder(db, { ...place, key: randomUUID() }, input))).code);
    }
    expect(codes).toEqual([...Array(5).fill('coupon_refused'), 'too_many']);
  });

  test('an order that is refused before its coupon is judged makes no code free: the sixth of them is too many in the cart too', async () => {
    const mix = await makeProduct(db, { on_hand: 1 });
    const place = await orderPlace(db, { address: '198.51.100.201' });
    const requester = { visitor: place.visitor, address: place.address, account: null };
    const codes: string[] = [];
    for (let i = 0; i < 7; i++) {
      const input = orderInput([[mix, 2]], { coupon: `ДАРОМ${i}` });
      await refusalOf(submitOrder(db, { ...place, key: randomUUID() }, input));
      codes.push((await refusalOf(proveCoupon(db, `ДАРОМ${i}`, '00131', requester, new Date()))).code);
    }
    expect(codes).toEqual([...Array(5).fill('coupon_refused'), 'too_many', 'too_many']);
  });
});

describe('many at once', () => {
  test('[S7-36] forty parallel buyers of twenty-five bags: exactly twenty-five are sold', async () => {
    const mix = await makeProduct(db, { on_hand: 25 });
    const crowd = openDatabase(url, { max: 16 });
    try {
      const places = await Promise.all(Array.from({ length: 40 }, () => orderPlace(db)));
      const results = await Promise.allSettled(
        places.map((place) => submitOrder(crowd, place, orderInput([[mix, 1]]))),
      );
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
      expect(reasons).toEqual(Array(15).fill('not_enough'));
      expect(await stockOf(db, mix)).toEqual({ on_hand: 25, reserved: 25 });
    } finally {
      await crowd.destroy();
    }
  });

  test('[S7-36] parallel orders of the same goods in opposite order never lock each other', async () => {
    const goods = await Promise.all([1, 2, 3, 4, 5].map(() => makeProduct(db, { on_hand: 30 })));
    const crowd = openDatabase(url, { max: 16 });
    try {
      const results = await Promise.allSettled(
        Array.from({ length: 40 }, async (_, index) => {
          const order = index % 2 ? goods : goods.toReversed();
          const lines = order.map((product) => [product, 1] as [typeof product, number]);
          return submitOrder(crowd, await orderPlace(db), orderInput(lines));
        }),
      );
      const sold = results.filter((result) => result.status === 'fulfilled').length;
      const reasons = new Set(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : [])));
      expect(sold).toBe(30);
      expect([...reasons]).toEqual(['not_enough']);
      for (const product of goods) expect(await stockOf(db, product)).toEqual({ on_hand: 30, reserved: 30 });
    } finally {
      await crowd.destroy();
    }
  });

  test('[S7-36] an exchange that writes the same stock the other way round costs no order: it is placed after the exchange', async () => {
    const [a, b] = [await makeProduct(db, { on_hand: 10 }), await makeProduct(db, { on_hand: 10 })];
    const order = await db.transaction().execute(async (tx) => {
      // The exchange looks for a deadlock late, so that on a slow machine too it is the order that finds it and steps
      // back.
      await sql`set local deadlock_timeout = '15s'`.execute(tx);
      await sql`update stock set on_hand = 20 where product_id = ${b.id}`.execute(tx);
      // The order holds a and waits for b; the exchange then asks for a. The database breaks the deadlock at who waited
      // first: the order.
      const waiting = submitOrder(
        db,
        await orderPlace(db),
        orderInput([
          [a, 1],
          [b, 1],
        ]),
      );
      await vi.waitFor(async () => {
        const { rows } =
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          );
        expect(rows).toHaveLength(1);
      });
      await sql`update stock set on_hand = 20 where product_id = ${a.id}`.execute(tx);
      return { waiting };
    });
    expect((await order.waiting).is_replay).toBe(false);
    for (const product of [a, b]) expect(await stockOf(db, product)).toEqual({ on_hand: 20, reserved: 1 });
  });

  test('a transaction that fails after placing leaves nothing: no order, key, reservation, coupon use or email', async () => {
    const mix = await makeProduct(db);
    await makeCoupon(db, 'ОБРЫВ');
    const before = await countRows();
    const place = await orderPlace(db);
    const failing = db.transaction().execute(async (db) => {
      await placeOrder(db, place, orderInput([[mix, 2]], { coupon: 'ОБРЫВ' }));
      throw new Error('the plug was pulled');
    });
    await expect(failing).rejects.toThrow('the plug was pulled');
    expect(await countRows()).toEqual(before);
  });

  test('a connection killed in the middle of an order leaves nothing', async () => {
    const mix = await makeProduct(db);
    const before = await countRows();
    const place = await orderPlace(db);
    const victim = openDatabase(url, { max: 1 });
    const killed = victim.transaction().execute(async (tx) => {
      await placeOrder(tx, place, orderInput([[mix, 2]]));
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db);
      await sql`select 1`.execute(tx);
    });
    await expect(killed).rejects.toThrow();
    await victim.destroy();
    expect(await countRows()).toEqual(before);
    expect((await submitOrder(db, place, orderInput([[mix, 2]]))).is_replay).toBe(false);
  });
});

describe('words about stock', () => {
  test('a page is invalidated only when its words change: the exact number up to ten, not 100 bags becoming 98', async () => {
    const few = await makeProduct(db, { on_hand: 12 });
    const many = await makeProduct(db, { on_hand: 100 });
    const listener = new pg.Client({ connectionString: url });
    await listener.connect();
    const received: string[] = [];
    listener.on('notification', ({ payload }) => received.push(payload ?? ''));
    await listener.query('listen invalidated');
    await submitOrder(
      db,
      await orderPlace(db),
      orderInput([
        [many, 2],
        [few, 1],
      ]),
    );
    await submitOrder(
      db,
      await orderPlace(db),
      orderInput([
        [many, 2],
        [few, 5],
      ]),
    );
    await listener.query('select 1');
    await listener.end();
    expect(received).toEqual([JSON.stringify([`product:${few.id}`])]);
  });
});
