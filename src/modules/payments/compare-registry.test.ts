import { expect, test } from 'vitest';
import type { Refusal } from '#platform/refusal.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { compareRegistry } from './compare-registry.ts';

const { db } = await testDatabase();
await makeBranches(db);
const anna = await makeUser(db);
const mix = await makeProduct(db, { price: 48_900, on_hand: 100 });

/** A payment that the shop counts as paid at this moment. */
async function paid(provider_id: string, at: string, more: { state?: 'succeeded' | 'pending' } = {}) {
  const { id, number } = await orderBy(db, anna, [[mix, 1]]);
  const when = new Date(at);
  const { state = 'succeeded' } = more;
  const payment = await db
    .insertInto('payments')
    .values({
      order_id: id,
      amount: 48_900,
      method: 'card',
      provider: 'yookassa',
      state,
      provider_id,
      request: '{}',
      created_at: when,
      changed_at: when,
      paid_at: state === 'succeeded' ? when : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: payment.id, number };
}

const head = ['Дата платежа', 'Идентификатор платежа', 'Сумма платежа', 'Сумма к зачислению'];
const shown = (words: string) => words.replaceAll('\u00a0', ' ');

test('[2.2] a registry agrees, or says what differs on either side, and what is not in it', async () => {
  const agreed = await paid('y-1', '2026-11-20T21:30:00Z'); // the 21st by the clock of Moscow
  await paid('y-2', '2026-11-21T09:00:00Z');
  await paid('y-3', '2026-11-22T09:00:00Z', { state: 'pending' });
  const missing = await paid('y-4', '2026-11-22T20:59:00Z');
  await paid('y-5', '2026-11-22T21:01:00Z'); // the 23rd
  const when = new Date('2026-11-22T10:00:00Z');
  await db
    .insertInto('refunds')
    .values({
      payment_id: agreed.id,
      amount: 10_000,
      lines: '[]',
      reason: 'returned',
      state: 'succeeded',
      provider_id: 'r-1',
      who: 'бухгалтер',
      created_at: when,
      changed_at: when,
    })
    .execute();
  const compared = await compareRegistry(db, [
    ['Реестр № 5', '', '', ''],
    head,
    ['21.11.2026 00:30:00', 'y-1', '489,00', '478,00'],
    ['21.11.2026 12:00:00', 'y-2', '490,00', '479,00'],
    ['22.11.2026 12:00:00', 'y-3', '1 489.00', '480'],
    ['22.11.2026 12:00:00', 'y-9', '5,00 ₽', '5'],
    ['22.11.2026 13:00:00', 'r-1', '-100,00', '-100'],
    ['22.11.2026 13:00:00', 'y-1', '489,00', '478,00'],
    ['Итого', '', '2 973,00', ''],
  ]);
  expect(compared).toMatchObject({
    columns: { id: 'Идентификатор платежа', amount: 'Сумма платежа', day: 'Дата платежа' },
    from: '2026-11-21',
    to: '2026-11-22',
    payments: 1,
    paid: 48_900,
    refunds: 1,
    refunded: 10_000,
    unread: 1,
    differences_more: 0,
  });
  expect(compared.differences.map(({ number, words }) => [number, shown(words)])).toEqual([
    [expect.any(Number), 'строка 4: платёж: в файле 490 ₽, в магазине 489 ₽'],
    [expect.any(Number), 'строка 5: платёж 489 ₽ есть в файле, а в магазине не завершён: спросите платёжную систему'],
    [null, 'строка 6: 5 ₽: в магазине такого платежа и возврата нет'],
    [agreed.number, 'строка 8: в файле дважды'],
    [missing.number, 'оплачено 489 ₽ 22.11.2026, а в файле этого нет'],
  ]);
});

test('[2.2] without days nothing is said to be missing; a table of something else is refused in words', async () => {
  const compared = await compareRegistry(db, [
    ['payment_id', 'amount'],
    ['y-2', '489.00'],
  ]);
  expect(compared).toMatchObject({ from: null, to: null, payments: 1, differences: [] });
  await expect(
    compareRegistry(db, [
      ['Товар', 'Цена'],
      ['Штукатурка', '489'],
    ]),
  ).rejects.toSatisfy(
    (refusal: Refusal) => refusal.code === 'bad_input' && refusal.message.includes('реестр платежей'),
  );
});
