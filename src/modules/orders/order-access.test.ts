import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#platform/database.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { linkToken, secretFor } from './order-access.ts';
import { getOrderForOwner } from './queries.ts';
import { submitOrder } from './submit-order.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const keys = await secretKeys(db, undefined);
const secret = 's'.repeat(43);
const order = await submitOrder(db, await orderPlace(db, { secret }), orderInput([[await makeProduct(db), 1]]));
const days = (n: number) => new Date(Date.now() + n * 86_400_000);

test('[S2-06] the guest’s secret opens the order; its id alone, another secret and a broken id do not', async () => {
  expect((await getOrderForOwner(db, order.id, { secret }, keys))?.number).toBe(order.number);
  expect(await getOrderForOwner(db, order.id, {}, keys)).toBeNull();
  expect(await getOrderForOwner(db, order.id, { secret: 't'.repeat(43) }, keys)).toBeNull();
  expect(await getOrderForOwner(db, order.id, { secret: '' }, keys)).toBeNull();
  expect(await getOrderForOwner(db, 'no-uuid', { secret }, keys)).toBeNull();
  expect(await getOrderForOwner(db, randomUUID(), { secret }, keys)).toBeNull();
});

test('[S2-06] the signed link opens this order only, for 90 days, and a changed link opens nothing', async () => {
  const token = linkToken(keys, order.id, new Date());
  const open = (given: string, now = new Date(), id = order.id) =>
    getOrderForOwner(db, id, { token: given }, keys, now);
  expect((await open(token))?.id).toBe(order.id);
  expect((await open(token, days(89)))?.id).toBe(order.id);
  expect(await open(token, days(91))).toBeNull();
  expect(await open(token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBeNull();
  expect(await open(`zzzzzz.${token.split('.')[1]}`)).toBeNull();
  const other = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
  expect(await open(token, new Date(), other.id)).toBeNull();
});

test('a link made with an older key still opens while the key is listed', async () => {
  const old = 'old-key-old-key-old';
  const token = linkToken([old], order.id, new Date());
  expect(await getOrderForOwner(db, order.id, { token }, ['new-key-new-key-new', old])).not.toBeNull();
  expect(await getOrderForOwner(db, order.id, { token }, ['new-key-new-key-new'])).toBeNull();
});

test('the signing key is made once and is the same for every process', async () => {
  const another = openDatabase(url);
  const [first, second] = await Promise.all([secretKeys(another, undefined), secretKeys(db, undefined)]);
  await another.destroy();
  expect(first).toEqual(second);
  // Keys that are set later stand before it: what it sealed can be read for a month.
  expect(await secretKeys(openDatabase(url), 'configured-key-1, configured-key-2')).toEqual([
    'configured-key-1',
    'configured-key-2',
    ...first,
  ]);
});

test('a repeated call without a cookie receives the same secret; the visitor’s uuid alone does not make it', () => {
  const visitor = randomUUID();
  expect(secretFor(keys, undefined, visitor, 'key-1')).toBe(secretFor(keys, 'broken', visitor, 'key-1'));
  expect(secretFor(keys, undefined, visitor, 'key-1')).not.toBe(secretFor(keys, undefined, visitor, 'key-2'));
  expect(secretFor(keys, secret, visitor, 'key-1')).toBe(secret);
});
