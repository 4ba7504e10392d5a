import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Refusal } from '#platform/refusal.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { lockAccountCart, readAccountCart, writeAccountCart } from './account-cart.ts';
import type { CartCount } from './cart.ts';
import { mergeGuestCart, sumOf } from './merge-carts.ts';

const { db } = await testDatabase();
await makeBranches(db);
const goods = await Promise.all(Array.from({ length: 160 }, () => makeProduct(db)));
const ids = goods.map(({ id }) => id);

let anna: { id: string };
beforeEach(async () => {
  anna = await makeUser(db);
});

const merge = (visitor: string, lines: CartCount[], coupon: string | null = null) =>
  db.transaction().execute((db) => mergeGuestCart(db, anna.id, { visitor, lines, coupon }));
const line = (index: number, count: number): CartCount => ({ product_id: ids[index]!, count });
async function has(lines: CartCount[], coupon: string | null = null) {
  await db.transaction().execute(async (db) => {
    await lockAccountCart(db, anna.id, new Date());
    await writeAccountCart(db, anna.id, { lines, coupon }, new Date());
  });
}
const stored = async () => (await readAccountCart(db, anna.id)).lines;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Refusal) => error.code,
  );

describe('[S4-10] a guest’s cart goes into the signed-in cart', () => {
  test('summed per line, nothing cut, and the answer names what came', async () => {
    await has([line(0, 2), line(1, 1)]);
    const { added, cart } = await merge(randomUUID(), [line(1, 3), line(2, 99_999)]);
    expect(added).toEqual([line(1, 3), line(2, 99_999)]);
    expect(cart.lines).toEqual([line(0, 2), line(1, 4), line(2, 99_999)]);
    expect(await stored()).toEqual(cart.lines);
  });

  test('merging the same guest cart twice gives the same lines, one after another and ten at once', async () => {
    const guest = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => merge(guest, [line(0, 2), line(1, 3)])));
    expect(answers.filter(({ added }) => added.length > 0)).toHaveLength(1);
    expect((await merge(guest, [line(1, 3), line(0, 2)])).added).toEqual([]);
    expect(await stored()).toEqual([line(0, 2), line(1, 3)]);
  });

  test('a guest’s cart that grew after a lost answer brings only what is new', async () => {
    const guest = randomUUID();
    await merge(guest, [line(0, 2)]);
    const { added } = await merge(guest, [line(0, 5), line(1, 1)]);
    expect(added).toEqual([line(0, 3), line(1, 1)]);
    expect(await stored()).toEqual([line(0, 5), line(1, 1)]);
  });

  test('what was ordered or removed meanwhile does not come back with a repeated merge', async () => {
    const guest = randomUUID();
    await merge(guest, [line(0, 2), line(1, 1)]);
    await has([line(1, 1)]);
    await merge(guest, [line(0, 2), line(1, 1)]);
    expect(await stored()).toEqual([line(1, 1)]);
  });

  test('two guests of one person are two carts', async () => {
    await merge(randomUUID(), [line(0, 2)]);
    await merge(randomUUID(), [line(0, 2)]);
    expect(await stored()).toEqual([line(0, 4)]);
  });

  test('more than 150 lines together are refused whole, and come once there is room', async () => {
    const guest = randomUUID();
    const guests = ids.slice(100, 160).map((product_id) => ({ product_id, count: 1 }));
    await has(ids.slice(0, 100).map((product_id) => ({ product_id, count: 1 })));
    expect(await codeOf(merge(guest, guests))).toBe('cart_full');
    expect(await stored()).toHaveLength(100);
    await has(ids.slice(0, 90).map((product_id) => ({ product_id, count: 1 })));
    expect((await merge(guest, guests)).added).toHaveLength(60);
    expect(await stored()).toHaveLength(150);
  });

  test('more than 99999 of one product together are refused whole', async () => {
    await has([line(0, 99_000)]);
    expect(await codeOf(merge(randomUUID(), [line(0, 1_000), line(1, 1)]))).toBe('bad_count');
    expect(await stored()).toEqual([line(0, 99_000)]);
  });

  test('the account keeps its coupon, else takes the guest’s; what never was a product is left out', async () => {
    expect(
      (await merge(randomUUID(), [{ product_id: 2_000_000_000, count: 1 }, line(0, 1)], 'ГОСТЬ')).cart,
    ).toMatchObject({
      lines: [line(0, 1)],
      coupon: 'ГОСТЬ',
    });
    expect((await merge(randomUUID(), [line(0, 1)], 'ВТОРОЙ')).cart.coupon).toBe('ГОСТЬ');
  });
});

describe('[S4-10] whatever the carts', () => {
  const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
  console.info(`merge-carts: seed ${seed}`);
  const anyLines = fc
    .uniqueArray(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 40 })), { maxLength: 8, selector: ([index]) => index })
    .map((lines) => lines.map(([index, count]) => line(index, count)));
  const totalOf = (...carts: CartCount[][]) => {
    const totals: Record<number, number> = {};
    for (const { product_id, count } of carts.flat()) totals[product_id] = (totals[product_id] ?? 0) + count;
    return totals;
  };

  test('the sum of two carts holds each product once with both counts, in any order of merging', () => {
    fc.assert(
      fc.property(anyLines, anyLines, (a, b) => {
        expect(totalOf(sumOf(a, b))).toEqual(totalOf(a, b));
        expect(sumOf(a, b)).toHaveLength(Object.keys(totalOf(a, b)).length);
        expect(totalOf(sumOf(b, a))).toEqual(totalOf(sumOf(a, b)));
      }),
      { seed, numRuns: 500 },
    );
  });

  test('any run of merges, each repeated any number of times, ends with every guest’s goods once', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyLines,
        fc.array(anyLines, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(2), { maxLength: 6 }),
        async (own, guests, repeats) => {
          anna = await makeUser(db);
          await has(own);
          const visitors = guests.map(() => randomUUID());
          const turns = [...guests.keys(), ...repeats.filter((turn) => turn < guests.length)];
          for (const turn of turns) await merge(visitors[turn]!, guests[turn]!);
          await Promise.all(turns.map((turn) => merge(visitors[turn]!, guests[turn]!)));
          expect(totalOf(await stored())).toEqual(totalOf(own, ...guests));
        },
      ),
      { seed, numRuns: 40 },
    );
    await sql`delete from carts`.execute(db);
  });
});
