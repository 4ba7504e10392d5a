import { expect, test } from 'vitest';
import { markAccountRefund } from '#modules/payments/account-payment.ts';
import { refundOrderLines } from '#modules/payments/refund-payment.ts';
import { testDatabase } from '#test/support/database.ts';
import { ordersBack, requisite } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { readOrderFor1c } from './read-orders.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const { exchange, orderInOnec, take, echoOf, view } = await ordersBack(db);

const invoice = { payment: { method: 'invoice' } };

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
