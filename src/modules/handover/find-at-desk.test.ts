import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { waitingLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { delegatePass } from './delegate-pass.ts';
import { findAtDesk, passAtDesk } from './find-at-desk.ts';
import { handOver } from './hand-over.ts';
import { delegatedToken, listDelegated, passLink, passToken } from './pass.ts';

const { db } = await testDatabase();
await makeBranches(db);
const keys: SecretKeys = ['key of the test of the desk'];
const petr = await makeStaff(db, ['pickup']);
const desk = { branches: ['00131'], isOwnPointsOnly: true, user_id: petr.id };

async function readyOrder(code: string) {
  const plaster = await makeProduct(db, { on_hand: 20 });
  const place = await orderPlace(db);
  const { id } = await db.transaction().execute((db) => placeOrder(db, place, orderInput([[plaster, 2]])));
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  await sql`update orders set pickup_code = ${code} where id = ${id}`.execute(db);
  return (await getOrder(db, id))!;
}

const find = (typed: string, at = desk) => findAtDesk(db, keys, at, typed);

test('[2.2] a scanned link, a code, a number with its code open the order; a number alone asks for the code', async () => {
  const order = await readyOrder('111111');
  const link = passLink('http://idd.localhost', passToken(keys, order));
  expect(await find(link)).toMatchObject({ order: { id: order.id }, proof: 'pass' });
  expect(await find('111 111')).toMatchObject({ order: { id: order.id }, proof: 'code' });
  expect(await find(`${order.number} 111111`)).toMatchObject({ order: { id: order.id }, proof: 'code' });
  expect(await find(String(order.number))).toMatchObject({ order: { id: order.id }, pass: null, proof: null });
  await expect(passAtDesk({ db, pool: db }, keys, desk, String(order.number))).rejects.toMatchObject({
    code: 'wrong_pass',
  });
  await expect(find(`${order.number} 222222`)).rejects.toMatchObject({ code: 'wrong_pass' });
});

test('[2.2] of two orders with one code none is opened by it alone', async () => {
  await readyOrder('333333');
  await readyOrder('333333');
  await expect(find('333333')).rejects.toThrow('Таких кодов два');
});

test('[2.2] whoever holds a pass of another branch is shown the way; a number or a code of it opens nothing', async () => {
  const order = await readyOrder('444444');
  const elsewhere = { ...desk, branches: ['00052'] };
  await expect(find(passToken(keys, order), elsewhere)).rejects.toThrow(/^Заказ другого пункта: Вологда/);
  await expect(find(String(order.number), elsewhere)).rejects.toThrow('По этому коду заказа нет');
  await expect(find('444444', elsewhere)).rejects.toThrow('По этому коду заказа нет');
});

test('[1.2] an order that is picked up in another branch opens and is handed over there too, and in no third one', async () => {
  const order = await readyOrder('666001');
  await sql`update orders set pickup_department_id_1c = '00052' where id = ${order.id}`.execute(db);
  const there = { ...desk, branches: ['00052'] };
  const link = passToken(keys, order);
  expect(await find(link, there)).toMatchObject({ order: { id: order.id }, proof: 'pass' });
  expect(await find('666001', there)).toMatchObject({ order: { id: order.id }, proof: 'code' });
  expect(await find(link)).toMatchObject({ proof: 'pass' });
  const third = { ...desk, branches: ['00777'] };
  await expect(find(link, third)).rejects.toThrow(/^Заказ другого пункта: Череповец/);
  const at = async (departments: string[]) => {
    const { session_id } = await makeStaff(db, ['pickup'], { departments });
    const staff = requireStaff({ account: await readSignedIn(db, session_id, new Date()) }, 'pickup');
    const { pass, proof } = await passAtDesk({ db, pool: db }, keys, there, link);
    const lines = (await waitingLines(db, order.id)).map(({ order_line_id, waiting }) => {
      return { order_line_id, given: waiting, problem: null, note: '', photo: null };
    });
    return db.transaction().execute((db) => handOver(db, staff, { pass, proof, lines, note: '' }));
  };
  await expect(at(['00777'])).rejects.toMatchObject({ code: 'not_found' });
  expect(await at(['00052'])).toMatchObject({ is_last: true });
});

test('[2.2] a pass that was used, taken back, or whose order is cancelled says so', async () => {
  const order = await readyOrder('555555');
  await db.transaction().execute((db) => delegatePass(db, order.id, { name: 'Иван Кузнецов' }, { who: 'покупатель' }));
  const [first] = await listDelegated(db, order.id);
  await db.transaction().execute((db) => delegatePass(db, order.id, { name: 'Пётр Иванов' }, { who: 'покупатель' }));
  await expect(find(delegatedToken(keys, first!))).rejects.toMatchObject({ code: 'pass_revoked' });
  await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'сотрудник' }));
  await expect(find(passToken(keys, order))).rejects.toThrow(`Заказ ${order.number} отменён`);
});

test('[1.2] a number alone opens to a storekeeper the active orders of their points and no other', async () => {
  const given = await readyOrder('777001');
  await sql`update orders set state = 'completed', completed_at = now() where id = ${given.id}`.execute(db);
  const delivered = await readyOrder('777002');
  await sql`
    update orders set receiving_type = 'delivery', delivery_address = 'Вологда, ул. Мира, 5, кв. 17',
      pickup_department_id_1c = null, state = 'in_delivery' where id = ${delivered.id}`.execute(db);
  for (const { number } of [given, delivered])
    await expect(find(String(number))).rejects.toThrow('По этому коду заказа нет');
  // Whoever is told the code hands it over.
  expect(await find(`${delivered.number} 777002`)).toMatchObject({ order: { id: delivered.id }, proof: 'code' });
  // Who reads all orders of the branch anyway, reads this one too.
  const operator = { ...desk, isOwnPointsOnly: false };
  expect(await find(String(delivered.number), operator)).toMatchObject({ order: { id: delivered.id }, proof: null });
});

test('[2.2] after twenty wrong codes the desk waits; what was found is not counted and forgets none of them', async () => {
  const order = await readyOrder('666666');
  const other = { ...desk, user_id: (await makeStaff(db, ['pickup'])).id };
  for (let time = 0; time < 19; time++) {
    await expect(find('000001', other)).rejects.toMatchObject({ code: 'wrong_pass' });
    expect(await find(time % 2 ? '666666' : String(order.number), other)).toMatchObject({ order: { id: order.id } });
  }
  await expect(find(String(order.number + 100_000), other)).rejects.toMatchObject({ code: 'wrong_pass' });
  await expect(find('666666', other)).rejects.toMatchObject({ code: 'too_many' });
});
