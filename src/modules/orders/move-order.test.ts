import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { OrderState } from '#shared/order-states.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { confirmOrder } from './confirm-order.ts';
import { expireReservations, forgetOldKeys } from './expire-reservations.ts';
import { cancelByBuyer, moveOrder } from './move-order.ts';
import { getOrder } from './queries.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);

const staff = { who: 'Пётр, склад' };
const move = (id: string, to: OrderState, now?: Date) =>
  db.transaction().execute((db) => moveOrder(db, id, to, { ...staff, ...(now && { now }) }));
const cancel = (id: string) =>
  db.transaction().execute((db) => cancelByBuyer(db, id, { who: 'покупатель', why: 'передумал' }));

async function placed(more: Record<string, unknown> = {}, now?: Date, count = 4) {
  const product = await makeProduct(db, { on_hand: 10 });
  const order = await submitOrder(db, await orderPlace(db, now && { now }), orderInput([[product, count]], more));
  return { product, id: order.id };
}
const stateOf = async (id: string) => (await getOrder(db, id))?.state;
const endingsOf = async (id: string) =>
  (
    await sql<{ why: string | null }>`
      select r.why from reservations r join order_lines l on l.id = r.order_line_id where l.order_id = ${id}`.execute(
      db,
    )
  ).rows.map((row) => row.why);

describe('the way of an order', () => {
  test('[S7-32] a pickup order goes new, assembling, ready, completed; each move is a row with time, who, why', async () => {
    const { id } = await placed();
    for (const state of ['assembling', 'ready', 'completed'] as const) await move(id, state);
    const order = (await getOrder(db, id))!;
    expect(order.moves.map((row) => [row.state, row.who])).toEqual([
      ['new', 'покупатель'],
      ['assembling', 'Пётр, склад'],
      ['ready', 'Пётр, склад'],
      ['completed', 'Пётр, склад'],
    ]);
    expect(order.moves.every((row) => row.at instanceof Date)).toBe(true);
  });

  test('[S7-32] a delivery order goes by in_delivery, a pickup order never does', async () => {
    const delivery = await placed({ receiving: { type: 'delivery', address: 'г. Вологда, ул. Мира, 1' } });
    for (const state of ['assembling', 'in_delivery', 'completed'] as const) await move(delivery.id, state);
    expect(await stateOf(delivery.id)).toBe('completed');
    const pickup = await placed();
    await move(pickup.id, 'assembling');
    await expect(move(pickup.id, 'in_delivery')).rejects.toMatchObject({ code: 'wrong_move', status: 409 });
  });

  test('steps cannot be skipped, and what is over stays over', async () => {
    const { id } = await placed();
    await expect(move(id, 'completed')).rejects.toThrow(/сейчас «Принят»; можно: «Собирается», «Отменён»/);
    await move(id, 'cancelled');
    await expect(move(id, 'assembling')).rejects.toThrow(/дальше его не переводят/);
  });

  test('[S7-36] handing over lowers on_hand and ends the reservation once', async () => {
    const { id, product } = await placed();
    for (const state of ['assembling', 'ready', 'completed'] as const) await move(id, state);
    expect(await stockOf(db, product)).toEqual({ on_hand: 6, reserved: 0 });
    const { rows } = await sql`select on_hand_base::float as base from stock where product_id = ${product.id}`.execute(
      db,
    );
    expect(rows).toEqual([{ base: 6 * 30 }]);
    expect(await endingsOf(id)).toEqual(['handed_over']);
    expect(await getOrder(db, id)).toMatchObject({ payment_state: 'paid' });
  });

  test('[S7-36] cancelling gives stock and coupon back once, also when asked twice at the same time', async () => {
    const product = await makeProduct(db, { on_hand: 10 });
    await makeCoupon(db, 'ВЕРНИ', { max_uses: 1 });
    const order = await submitOrder(db, await orderPlace(db), orderInput([[product, 4]], { coupon: 'ВЕРНИ' }));
    await Promise.all([cancel(order.id), cancel(order.id), cancel(order.id)]);
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 0 });
    expect(await endingsOf(order.id)).toEqual(['cancelled']);
    const { rows } = await sql`select used_count from coupons where code = 'ВЕРНИ'`.execute(db);
    expect(rows).toEqual([{ used_count: 0 }]);
    expect((await getOrder(db, order.id))?.moves.filter((row) => row.state === 'cancelled')).toHaveLength(1);
  });

  test('a buyer cancels while the order is new or assembling, not when it is ready', async () => {
    const assembling = await placed();
    await move(assembling.id, 'assembling');
    await cancel(assembling.id);
    expect(await stateOf(assembling.id)).toBe('cancelled');
    const ready = await placed();
    await move(ready.id, 'assembling');
    await move(ready.id, 'ready');
    await expect(cancel(ready.id)).rejects.toMatchObject({ code: 'not_cancellable', status: 409 });
  });

  test('[S7-36] cancelled while 1C lowered on_hand below reserved: nothing becomes negative', async () => {
    const { id, product } = await placed();
    await sql`update stock set on_hand = 1 where product_id = ${product.id}`.execute(db);
    await cancel(id);
    expect(await stockOf(db, product)).toEqual({ on_hand: 1, reserved: 0 });
  });
});

describe('terms, by a moved clock', () => {
  // Friday, 20 November 2026, 15:00 in Vologda.
  const friday = new Date('2026-11-20T15:00:00+03:00');
  // The third working day after Friday is Wednesday; the branch closes at 20:00.
  const lastMoment = new Date('2026-11-25T20:00:00+03:00');
  const before = new Date(lastMoment.getTime() - 1000);

  test('[S7-36] pickup on receipt expires as many working days after ready as its point promises, not a second earlier', async () => {
    await sql`update departments set storage_days = 3 where id_1c = '00131'`.execute(db);
    const { id, product } = await placed({}, friday);
    await move(id, 'assembling', friday);
    await expireReservations(db, new Date('2027-06-01'));
    expect(await stateOf(id)).toBe('assembling');
    await move(id, 'ready', friday);
    expect((await getOrder(db, id))?.reserved_until).toEqual(lastMoment);
    expect(await expireReservations(db, before)).toBe(0);
    expect(await stateOf(id)).toBe('ready');
    expect(await expireReservations(db, lastMoment)).toBe(1);
    expect(await expireReservations(db, lastMoment)).toBe(0);
    expect(await stateOf(id)).toBe('cancelled');
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 0 });
    expect(await endingsOf(id)).toEqual(['expired']);
    expect((await getOrder(db, id))?.moves.at(-1)).toMatchObject({ who: 'магазин', why: 'не получен в срок' });
    await sql`update departments set storage_days = 5 where id_1c = '00131'`.execute(db);
  });

  /** A guest's order by invoice, confirmed at once. */
  async function invoiced() {
    const order = await placed({ payment: { method: 'invoice' } }, friday);
    await db.transaction().execute((db) => confirmOrder(db, order.id, { who: 'покупатель', now: friday }));
    return order;
  }

  test('[S7-36] an invoice expires three working days after the order', async () => {
    const { id } = await invoiced();
    expect((await getOrder(db, id))?.reserved_until).toEqual(lastMoment);
    expect(await expireReservations(db, before)).toBe(0);
    expect(await expireReservations(db, lastMoment)).toBe(1);
    expect((await getOrder(db, id))?.moves.at(-1)).toMatchObject({ state: 'cancelled', why: 'счёт не оплачен в срок' });
  });

  test('a paid invoice does not expire', async () => {
    const { id } = await invoiced();
    await sql`update orders set payment_state = 'paid' where id = ${id}`.execute(db);
    expect(await expireReservations(db, lastMoment)).toBe(0);
    expect(await stateOf(id)).toBe('new');
  });

  test('[S7-36] an unpaid delivery that is on its way is not taken back by its term', async () => {
    const receiving = { type: 'delivery', address: 'г. Вологда, ул. Мира, 1' };
    const { id, product } = await placed({ payment: { method: 'invoice' }, receiving }, friday);
    for (const state of ['assembling', 'in_delivery'] as const) await move(id, state, friday);
    expect((await getOrder(db, id))?.reserved_until).toBeNull();
    expect(await expireReservations(db, new Date('2027-06-01'))).toBe(0);
    expect(await stateOf(id)).toBe('in_delivery');
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 4 });
  });

  test('[S7-36] a holiday of the branch is no working day, a shortened one ends earlier, and the terms are settings', async () => {
    await sql`insert into department_hour_exceptions values
      ('00131', '2026-11-24', null, null, 'Учёт'), ('00131', '2026-11-26', 540, 900, 'Короткий день')`.execute(db);
    const { id } = await invoiced();
    expect((await getOrder(db, id))?.reserved_until).toEqual(new Date('2026-11-26T15:00:00+03:00'));
    await sql`insert into settings (key, value) values ('reservation_terms', '{"invoice_working_days": 1}')`.execute(
      db,
    );
    const shorter = await invoiced();
    expect((await getOrder(db, shorter.id))?.reserved_until).toEqual(new Date('2026-11-23T20:00:00+03:00'));
    await sql`delete from settings where key = 'reservation_terms'`.execute(db);
    await sql`delete from department_hour_exceptions`.execute(db);
  });

  test('a branch in another time zone closes by its own clock', async () => {
    await sql`update departments set time_zone = 'Asia/Yekaterinburg' where id_1c = '00131'`.execute(db);
    const { id } = await invoiced();
    expect((await getOrder(db, id))?.reserved_until).toEqual(new Date('2026-11-25T20:00:00+05:00'));
    await sql`update departments set time_zone = 'Europe/Moscow' where id_1c = '00131'`.execute(db);
  });

  test('[S7-32] a key is kept thirty days', async () => {
    await placed();
    expect(await forgetOldKeys(db, new Date(Date.now() + 29 * 86_400_000))).toBe(0);
    expect(await forgetOldKeys(db, new Date(Date.now() + 31 * 86_400_000))).toBeGreaterThan(0);
  });
});
