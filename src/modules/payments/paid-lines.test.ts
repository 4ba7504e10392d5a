import { expect, test } from 'vitest';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { readPaidLines } from './paid-lines.ts';
import { receiptItems } from './receipt-items.ts';

const { db } = await testDatabase();
await makeBranches(db);

test('[S7-33] a receipt of a seller free of VAT names none, of goods that 1C sent without a rate and of services alike', async () => {
  const mixture = await makeProduct(db, { on_hand: 100 });
  const order = await orderBy(db, await makeUser(db), [[mixture, 2]]);
  await db
    .updateTable('orders')
    .set({
      ...{ receiving_type: 'delivery', pickup_department_id_1c: null, delivery_address: 'Вологда, Мира, 1' },
      ...{ delivery_price: 70_000, total: 167_800 },
    })
    .where('id', '=', order.id)
    .execute();
  const rates = async () =>
    receiptItems(await readPaidLines(db, order.id), 'full_prepayment').map(({ name, vat_rate }) => [
      name === 'Доставка',
      vat_rate,
    ]);
  const ofPayer = [
    [false, 22],
    [true, null],
  ];
  expect(await rates()).toEqual(ofPayer);
  await makeRequisites(db);
  expect(await rates()).toEqual(ofPayer);
  await db.updateTable('seller_requisites').set({ is_vat_payer: false }).execute();
  expect(await rates()).toEqual([
    [false, 0],
    [true, 0],
  ]);
});
