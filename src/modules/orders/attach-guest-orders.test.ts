import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { attachGuestOrders, listAttachable } from './attach-guest-orders.ts';
import { linkToken } from './order-access.ts';
import { getOrder, getOrderForOwner } from './queries.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { on_hand: 1000 });
const keys = await secretKeys(db, undefined);
let browsers = 0;

const newSecret = () => `browser${++browsers}`.padEnd(43, 'x');

async function guestOrder(secret: string, email = `guest${browsers}@pochta.example`) {
  const contact = { name: 'Анна Смирнова', phone: '+7 921 000-12-34', email };
  return submitOrder(db, await orderPlace(db, { secret }), orderInput([[mix, 1]], { contact }));
}

test('[S2-06] a guest’s orders of this browser become the account’s: it opens them, the cookie no longer does, emails’ links do', async () => {
  const secret = newSecret();
  const [first, second] = [await guestOrder(secret), await guestOrder(secret)];
  const others = await guestOrder(newSecret());
  const anna = await makeUser(db);
  expect((await listAttachable(db, anna.id, { secret })).map(({ number }) => number)).toEqual([
    first.number,
    second.number,
  ]);
  expect(await attachGuestOrders(db, anna.id, { secret })).toEqual([first.number, second.number]);
  expect((await getOrderForOwner(db, first.id, { user_id: anna.id }, keys))?.number).toBe(first.number);
  expect(await getOrderForOwner(db, first.id, { secret }, keys)).toBeNull();
  const token = linkToken(keys, first.id, new Date());
  expect((await getOrderForOwner(db, first.id, { token }, keys))?.number).toBe(first.number);
  expect(await getOrderForOwner(db, others.id, { user_id: anna.id }, keys)).toBeNull();
  expect((await getOrder(db, first.id))!.moves.at(-1)).toMatchObject({
    state: null,
    who: 'покупатель',
    why: 'заказ привязан к личному кабинету',
  });
  const consents = await db.selectFrom('consents').select('user_id').where('order_id', '=', first.id).execute();
  expect(consents).toEqual([{ user_id: anna.id }]);
});

test('an order placed with the account’s confirmed e-mail is attached from any browser; an unconfirmed e-mail proves nothing', async () => {
  const anna = await makeUser(db, { email: 'anna.own@pochta.example' });
  await db
    .insertInto('contacts')
    .values({ user_id: anna.id, type: 'email', value: 'not.proved@pochta.example', purpose: 'additional' })
    .execute();
  const order = await guestOrder(newSecret(), 'Anna.Own@pochta.example');
  const unproved = await guestOrder(newSecret(), 'not.proved@pochta.example');
  expect(await attachGuestOrders(db, anna.id, {})).toEqual([order.number]);
  await expect(attachGuestOrders(db, anna.id, {}, { only: unproved.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(attachGuestOrders(db, anna.id, {}, { only: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
});

test('attaching again changes nothing, and an order that has an owner stays theirs', async () => {
  const secret = newSecret();
  const order = await guestOrder(secret);
  const [anna, stranger] = [await makeUser(db), await makeUser(db)];
  expect(await attachGuestOrders(db, anna.id, { secret }, { only: order.id })).toEqual([order.number]);
  expect(await attachGuestOrders(db, anna.id, { secret }, { only: order.id })).toEqual([]);
  expect(await attachGuestOrders(db, anna.id, { secret })).toEqual([]);
  expect(await listAttachable(db, stranger.id, { secret })).toEqual([]);
  await expect(attachGuestOrders(db, stranger.id, { secret }, { only: order.id })).rejects.toMatchObject({
    code: 'order_has_owner',
    status: 409,
  });
  expect((await getOrder(db, order.id))!.moves.filter(({ why }) => why.includes('привязан'))).toHaveLength(1);
});

test('two accounts that attach the same orders at once: each order gets one owner and one row of history', async () => {
  const secret = newSecret();
  const orders = await Promise.all(Array.from({ length: 6 }, () => guestOrder(secret)));
  const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(db)));
  const taken = await Promise.all(
    people.map(({ id }) => db.transaction().execute((db) => attachGuestOrders(db, id, { secret }))),
  );
  expect(taken.flat().sort()).toEqual(orders.map(({ number }) => number).sort());
  for (const { id } of orders) {
    const order = (await getOrder(db, id))!;
    expect(people.map((person) => person.id)).toContain(order.user_id);
    expect(order.moves.filter(({ why }) => why.includes('привязан'))).toHaveLength(1);
  }
});

test('a firm’s order is nobody’s to attach', async () => {
  const firm = await makeCompany(db);
  const [zoya, stranger] = [await makeUser(db), await makeUser(db, { email: 'anna@pochta.example' })];
  const order = await orderBy(db, zoya, [[mix, 1]], { company: { ...firm, role: 'purchaser' } });
  await db.updateTable('orders').set({ user_id: null }).where('id', '=', order.id).execute();
  expect(await attachGuestOrders(db, stranger.id, {})).toEqual([]);
});
