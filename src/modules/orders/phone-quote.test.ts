import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { quoteByPhone } from './phone-quote.ts';

const { db } = await testDatabase();
await makeBranches(db);

/** Monday, noon in Vologda. */
const now = new Date('2026-11-23T09:00:00Z');

test('[2.2] a point that the goods are brought to offers no hours before they are there', async () => {
  const mix = await makeProduct(db, { on_hand: 10 });
  await db
    .insertInto('stock')
    .values({ store: 'store132', product_id: mix.id, on_hand: 1, on_hand_base: 30 })
    .execute();
  const { department, priceContext } = await orderPlace(db);
  const quote = (count: number, date: string) => {
    const receiving = { type: 'pickup', department_id_1c: '00132', date } as const;
    return quoteByPhone(db, department, priceContext, { lines: [{ product_id: mix.id, count }], receiving }, now);
  };
  const here = await quote(1, '2026-11-23');
  expect(here.days[0]).toBe('2026-11-23');
  expect(here.slots[0]).toMatchObject({ from: 780 });
  const brought = await quote(2, '2026-11-23');
  expect([brought.days[0], brought.slots]).toEqual(['2026-11-24', []]);
  expect((await quote(2, '2026-11-24')).slots[0]).toMatchObject({ from: 540 });
});
