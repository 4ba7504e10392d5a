import { expect, test } from 'vitest';
import { shipmentsOf } from '#modules/documents/shipments.ts';
import { planChange } from '#modules/orders/plan-change.ts';
import { readPaidLines } from '#modules/payments/paid-lines.ts';
import { itemsSum, receiptItems } from '#modules/payments/receipt-items.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { bare, line, ordersBack, paper, papers } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const glue = await makeProduct(db, { name: 'Клей', id_1c: 'glue', on_hand: 10_000, price: 30_000 });
const { orderInOnec, takeTwice, echoOf, view } = await ordersBack(db);

/** Three bags for 1400 ₽, which no price in kopecks makes, and glue. */
async function discounted(more = '') {
  const order = await orderInOnec(
    [
      [mix, 3],
      [glue, 1],
    ],
    { payment: { method: 'invoice' } },
  );
  const document = bare(order, '1700.00', line('mix', 3, '1400.00') + line('glue', 1, '300.00'), more);
  expect(await takeTwice(document)).toMatchObject({ applied: 1, refused: 0 });
  return order;
}

test('a sum of 1C that does not divide is taken to the kopeck, and the money beside it', async () => {
  const money = papers(paper('Выплата безналичных денег', 'П-1400', '<Сумма>1700</Сумма>'));
  const order = await discounted(money);
  const paid = await view(order);
  expect(paid).toMatchObject({ payment_state: 'paid', reserved_until: null, total: 170_000, discount: 1 });
  expect(paid.lines.map(({ count, price, discount, sum }) => [count, price, discount, sum])).toEqual([
    [3, 46_667, 1, 140_000],
    [1, 30_000, 0, 30_000],
  ]);
  const document = await echoOf(order);
  expect(document).toContain('<ЦенаЗаЕдиницу>466.67</ЦенаЗаЕдиницу><Количество>3</Количество><Сумма>1400.00</Сумма>');
  expect(document).toContain('<Скидка><Наименование>Скидка</Наименование><Сумма>0.01</Сумма>');
  expect(document).not.toContain('купон');
  expect(await takeTwice(document)).toMatchObject({ applied: 0, refused: 0 });
  expect(itemsSum(receiptItems(await readPaidLines(db, order.id), 'full_payment'))).toBe(170_000);
  await runJobs(db, url);
  const mail = await db.selectFrom('mails').select('text').where('text', 'like', '%Скидка%').executeTakeFirstOrThrow();
  expect(mail.text).not.toContain('null');
});

test('papers of such a line handed over in parts add up to its sum', async () => {
  const order = await discounted(papers(paper('Выплата безналичных денег', 'П-1401', '<Сумма>1700</Сумма>')));
  const ship = (id: string, goods: string) => papers(paper('Отпуск товара', id, `<Товары>${goods}</Товары>`));
  const goods = line('mix', 3, '1400.00') + line('glue', 1, '300.00');
  await takeTwice(bare(order, '1700.00', goods, ship('Р-1400', line('mix', 1, 467))));
  await takeTwice(bare(order, '1700.00', goods, ship('Р-1401', line('mix', 2, 933) + line('glue', 1, 300))));
  const now = await view(order);
  expect(now.state).toBe('completed');
  const parts = await shipmentsOf(db, now);
  expect(parts.map(({ order }) => order.lines.map(({ count, discount, sum }) => [count, discount, sum]))).toEqual([
    [[1, 0, 46_667]],
    [
      [2, 1, 93_333],
      [1, 0, 30_000],
    ],
  ]);
  for (const { order } of parts)
    for (const { count, price, discount, sum } of order.lines) expect(count * price - discount).toBe(sum);
});

test('what nobody changes keeps its kopecks when other goods of the order are changed', async () => {
  const order = await discounted();
  const plan = await planChange(db, await view(order), [
    { product_id: mix.id, count: 3, instead_of: null, keepsPrice: true },
  ]);
  expect(plan).toMatchObject({ total_before: 170_000, total_after: 140_000 });
  expect(plan.lines.map(({ what, sum_after }) => [what, sum_after])).toEqual([
    ['kept', 140_000],
    ['removed', 0],
  ]);
});
