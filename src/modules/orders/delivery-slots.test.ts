import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { invalidateCaches } from '#platform/cache.ts';
import { formatDay } from '#shared/dates.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeDeliveryZone, makeProduct } from '#test/support/shop.ts';
import { changeReceiving } from './change-receiving.ts';
import { deliverySlots, openDeliveryDays } from './delivery-slots.ts';
import { cancelByBuyer } from './move-order.ts';
import { getOrder } from './queries.ts';
import { ReceivingInput } from './schema.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);
const zone = await makeDeliveryZone(db);
const anna = await makeUser(db);
const mix = await makeProduct(db, { on_hand: 10_000 });

/** Monday, noon in Vologda. */
const now = new Date('2026-11-23T09:00:00Z');
const tomorrow = '2026-11-24';
const address = 'Вологда, ул. Мира, 10';
const morning = { from: '09:00', to: '12:00' };
const open = { time_zone: 'Europe/Moscow', hours: [], hour_exceptions: [] };
const time = { branch: open, now };

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
  await sql`update orders set state = 'cancelled', cancelled_at = now() where state <> 'cancelled'`.execute(db);
  await sql`delete from delivery_slots`.execute(db);
  await sql`insert into delivery_slots values (${zone.id}, 540, 720, 2), (${zone.id}, 720, 900, null)`.execute(db);
});

async function place(receiving: Record<string, unknown> = {}) {
  const input = { type: 'delivery', address, date: tomorrow, slot: morning, ...receiving };
  return submitOrder(db, await orderPlace(db, { now }), orderInput([[mix, 1]], { receiving: input }));
}

const left = async () => (await deliverySlots(db, zone.id, [tomorrow], time)).get(tomorrow)?.map((slot) => slot.left);

test('an order takes a place of its slot, a cancelled one gives it back', async () => {
  expect(await left()).toEqual([2, null]);
  const order = await place();
  expect((await getOrder(db, order.id))!.receiving).toMatchObject({ date: tomorrow, hours: { from: 540, to: 720 } });
  expect(await left()).toEqual([1, null]);
  await place({ slot: undefined });
  await place({ date: '2026-11-25' });
  expect(await left()).toEqual([1, null]);
  await place();
  await expect(place()).rejects.toMatchObject({ code: 'slot_taken', status: 409 });
  await place({ slot: { from: '12:00', to: '15:00' } });
  await sql`update orders set state = 'cancelled', cancelled_at = now() where id = ${order.id}`.execute(db);
  expect(await left()).toEqual([1, null]);
  await place();
});

test('twenty parallel orders of a slot of two places: two are placed, the rest are refused, nothing of them stays', async () => {
  const before = await db.selectFrom('stock').select('reserved').where('product_id', '=', mix.id).executeTakeFirst();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => place()));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(18);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'slot_taken' });
  expect(await left()).toEqual([0, null]);
  const after = await db.selectFrom('stock').select('reserved').where('product_id', '=', mix.id).executeTakeFirst();
  expect(after!.reserved - before!.reserved).toBe(2);
});

test('the database lets no order into a full slot, whoever writes it', async () => {
  await place();
  await place();
  const other = await place({ slot: undefined });
  await expect(
    sql`update orders set receiving_from = 540, receiving_to = 720 where id = ${other.id}`.execute(db),
  ).rejects.toMatchObject({ constraint: 'delivery_slot_places' });
});

test('a day whose slots are all taken is not offered', async () => {
  await sql`delete from delivery_slots where places is null`.execute(db);
  await place();
  await place();
  const quote = { zone_id: zone.id, days_min: 1 };
  const days = await openDeliveryDays(db, quote, open, { now, count: 2 });
  expect(days.map(({ date }) => date)).toEqual(['2026-11-25', '2026-11-26']);
  await sql`delete from delivery_slots`.execute(db);
  const free = await openDeliveryDays(db, quote, open, { now, count: 2 });
  expect(free).toEqual([
    { date: tomorrow, slots: [] },
    { date: '2026-11-25', slots: [] },
  ]);
});

test('a day on which the branch is closed is not offered, and an order for it is refused at its field', async () => {
  const quote = { zone_id: zone.id, days_min: 1 };
  const hours = [1, 3, 4, 5].map((weekday) => ({ weekday, opens_minute: 540, closes_minute: 1200 }));
  const exception = { date: '2026-11-25', opens_minute: null, closes_minute: null, note: null };
  const branch = { ...open, hours, hour_exceptions: [exception] };
  const days = await openDeliveryDays(db, quote, branch, { now, count: 3 });
  expect(days.map(({ date }) => date)).toEqual(['2026-11-26', '2026-11-27', '2026-11-30']);
  const asked = ['2026-11-25', '2026-11-26'];
  expect([...(await deliverySlots(db, zone.id, asked, { branch, now })).keys()]).toEqual(['2026-11-26']);

  const order = await orderBy(db, anna, [[mix, 1]], {
    input: { receiving: { type: 'delivery', address, date: '2026-11-26', slot: morning } },
    now,
  });
  await db
    .insertInto('department_hour_exceptions')
    .values({ department_id_1c: '00131', ...exception })
    .execute();
  invalidateCaches(['departments']);
  try {
    for (const slot of [morning, undefined])
      await expect(place({ date: '2026-11-25', slot })).rejects.toMatchObject({
        code: 'bad_input',
        details: { fields: { 'receiving.date': 'В этот день не доставляем' } },
      });
    const wish = ReceivingInput.parse({ type: 'delivery', address, date: '2026-11-25' });
    await expect(
      db
        .transaction()
        .execute((db) => changeReceiving(db, { id: order.id, reader_role: null }, wish, { account: null, now })),
    ).rejects.toMatchObject({ code: 'bad_input', details: { fields: { date: 'В этот день не доставляем' } } });
  } finally {
    await sql`delete from department_hour_exceptions`.execute(db);
    invalidateCaches(['departments']);
  }
});

test('a slot that has begun is not offered on its own day', async () => {
  const slots = await deliverySlots(db, zone.id, ['2026-11-23'], { ...time, now: new Date('2026-11-23T08:00:00Z') });
  expect(slots.get('2026-11-23')?.map(({ from }) => from)).toEqual([720]);
});

test.for([
  ['of no slot of the zone', { slot: { from: '10:00', to: '12:00' } }],
  ['without a day', { date: undefined }],
  ['outside the zones', { address: 'Москва, Мира, 10' }],
] as const)('hours %s are refused at their field', async ([, receiving]) => {
  await expect(place(receiving)).rejects.toMatchObject({
    code: 'bad_input',
    details: { fields: { 'receiving.slot': expect.any(String) } },
  });
});

test('[S7-32] a day before the zone’s first is refused at its field, with hours and without', async () => {
  for (const slot of [morning, undefined])
    await expect(place({ date: '2026-11-23', slot })).rejects.toMatchObject({
      code: 'bad_input',
      details: {
        fields: { 'receiving.date': `Раньше ${formatDay(tomorrow)} не привезём: выберите этот день или позже` },
      },
    });
});

test('[S2-19] another day needs a place of its own; whoever has one keeps it while they change other things', async () => {
  const ours = await orderBy(db, anna, [[mix, 1]], {
    now,
    input: { receiving: { type: 'delivery', address, date: tomorrow, slot: morning } },
  });
  await place();
  const change = (input: Record<string, unknown>) =>
    db
      .transaction()
      .execute((db) =>
        changeReceiving(
          db,
          { id: ours.id, reader_role: null },
          ReceivingInput.parse({ type: 'delivery', address, date: tomorrow, slot: morning, ...input }),
          { account: null, now },
        ),
      );
  await change({ unloading_note: 'Ворота со двора' });
  await change({ address: 'Вологда, ул. Мира, 12' });
  for (const _ of [1, 2]) await place({ date: '2026-11-25' });
  await expect(change({ date: '2026-11-25' })).rejects.toMatchObject({ code: 'slot_taken' });
  await change({ slot: { from: '12:00', to: '15:00' } });
  expect(await left()).toEqual([1, null]);
  await db.transaction().execute((db) => cancelByBuyer(db, ours.id, { who: 'Анна', now }));
  expect(await left()).toEqual([1, null]);
});

test('a point’s hours are chosen in slots of its own length; a point that offers no hours takes none', async () => {
  const pickup = { type: 'pickup', address: undefined, slot: { from: '10:00', to: '11:00' } };
  await expect(place(pickup)).rejects.toMatchObject({ code: 'bad_input' });
  await setPickupSlots(60);
  const { id } = await place(pickup);
  expect((await getOrder(db, id))!.receiving.hours).toEqual({ from: 600, to: 660 });
  await setPickupSlots(null);
  await expect(place(pickup)).rejects.toMatchObject({ code: 'bad_input' });
});

test('twenty parallel orders of an hour at a point that takes three: three are placed; one that moves away gives its place', async () => {
  await setPickupSlots(60, 3);
  const receiving = { type: 'pickup', address: undefined, slot: { from: '10:00', to: '11:00' } };
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => place(receiving)));
  const placed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  expect(placed).toHaveLength(3);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'slot_taken' });
  const other = await place({ ...receiving, slot: { from: '11:00', to: '12:00' } });
  const move = (id: string, from: number) =>
    sql`update orders set receiving_from = ${from}, receiving_to = ${from + 60} where id = ${id}`.execute(db);
  await expect(move(other.id, 600)).rejects.toMatchObject({ constraint: 'pickup_slot_places' });
  await move(placed[0]!, 720);
  await move(other.id, 600);
  await setPickupSlots(null, null);
});

async function setPickupSlots(pickup_slot_minutes: number | null, pickup_slot_places: number | null = null) {
  await db
    .updateTable('departments')
    .set({ pickup_slot_minutes, pickup_slot_places })
    .where('id_1c', '=', '00131')
    .execute();
  invalidateCaches(['departments']);
}
