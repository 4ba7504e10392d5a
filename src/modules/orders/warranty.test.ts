import { expect, test } from 'vitest';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { refundOrderLines } from '#modules/payments/refund-payment.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { handOverLines, waitingLines } from './hand-over.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { moveOrder } from './move-order.ts';
import { noteReturns } from './note-returns.ts';
import { warrantiesOf } from './warranty.ts';

const { db } = await testDatabase();
await makeBranches(db);
await db
  .insertInto('attributes')
  .values({ code: 'garantiya', name: 'Гарантия', type: 'number', unit: 'мес.' })
  .execute();
const anna = await makeUser(db);

const withWarranty = (garantiya: unknown) => makeProduct(db, { specs: JSON.stringify({ garantiya }) });
const inside = <T>(change: (tx: typeof db) => Promise<T>) =>
  db.transaction().execute((tx) => change(tx as unknown as typeof db));

/** An order of two of each, ready at its point. */
async function readyOrder(products: { id: number; idcode: string }[], input: Record<string, unknown> = {}) {
  const { id } = await orderBy(
    db,
    anna,
    products.map((product) => [product, 2]),
    { input },
  );
  if (input.payment) await inside((tx) => markAccountPayment(tx, id, { who: 'бухгалтер', document: '1' }));
  for (const state of ['assembling', 'ready'] as const)
    await inside((tx) => moveOrder(tx, id, state, { who: 'склад' }));
  return id;
}

const give = (id: string, now: Date) => inside((tx) => moveOrder(tx, id, 'completed', { who: 'склад', now }));
const untilOf = async (id: string) => (await warrantiesOf(db, id)).map(({ until }) => until);

test('a warranty lasts so many calendar months from the day of handing over, by the clock of the branch', async () => {
  const id = await readyOrder([await withWarranty(36), await withWarranty(3)]);
  expect(await untilOf(id), 'nothing was handed over').toEqual([]);
  // Half past midnight of 1 December in Vologda.
  await give(id, new Date('2026-11-30T21:30:00Z'));
  expect(await untilOf(id)).toEqual(['2029-12-01', '2027-03-01']);
  const short = await readyOrder([await withWarranty(6)]);
  await give(short, new Date('2026-08-31T09:00:00Z'));
  expect(await untilOf(short), 'a month without such a day ends with its last one').toEqual(['2027-02-28']);
});

test('only a whole number of months is a warranty: no words, no parts of a month, no other unit', async () => {
  const id = await readyOrder([await withWarranty('три года'), await withWarranty(1.5), await makeProduct(db)]);
  await give(id, new Date('2026-11-30T09:00:00Z'));
  expect(await untilOf(id)).toEqual([]);
  const years = await readyOrder([await withWarranty(3)]);
  await give(years, new Date('2026-11-30T09:00:00Z'));
  expect(await untilOf(years)).toEqual(['2027-02-28']);
  const unit = (unit: string) => db.updateTable('attributes').set({ unit }).where('code', '=', 'garantiya').execute();
  await unit('год');
  const later = await readyOrder([await withWarranty(3)]);
  await give(later, new Date('2026-11-30T09:00:00Z'));
  expect(await untilOf(later)).toEqual([]);
  expect(await untilOf(years), 'an order keeps the term with which it was placed').toEqual(['2027-02-28']);
  await unit('мес.');
});

test('of a line given out in parts it is counted from the first of them; what came back whole has none', async () => {
  const [drill, lamp] = [await withWarranty(12), await withWarranty(12)];
  const id = await readyOrder([drill, lamp]);
  const [first] = await waitingLines(db, id);
  const part = [{ order_line_id: first!.order_line_id, count: 1 }];
  await inside((tx) => handOverLines(tx, id, part, { who: 'склад', now: new Date('2026-11-20T09:00:00Z') }));
  expect(await untilOf(id)).toEqual(['2027-11-20']);
  await give(id, new Date('2026-11-25T09:00:00Z'));
  expect(await untilOf(id)).toEqual(['2027-11-20', '2027-11-25']);
  const back = (position: number) =>
    inside((tx) => noteReturns(tx, id, [{ position, count: 1 }], { who: 'магазин', note: 'возврат 1' }));
  await back(1);
  expect(await untilOf(id), 'the other one stays').toEqual(['2027-11-20', '2027-11-25']);
  await back(1);
  expect(await untilOf(id)).toEqual(['2027-11-25']);
});

test('a line whose money the shop gives back for goods brought back has no warranty', async () => {
  const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Стройка»', inn: '7707083893' } };
  const id = await readyOrder([await withWarranty(12), await withWarranty(24)], firm);
  await give(id, new Date('2026-11-25T09:00:00Z'));
  const lines = [{ position: 1, count: 2 }];
  await inside((tx) => refundOrderLines(tx, id, lines, { reason: 'returned', who: 'магазин', note: '' }));
  expect(await untilOf(id)).toEqual(['2028-11-25']);
});

test('completed orders are narrowed to those whose goods are under warranty, each with what they are and until when', async () => {
  const user = await makeUser(db);
  const buy = async (months: number) => {
    const product = await withWarranty(months);
    const { id, number } = await orderBy(db, user, [
      [await makeProduct(db), 1],
      [product, 1],
    ]);
    for (const state of ['assembling', 'ready'] as const)
      await inside((tx) => moveOrder(tx, id, state, { who: 'склад' }));
    await give(id, new Date('2026-11-25T09:00:00Z'));
    return { number, name: product.name };
  };
  const long = await buy(36);
  const short = await buy(12);
  const found = async (at: string) => {
    const filter = { states: ['completed' as const], under_warranty_at: new Date(at), page: 1, limit: 10 };
    const { orders, found } = await listOwnOrders(db, user.id, filter);
    return [
      found,
      orders.map(({ number, warranties }) => [number, warranties.map(({ name, until }) => [name, until])]),
    ];
  };
  const lasting = [long.number, [[long.name, '2029-11-25']]];
  expect(await found('2027-11-25T20:00:00Z')).toEqual([2, [[short.number, [[short.name, '2027-11-25']]], lasting]]);
  expect(await found('2027-11-25T21:00:00Z'), 'the day is over in Vologda').toEqual([1, [lasting]]);
});
