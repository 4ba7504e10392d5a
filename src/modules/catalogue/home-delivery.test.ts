import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { addDays } from '#shared/zoned-time.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeDeliveryZone, makeProduct } from '#test/support/shop.ts';
import { deliveredTomorrow, homeDelivery, homeDeliveryWords } from './home-delivery.ts';

const { db } = await testDatabase();
await makeBranches(db);
const zone = await makeDeliveryZone(db, { up_to_grams: 300_000 });
const mix = await makeProduct(db, { on_hand: 10_000 });

/** Monday, noon in Vologda. */
const now = new Date('2026-11-23T09:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const tomorrow = async (branch: string) => deliveredTomorrow(await homeDelivery(db, { department_id_1c: branch }));

async function take(date: string) {
  const slot = { from: '09:00', to: '12:00' };
  const receiving = { type: 'delivery', address: 'Вологда, ул. Мира, 10', date, slot };
  return submitOrder(db, await orderPlace(db, { now }), orderInput([[mix, 1]], { receiving }));
}

test('a branch delivers by tomorrow as long as a slot until then is free', async () => {
  expect(await tomorrow('00131')).toBe(300_000);
  expect(await tomorrow('00052')).toBeNull();
  await sql`insert into delivery_slots values (${zone.id}, 540, 720, 1)`.execute(db);
  expect(await tomorrow('00131')).toBe(300_000);
  const order = await take('2026-11-24');
  expect(await tomorrow('00131')).toBeNull();
  await sql`update orders set state = 'cancelled', cancelled_at = now() where id = ${order.id}`.execute(db);
  expect(await tomorrow('00131')).toBe(300_000);
});

test('a zone of the same day has until its last slot today, then tomorrow', async () => {
  await sql`update delivery_zones set days_min = 0`.execute(db);
  await sql`update delivery_slots set opens_minute = 780, closes_minute = 900`.execute(db);
  await sql`insert into delivery_slots values (${zone.id}, 540, 720, 1)`.execute(db);
  await take('2026-11-24');
  await sql`delete from delivery_slots where opens_minute = 780`.execute(db);
  expect(await tomorrow('00131')).toBeNull();
  await sql`insert into delivery_slots values (${zone.id}, 780, 900, null)`.execute(db);
  expect(await tomorrow('00131')).toBe(300_000);
});

test('what a card says of delivery: the first free day and the cheapest rate that carries the load', async () => {
  await sql`update orders set state = 'cancelled', cancelled_at = now()`.execute(db);
  await sql`delete from delivery_slots`.execute(db);
  await sql`update delivery_zones set days_min = 1`.execute(db);
  await sql`insert into delivery_zone_rates values (${zone.id}, 1500000, 149000, 'фургон до 1,5 т')`.execute(db);
  const say = async (grams: number | null) =>
    homeDeliveryWords(await homeDelivery(db, { department_id_1c: '00131' }), grams);
  expect(await say(30_000)).toBe('Доставка завтра, от\u00a0390\u00a0₽');
  expect(await say(400_000)).toBe('Доставка завтра, от\u00a01\u00a0490\u00a0₽');
  expect(await say(2_000_000), 'an operator prices it').toBeNull();
  expect(await say(null), 'nobody weighed it').toBeNull();
  await sql`insert into delivery_slots values (${zone.id}, 540, 720, 1)`.execute(db);
  await take('2026-11-24');
  expect(await say(30_000)).toBe('Доставка 25\u00a0ноября, от\u00a0390\u00a0₽');
  expect(homeDeliveryWords(await homeDelivery(db, { department_id_1c: '00052' }), 30_000)).toBeNull();
});

test('on a day on which the branch is closed nothing is delivered: not by its calendar, not on its day off', async () => {
  await sql`delete from delivery_slots`.execute(db);
  const day = async () => (await homeDelivery(db, { department_id_1c: '00131' }))?.date;
  const closed = { department_id_1c: '00131', date: '2026-11-24', opens_minute: null, closes_minute: null };
  await db.insertInto('department_hour_exceptions').values(closed).execute();
  invalidateCaches(['departments']);
  expect(await day()).toBe('2026-11-25');
  await sql`insert into delivery_slots values (${zone.id}, 540, 720, null)`.execute(db);
  await sql`delete from department_hours where department_id_1c = '00131' and weekday = 3`.execute(db);
  invalidateCaches(['departments']);
  expect(await day()).toBe('2026-11-26');
  await sql`delete from department_hours where department_id_1c = '00131'`.execute(db);
  invalidateCaches(['departments']);
  expect(await day(), 'no hours are known').toBe('2026-11-25');
  const weeks = Array.from({ length: 22 }, (_, ahead) => ({ ...closed, date: addDays('2026-11-25', ahead) }));
  await db.insertInto('department_hour_exceptions').values(weeks).execute();
  invalidateCaches(['departments']);
  expect(await day(), 'closed for weeks').toBe('2026-12-17');
});
