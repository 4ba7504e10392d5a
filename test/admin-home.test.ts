import { expect, test } from 'vitest';
import type { WaitingQueue } from '#api/admin/waiting-queues.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { refundRest } from '#modules/payments/refund-payment.ts';
import { branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
const cast = await makeAdminCast(db);
const home = async (cookie: string) =>
  (await call(cast, cookie, { method: 'GET', url: '/api/admin/dashboard' })).json().waiting as {
    queue: WaitingQueue;
    count: number;
    late: number;
  }[];
const of = async (role: StaffRole, queue: WaitingQueue) =>
  (await home(cast.headers[role])).find((waiting) => waiting.queue === queue) ?? null;

test('where nothing waits the start page names no queue', async () => {
  for (const role of ['support', 'accounting', 'marketing', 'pickup'] as const)
    expect(await home(cast.headers[role]), role).toEqual([]);
});

test('the accountant sees refunds that are still to be sent by transfer, whoever works in another branch does not', async () => {
  const order = await orderBy(db, cast.buyer, [[cast.product, 2]], {
    input: { payment: { method: 'invoice' }, company: { name: 'ООО «Гранит»', inn: '7707083893' } },
  });
  await db.transaction().execute(async (db) => {
    const payment = await markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 1' });
    return refundRest(db, payment.id, { reason: 'returned', who: 'бухгалтер' });
  });
  expect(await of('accounting', 'transfers')).toEqual({ queue: 'transfers', count: 1, late: 0 });
  expect(await of('content', 'transfers')).toBe(null);
  const elsewhere = await makeStaff(db, ['accounting'], { departments: [branches.foreign] });
  expect(await home(elsewhere.header)).toEqual([]);
});

test('support sees requests and reviews, and how many of them are late', async () => {
  const now = new Date();
  await db
    .insertInto('product_questions')
    .values({
      product_id: cast.product.id,
      author_name: 'Анна',
      text: 'Подходит для ванной?',
      is_demo: true,
      department_id_1c: branches.own,
      due_at: new Date(now.getTime() - 3_600_000),
    })
    .execute();
  await db
    .insertInto('reviews')
    .values({
      product_id: cast.product.id,
      author_name: 'Анна',
      rating: 5,
      text: 'Ложится ровно',
      is_demo: true,
      department_id_1c: branches.own,
      due_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  expect(await of('support', 'questions')).toEqual({ queue: 'questions', count: 1, late: 1 });
  expect(await of('support', 'reviews')).toEqual({ queue: 'reviews', count: 1, late: 0 });
  expect(await of('accounting', 'reviews')).toBe(null);
});

test('whoever hands over sees who has come and whose last day it is', async () => {
  const { id } = await cast.anOrder();
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр Кладов', why: '' }));
  expect(await of('pickup', 'expiring')).toBe(null);
  await db
    .updateTable('reservations')
    .set({ expires_at: new Date() })
    .where('order_line_id', 'in', db.selectFrom('order_lines').select('id').where('order_id', '=', id))
    .execute();
  await db
    .insertInto('order_arrivals')
    .values({ order_id: id, department_id_1c: branches.own, at: new Date(), car_plate: null })
    .execute();
  expect(await of('pickup', 'expiring')).toEqual({ queue: 'expiring', count: 1, late: 0 });
  expect(await of('pickup', 'arrived')).toEqual({ queue: 'arrived', count: 1, late: 1 });
  expect(await of('orders', 'arrived')).toBe(null);
});

test('content sees goods of 1C without a photo, marketing what collides in two weeks', async () => {
  await makeProduct(db, { id_1c: crypto.randomUUID(), images: [] });
  expect(await of('content', 'without_photo')).toEqual({ queue: 'without_photo', count: 1, late: 0 });
  expect(await of('support', 'without_photo')).toBe(null);
  const now = new Date();
  await db.transaction().execute((db) =>
    createAction(db, {
      name: 'Неделя клея',
      slug: 'nedelya-kleya',
      rules: 'Скидка на клей',
      starts_at: now,
      ends_at: new Date(now.getTime() + 5 * 86_400_000),
    }),
  );
  expect((await of('marketing', 'collisions'))?.count).toBe(1);
  expect(await of('orders', 'collisions')).toBe(null);
});

test('of each branch the start page says what is late, what is not paid, and how many promises were kept', async () => {
  const mine = await orderBy(db, cast.buyer, [[cast.product, 1]], { branch: branches.foreign });
  const kept = await orderBy(db, cast.buyer, [[cast.product, 1]], { branch: branches.foreign });
  for (const { id } of [mine, kept])
    await db.updateTable('orders').set({ receiving_date: '2026-01-12' }).where('id', '=', id).execute();
  await db
    .insertInto('order_moves')
    .values({ order_id: kept.id, state: 'ready', who: 'Пётр Кладов', why: '', at: new Date('2026-01-12T09:00:00Z') })
    .execute();
  const { sales } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/dashboard' })).json();
  const of = (id: string) =>
    sales.branches.find(({ department_id_1c }: { department_id_1c: string }) => department_id_1c === id);
  expect(of(branches.foreign)).toMatchObject({ overdue: 2, unpaid: 0, promised: 2, kept: 1 });
  expect(of(branches.own)).toMatchObject({ overdue: 0, promised: 0, kept: 0 });
});
