import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { readAccountCart } from './account-cart.ts';
import { forgetOldCarts } from './forget-old-carts.ts';
import { mergeGuestCart } from './merge-carts.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db);
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);

test('carts are forgotten after a year without a change, merges after two months', async () => {
  const [anna, boris] = [await makeUser(db), await makeUser(db)];
  const lines = [{ product_id: mix.id, count: 2 }];
  const guest = { visitor: randomUUID(), lines, coupon: null };
  await db.transaction().execute((db) => mergeGuestCart(db, anna.id, guest, ago(366)));
  await db.transaction().execute((db) => mergeGuestCart(db, boris.id, guest, ago(61)));
  await forgetOldCarts(db, now);
  expect(await readAccountCart(db, anna.id)).toMatchObject({ version: 0, lines: [] });
  expect((await readAccountCart(db, boris.id)).lines).toEqual(lines);
  expect(await db.selectFrom('cart_merges').select('guest').execute()).toEqual([]);
});
