import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { proposeForAll } from './propose-for-all.ts';

const { db } = await testDatabase();
await makeBranches(db);
const keys = await secretKeys(db, undefined);
const member = await makeStaff(db, ['orders'], { full_name: 'Пётр Кладов' });
const asked = { note: 'Тот же состав', staff: { user_id: member.id, full_name: 'Пётр Кладов' }, hours: 4 };
const storeOf = async (product: { id: number }) =>
  (await sql<{ store: string }>`select store from reservations where product_id = ${product.id} limit 1`.execute(db))
    .rows[0]!.store;

async function propose(short: { id: number }, other: { id: number }, branches: string[] | null = null, after = 0) {
  const noted: number[] = [];
  const replacement = { product_id: short.id, store: await storeOf(short), replacement_id: other.id, after };
  const done = await proposeForAll(db, keys, replacement, asked, {
    branches,
    note: async (_, order) => noted.push(order.number),
    now: new Date(),
  });
  return { ...done, noted };
}

test('one replacement is proposed to every order that lacks the product, as far as it suffices for all', async () => {
  const glue = await makeProduct(db, { name: 'Клей', price: 50_000, on_hand: 100 });
  const other = await makeProduct(db, { name: 'Клей другой', price: 60_000, on_hand: 12 });
  const anna = await makeUser(db);
  const rule = (replacement_rule: string) => ({ input: { replacement_rule } });
  const first = await orderBy(db, anna, [[glue, 4]]);
  const second = await orderBy(db, anna, [[glue, 5]]);
  const third = await orderBy(db, anna, [[glue, 6]], rule('remove'));
  const fourth = await orderBy(db, anna, [[glue, 7]], rule('replace'));
  const fifth = await orderBy(db, anna, [[glue, 3]]);
  await sql`update stock set on_hand = 6 where product_id = ${glue.id}`.execute(db);

  const { results, noted } = await propose(glue, other);
  // Six are there: the first has all, the second two of its five; twelve of the other suffice for 3 and 7.
  expect(results).toEqual([
    { order_id: second.id, number: second.number, is_proposed: true, words: 'Предложение № 1 отправлено' },
    expect.objectContaining({
      number: third.number,
      is_proposed: false,
      words: expect.stringContaining('не заменять'),
    }),
    { order_id: fourth.id, number: fourth.number, is_proposed: true, words: 'Предложение № 1 отправлено' },
    expect.objectContaining({ number: fifth.number, words: 'Замены не хватает: нужно 3, свободно 2' }),
  ]);
  expect(results.map(({ number }) => number)).not.toContain(first.number);
  expect(noted).toEqual([second.number, fourth.number]);
  const { rows } = await sql<{ lines: { product_id: number; count_after: number; price: number }[] }>`
    select lines from order_proposals where order_id = ${second.id}::uuid`.execute(db);
  const [was, now] = [glue, other].map(({ id }) => rows[0]!.lines.find(({ product_id }) => product_id === id));
  expect([was?.count_after, now?.count_after, now?.price]).toEqual([2, 3, 50_000]);

  const again = await propose(glue, other);
  expect(again.noted).toEqual([]);
  expect(again.results[0]?.words).toBe('Уже есть открытое предложение');
  expect((await propose(glue, other, ['elsewhere'])).results).toEqual([]);
  await expect(propose(glue, glue)).rejects.toThrow();
});

test('an order whose store has none of the replacement is reported, and nothing is written', async () => {
  const glue = await makeProduct(db, { name: 'Затирка', price: 50_000, on_hand: 100 });
  const other = await makeProduct(db, { name: 'Затирка другая', price: 60_000, on_hand: 0 });
  await orderBy(db, await makeUser(db), [[glue, 4]]);
  await sql`update stock set on_hand = 0 where product_id = ${glue.id}`.execute(db);
  const { results, noted } = await propose(glue, other);
  expect(results.map(({ words }) => words)).toEqual(['На складе этого заказа замены нет']);
  expect(noted).toEqual([]);
});

test('a hundred orders at once; the next ones are proposed to after the last of them', async () => {
  const glue = await makeProduct(db, { name: 'Грунт', price: 1_000, on_hand: 200 });
  const other = await makeProduct(db, { name: 'Грунт другой', price: 1_000, on_hand: 200 });
  const anna = await makeUser(db);
  for (let n = 0; n < 102; n++)
    await orderBy(db, anna, [[glue, 1]], { input: { replacement_rule: n < 100 ? 'remove' : 'replace' } });
  await sql`update stock set on_hand = 0 where product_id = ${glue.id}`.execute(db);
  const first = await propose(glue, other);
  expect([first.results.length, first.left, first.noted]).toEqual([100, 2, []]);
  const next = await propose(glue, other, null, first.results.at(-1)?.number);
  expect([next.results.length, next.left, next.noted.length]).toEqual([2, 0, 2]);
});
