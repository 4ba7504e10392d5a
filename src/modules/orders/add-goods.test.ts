import { describe, expect, test } from 'vitest';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderBy, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { type AddedLine, addGoods, planAddition } from './add-goods.ts';
import { moveOrder } from './move-order.ts';
import { placeOrder } from './place-order.ts';
import { proposeChange } from './propose-change.ts';
import { getOrder } from './queries.ts';
import { writeOrderEmails } from './write-order-emails.ts';

const { db } = await testDatabase();
await makeBranches(db);
const keys: SecretKeys = ['key of the test of added goods'];
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values([
    { zone_id: zone.id, up_to_grams: 300_000, price_kopecks: 39_000, vehicle: 'легковая' },
    { zone_id: zone.id, up_to_grams: 1_500_000, price_kopecks: 149_000, vehicle: 'фургон' },
  ])
  .execute();

const plasterOf = (more: Record<string, unknown> = {}) =>
  makeProduct(db, { name: 'Штукатурка', on_hand: 20, price: 48_900, weight_grams: 30_000, ...more });
const rollerOf = (more: Record<string, unknown> = {}) =>
  makeProduct(db, { name: 'Валик', on_hand: 5, price: 31_700, weight_grams: 500, ...more });

/** Anna's order of four plasters. */
async function anOrder(input: Record<string, unknown> = {}) {
  const anna = await makeUser(db);
  const plaster = await plasterOf();
  const { id } = await orderBy(db, anna, [[plaster, 4]], { input });
  return { id, plaster };
}

const orderOf = async (id: string) => (await getOrder(db, id))!;

async function add(id: string, added: AddedLine[], accepted_total?: number) {
  const order = await orderOf(id);
  const total = accepted_total ?? (await planAddition(db, order, added)).total_after;
  await db.transaction().execute((db) => addGoods(db, order, { added, accepted_total: total }, { account: null }));
  return orderOf(id);
}

describe('the buyer adds goods to an own order (decision 531)', () => {
  test('goods, reservation, sums and 1C’s revision change in one transaction, history is written, buyer and branch are notified', async () => {
    const { id, plaster } = await anOrder();
    const roller = await rollerOf();
    const { revision } = await db
      .selectFrom('orders')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const order = await add(id, [
      { product_id: plaster.id, count: 3 },
      { product_id: roller.id, count: 2 },
    ]);
    expect(order).toMatchObject({ total: 7 * 48_900 + 2 * 31_700, state: 'new', payment_state: 'unpaid' });
    expect(order.lines.map(({ name, count }) => [name, count])).toEqual([
      ['Штукатурка', 7],
      ['Валик', 2],
    ]);
    expect(await stockOf(db, plaster)).toEqual({ on_hand: 20, reserved: 7 });
    expect(await stockOf(db, roller)).toEqual({ on_hand: 5, reserved: 2 });
    const after = await db.selectFrom('orders').select('revision').where('id', '=', id).executeTakeFirstOrThrow();
    expect(after.revision).toBeGreaterThan(revision);
    expect(order.moves.at(-1)).toMatchObject({ who: 'покупатель', state: null });
    expect(order.moves.at(-1)?.why).toMatch(/«Штукатурка»: 4.*7.*добавлен товар «Валик»/s);
    const asked_at = order.moves.at(-1)!.at.toISOString();
    await db.transaction().execute((db) => writeOrderEmails(db, keys, { order_id: id, event: 'added', asked_at }));
    const mails = await db
      .selectFrom('mails')
      .select(['key', 'text', 'subject'])
      .where('key', 'like', `order ${id} added%`)
      .orderBy('key')
      .execute();
    expect(mails.map(({ text }) => text.includes('добавлен товар «Валик»'))).toEqual(mails.map(() => true));
    expect(mails.at(-1)?.text).toContain('Вы изменили заказ');
  });

  test('the sum that was shown is agreed to: sent twice it adds once', async () => {
    const { id, plaster } = await anOrder();
    const added = [{ product_id: plaster.id, count: 1 }];
    await add(id, added, 5 * 48_900);
    await expect(add(id, added, 5 * 48_900)).rejects.toMatchObject({ code: 'total_changed' });
    expect(await stockOf(db, plaster)).toEqual({ on_hand: 20, reserved: 5 });
  });

  test('two additions at once never take the same last goods', async () => {
    const [first, second] = [await anOrder(), await anOrder()];
    const last = await rollerOf({ on_hand: 1 });
    const added = [{ product_id: last.id, count: 1 }];
    const total = 4 * 48_900 + 31_700;
    const results = await Promise.allSettled([add(first.id, added, total), add(second.id, added, total)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stockOf(db, last)).toEqual({ on_hand: 1, reserved: 1 });
  });

  test('too little, a wrong count, no price: refused in words, nothing changes', async () => {
    const { id, plaster } = await anOrder();
    await expect(add(id, [{ product_id: plaster.id, count: 17 }])).rejects.toMatchObject({
      code: 'not_enough',
      message: expect.stringContaining('осталось'),
    });
    const pack = await rollerOf({ step: 3, min_count: 3 });
    await expect(add(id, [{ product_id: pack.id, count: 2 }])).rejects.toMatchObject({ code: 'bad_count' });
    const asked = await rollerOf({ price: null });
    await expect(add(id, [{ product_id: asked.id, count: 1 }])).rejects.toMatchObject({ code: 'not_orderable' });
    expect(await orderOf(id)).toMatchObject({ total: 4 * 48_900 });
  });

  test('a line that grows takes today’s price where it is lower, and does not grow where it is higher', async () => {
    const cheaper = await anOrder();
    await db.updateTable('prices').set({ price: 45_000 }).where('product_id', '=', cheaper.plaster.id).execute();
    expect((await add(cheaper.id, [{ product_id: cheaper.plaster.id, count: 6 }])).total).toBe(10 * 45_000);
    const dearer = await anOrder();
    await db.updateTable('prices').set({ price: 50_000 }).where('product_id', '=', dearer.plaster.id).execute();
    await expect(add(dearer.id, [{ product_id: dearer.plaster.id, count: 1 }])).rejects.toMatchObject({
      code: 'not_orderable',
      message: expect.stringMatching(/489\s₽.*500\s₽/),
    });
    const roller = await rollerOf();
    expect((await add(dearer.id, [{ product_id: roller.id, count: 1 }])).total).toBe(4 * 48_900 + 31_700);
  });

  test('the coupon is spread over the added goods too', async () => {
    await makeCoupon(db, 'ДЕКАБРЬ');
    const { id } = await anOrder({ coupon: 'ДЕКАБРЬ' });
    const roller = await rollerOf();
    const order = await add(id, [{ product_id: roller.id, count: 2 }]);
    const goods = 4 * 48_900 + 2 * 31_700;
    expect(order).toMatchObject({ discount: goods * 0.05, total: goods * 0.95 });
  });

  test('delivery follows the new weight by the tariff; a price the operator named is not computed again', async () => {
    const delivery = { receiving: { type: 'delivery', address: 'г. Вологда, ул. Мира, 10' } };
    const { id, plaster } = await anOrder(delivery);
    expect(await orderOf(id)).toMatchObject({ delivery_price: 39_000 });
    expect(await add(id, [{ product_id: plaster.id, count: 7 }])).toMatchObject({
      delivery_price: 149_000,
      total: 11 * 48_900 + 149_000,
    });
    await db
      .updateTable('orders')
      .set({ delivery_price: 99_000, total: 11 * 48_900 + 99_000 })
      .where('id', '=', id)
      .execute();
    // The same rate of the tariff: what was agreed stands.
    expect(await add(id, [{ product_id: plaster.id, count: 1 }])).toMatchObject({ delivery_price: 99_000 });
    const heavy = await rollerOf({ weight_grams: 2_000_000 });
    await expect(add(id, [{ product_id: heavy.id, count: 1 }])).rejects.toMatchObject({
      code: 'order_fixed',
      message: expect.stringContaining('только оператор'),
    });
  });

  test('assembled, unconfirmed, paid, with an open proposal: refused with the reason', async () => {
    const roller = await rollerOf({ on_hand: 50 });
    const added = [{ product_id: roller.id, count: 1 }];
    const assembling = await anOrder();
    await moveOrder(db, assembling.id, 'assembling', { who: 'Пётр' });
    await expect(add(assembling.id, added)).rejects.toMatchObject({ message: expect.stringContaining('собирают') });

    const guest = await db
      .transaction()
      .execute(async (tx) => placeOrder(tx, await orderPlace(tx), orderInput([[await plasterOf(), 1]])));
    await expect(add(guest.id, added)).rejects.toMatchObject({ message: expect.stringContaining('подтвердите') });

    const paid = await anOrder();
    await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', paid.id).execute();
    await expect(add(paid.id, added)).rejects.toMatchObject({
      code: 'order_fixed',
      message: expect.stringContaining('оплачен'),
    });

    const asked = await anOrder();
    const staff = await makeStaff(db, ['orders'], { full_name: 'Инна Осипова' });
    const line = { product_id: asked.plaster.id, count: 2, instead_of: null, keepsPrice: true };
    await db.transaction().execute((db) =>
      proposeChange(db, keys, asked.id, {
        lines: [line],
        note: '',
        staff: { user_id: staff.id, full_name: 'Инна Осипова' },
        hours: 4,
      }),
    );
    await expect(add(asked.id, added)).rejects.toMatchObject({ code: 'proposal_open' });
    expect(await stockOf(db, roller)).toEqual({ on_hand: 50, reserved: 0 });
  });

  test('a purchaser does not go above the own limit this way, an accountant changes nothing', async () => {
    const firm = await makeCompany(db);
    const pavel = await makeUser(db);
    await joinCompany(db, pavel, firm, 'purchaser');
    const plaster = await plasterOf();
    const { id } = await orderBy(db, pavel, [[plaster, 2]], { company: { ...firm, role: 'purchaser' } });
    await db
      .updateTable('company_members')
      .set({ order_limit_kopecks: 150_000 })
      .where('user_id', '=', pavel.id)
      .execute();
    const order = { ...(await orderOf(id)), reader_role: 'purchaser' as const };
    const added = [{ product_id: plaster.id, count: 2 }];
    const run = (reader_role: 'purchaser' | 'accountant') =>
      db
        .transaction()
        .execute((db) =>
          addGoods(db, { ...order, reader_role }, { added, accepted_total: 4 * 48_900 }, { account: null }),
        );
    await expect(run('purchaser')).rejects.toMatchObject({ code: 'over_limit' });
    await expect(run('accountant')).rejects.toMatchObject({ code: 'role_forbids' });
  });
});
