import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { delegatePass } from './delegate-pass.ts';
import { findAtDesk, passAtDesk } from './find-at-desk.ts';
import { delegatedToken, listDelegated, passLink, passToken } from './pass.ts';

const { db } = await testDatabase();
await makeBranches(db);
const keys: SecretKeys = ['key of the test of the desk'];
const petr = await makeStaff(db, ['pickup']);
const desk = { branches: ['00131'], user_id: petr.id };

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

test('[2.2] whoever holds a pass of another branch is told the way; a number or a code of it opens nothing', async () => {
  const order = await readyOrder('444444');
  const elsewhere = { branches: ['00052'], user_id: petr.id };
  await expect(find(passToken(keys, order), elsewhere)).rejects.toThrow(/^Заказ другого пункта: Вологда/);
  await expect(find(String(order.number), elsewhere)).rejects.toThrow('По этому коду заказа нет');
  await expect(find('444444', elsewhere)).rejects.toThrow('По этому коду заказа нет');
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

test('[2.2] after twenty wrong codes the desk waits, and a right one forgets them', async () => {
  const order = await readyOrder('666666');
  const other = { branches: ['00131'], user_id: (await makeStaff(db, ['pickup'])).id };
  for (let time = 0; time < 19; time++)
    await expect(find('000001', other)).rejects.toMatchObject({ code: 'wrong_pass' });
  expect(await find('666666', other)).toMatchObject({ order: { id: order.id } });
  for (let time = 0; time < 20; time++)
    await expect(find('000001', other)).rejects.toMatchObject({ code: 'wrong_pass' });
  await expect(find('666666', other)).rejects.toMatchObject({ code: 'too_many' });
});
