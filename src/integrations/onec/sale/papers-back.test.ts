import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { markAccountRefund } from '#modules/payments/account-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { refundOrderLines } from '#modules/payments/refund-payment.ts';
import { testDatabase } from '#test/support/database.ts';
import { bare, line, ordersBack, paperAlone, requisite } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { readOrderFor1c } from './read-orders.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const { exchange, orderInOnec, take, takeTwice, echoOf, view, lastWords } = await ordersBack(db);

const invoice = { payment: { method: 'invoice' } };
const goods = (count: number) => `<Товары>${line('mix', count, count * 489)}</Товары>`;

test('a payment, a shipment and a return that stand alone under ids of 1C belong to the order that is their basis', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  const alone = (operation: string, more: string) => paperAlone(operation, randomUUID(), order.id, more);
  expect(await takeTwice(alone('Выплата безналичных денег', '<Сумма>978</Сумма>'))).toMatchObject({ applied: 1 });
  expect((await view(order)).payment_state).toBe('paid');
  expect(await takeTwice(alone('Отпуск товара', goods(2)))).toMatchObject({ applied: 1 });
  expect((await view(order)).state).toBe('completed');
  expect(await takeTwice(alone('Возврат товара', goods(1)))).toMatchObject({ applied: 1 });
  expect((await paymentOf(db, order.id))?.refunds).toMatchObject([{ amount: 48_900, reason: 'returned' }]);
});

test('a paper of another base, of no order, or of two orders at once is refused', async () => {
  const order = await orderInOnec([[mix, 1]], invoice);
  const other = await orderInOnec([[mix, 1]], invoice);
  const pay = (id: string, basis: string) => paperAlone('Выплата безналичных денег', id, basis, '<Сумма>489</Сумма>');
  expect(await take(pay(randomUUID(), order.id), 7)).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('этой базе 1С не передавался');
  const nobody = randomUUID();
  expect(await take(pay(randomUUID(), nobody))).toMatchObject({ refused: 1 });
  const row = await db.selectFrom('onec_order_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ order_id: null, words: expect.stringContaining(nobody) });
  expect(await take(pay(order.id, other.id))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('основание — другой заказ');
  expect([(await view(order)).payment_state, (await view(other)).payment_state]).toEqual(['unpaid', 'unpaid']);
});

test('an order of 1C keeps being an order, whatever it is based on', async () => {
  const order = await orderInOnec([[mix, 2]]);
  const based = bare(order, '489.00', line('mix', 1, '489.00'), `<Основание>${randomUUID()}</Основание>`);
  expect(await takeTwice(based)).toMatchObject({ applied: 1 });
  expect((await view(order)).total).toBe(48_900);
});

test('every partial refund goes to 1C, the second too', async () => {
  const order = await orderInOnec([[mix, 4]], invoice);
  await take(await echoOf(order, requisite('Номер оплаты по 1С', 'П-5') + requisite('Отгружен', 'true')));
  await exchange();
  for (const refunded of [48_900, 97_800]) {
    const { lines } = (await readOrderFor1c(db, order.id))!;
    const wanted = [{ position: lines[0]!.position, count: 1 }];
    await db.transaction().execute(async (db) => {
      const { id } = await refundOrderLines(db, order.id, wanted, { reason: 'returned', who: 'Пётр', note: '' });
      await markAccountRefund(db, id);
    });
    expect((await readOrderFor1c(db, order.id))?.refunded).toBe(refunded);
    expect(await exchange()).toEqual([order.id]);
  }
  expect((await view(order)).moves.filter(({ payment_state }) => payment_state === 'partly_refunded')).toHaveLength(2);
});
