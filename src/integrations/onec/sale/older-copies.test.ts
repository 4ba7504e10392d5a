import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { editOrder } from '#modules/orders/edit-order.ts';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { markPayment, reserveAgain } from '#modules/orders/payment-moves.ts';
import { testDatabase } from '#test/support/database.ts';
import { stockOf } from '#test/support/orders.ts';
import { bare, line, ordersBack, paidBy, paper, papers, requisite } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { orderLog } from './ledger.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const { exchange, orderInOnec, takeTwice, echoOf, view, lastWords, ledgerOf } = await ordersBack(db);

const invoice = { payment: { method: 'invoice' } };
const payment = (id: string, sum: number) => paper('Выплата безналичных денег', id, `<Сумма>${sum}</Сумма>`);
const mailsOf = async ({ number }: { number: number }) =>
  db.selectFrom('mails').select('subject').where('subject', 'like', `Заказ ${number}: %`).orderBy('id').execute();

const edit = (order: { id: string }, count: number) =>
  db
    .transaction()
    .execute((db) =>
      editOrder(db, order.id, { lines: [{ product_id: mix.id, count, sum: count * 48_900 }] }, { who: 'Пётр' }),
    );
const counts = async (order: { id: string }) => (await view(order)).lines.map(({ count }) => count);

test('an older copy of 1C does not undo what the shop edited since; the rest of it holds', async () => {
  const order = await orderInOnec([[mix, 5]], invoice);
  const old = await echoOf(order);
  await edit(order, 3);
  expect(await takeTwice(old)).toMatchObject({ refused: 0 });
  expect(await counts(order)).toEqual([3]);
  expect(await mailsOf(order)).toEqual([]);
  // Handed over and not confirmed, 1C may still have either.
  await exchange({ isConfirmed: false });
  await takeTwice(old);
  expect(await counts(order)).toEqual([3]);
  const withMoney = old.replace('</Документ>', `${papers(payment('П-100', 1467))}</Документ>`);
  expect(await takeTwice(withMoney)).toMatchObject({ applied: 1 });
  expect(await view(order)).toMatchObject({ payment_state: 'paid', total: 146_700 });
  expect(await exchange()).toEqual([order.id]);
});

test('what 1C changed in an order that the shop edited since waits: people are notified once; state and money hold', async () => {
  const order = await orderInOnec([[mix, 5]]);
  await edit(order, 3);
  const changed = bare(
    order,
    '1956.00',
    line('mix', 4, '1956.00'),
    `<ЗначенияРеквизитов>${requisite('Статус заказа', 'В работе')}</ЗначенияРеквизитов>`,
  );
  expect(await takeTwice(changed)).toMatchObject({ refused: 1 });
  expect(await counts(order)).toEqual([3]);
  expect((await view(order)).state).toBe('assembling');
  expect((await lastWords(order))?.words).toContain('состав заказа изменён в магазине позже');
  expect((await lastWords(order))?.words).toContain('«mix» — 4');
  expect(await ledgerOf(order)).toMatchObject({ state: 'refused' });
  expect((await mailsOf(order)).map(({ subject }) => subject)).toEqual([
    `Заказ ${order.number}: документ 1С принят не полностью`,
  ]);
  // 1C confirms the shop's edit; what it changes from then on is newer.
  expect(await exchange()).toEqual([order.id]);
  expect(await takeTwice(changed)).toMatchObject({ applied: 1 });
  expect(await counts(order)).toEqual([4]);
});

test('the other way round: 1C edits first, then the shop; 1C’s copy of its own edit is the older one', async () => {
  const order = await orderInOnec([[mix, 5]]);
  const four = bare(order, '1956.00', line('mix', 4, '1956.00'));
  await takeTwice(four);
  expect(await counts(order)).toEqual([4]);
  await edit(order, 2);
  expect(await takeTwice(four)).toMatchObject({ refused: 0 });
  expect(await counts(order)).toEqual([2]);
  // 1C came to the same by itself: it knows it now, and its next edit holds.
  await takeTwice(bare(order, '978.00', line('mix', 2, '978.00')));
  await takeTwice(bare(order, '489.00', line('mix', 1, '489.00')));
  expect(await counts(order)).toEqual([1]);
});

test('a move of the shop is no edit of goods: 1C may still change them', async () => {
  const order = await orderInOnec([[mix, 5]]);
  await db.transaction().execute((db) => moveOrder(db, order.id, 'assembling', { who: 'Пётр' }));
  expect(await takeTwice(bare(order, '1956.00', line('mix', 4, '1956.00')))).toMatchObject({ applied: 1 });
  expect(await counts(order)).toEqual([4]);
});

test('an older copy that ships, or is paid without a sum, is reported to people', async () => {
  const order = await orderInOnec([[mix, 5]], invoice);
  const old = await echoOf(order, paidBy('П-110'));
  await edit(order, 3);
  expect(await takeTwice(old)).toMatchObject({ refused: 1 });
  expect((await view(order)).payment_state).toBe('unpaid');
  expect((await lastWords(order))?.words).toContain('сумма не названа');

  const shipped = await orderInOnec([[mix, 5]]);
  const copy = await echoOf(shipped, requisite('Отгружен', 'true'));
  await edit(shipped, 3);
  expect(await takeTwice(copy)).toMatchObject({ refused: 1 });
  expect((await view(shipped)).state).toBe('completed');
  const log = await orderLog(db, shipped.id);
  expect(log.map(({ is_refused }) => is_refused)).toEqual([true, false]);
});

test('«Выполнен» of an older copy hands over nothing that 1C never shipped: people are notified', async () => {
  const done = (xml: string) => xml.replace(/\[\w+\] [^<]+/, 'Выполнен').replace('Статуса заказа ИД', 'Было');
  const order = await orderInOnec([[mix, 5]]);
  const copy = await echoOf(order, '', done);
  await edit(order, 7);
  const before = await stockOf(db, mix);
  expect(await takeTwice(copy)).toMatchObject({ applied: 0, refused: 1 });
  expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'unpaid' });
  expect(await stockOf(db, mix)).toEqual(before);
  const words = (await lastWords(order))?.words;
  expect(words).toContain('состав заказа изменён в магазине позже');
  expect(words).toContain('в 1С заказ «Выполнен», в прежнем составе: он остаётся «Принят»');
  expect(await mailsOf(order)).toHaveLength(1);
  // What 1C says of the same goods hands them over.
  expect(await exchange()).toEqual([order.id]);
  await takeTwice(await echoOf(order, '', done));
  expect((await view(order)).state).toBe('completed');
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 7, reserved: before.reserved - 7 });
});

/** An order of five bags that the shop has made three of; 1C confirms that in the session which is returned. */
async function editedAndConfirmed(input: Record<string, unknown> = {}) {
  const order = await orderInOnec([[mix, 5]], input);
  const old = await echoOf(order);
  await edit(order, 3);
  const session_id = randomUUID();
  expect(await exchange({ session_id })).toEqual([order.id]);
  return { order, old, session_id };
}

test('a file that 1C wrote before it confirmed the shop’s edit, and sends after it, does not undo the edit', async () => {
  const { order, old, session_id } = await editedAndConfirmed(invoice);
  expect(await takeTwice(old, session_id)).toMatchObject({ refused: 0 });
  expect(await counts(order)).toEqual([3]);
  expect(await mailsOf(order)).toEqual([]);
  // Money of the same file holds: of papers 1C alone knows.
  const withMoney = old.replace('</Документ>', `${papers(payment('П-140', 1467))}</Документ>`);
  expect(await takeTwice(withMoney, session_id)).toMatchObject({ applied: 1 });
  expect(await view(order)).toMatchObject({ payment_state: 'paid', total: 146_700 });
});

test('1C gets such an order once more; what it says in the next exchange is newer, though it were the same', async () => {
  const { order, old, session_id } = await editedAndConfirmed();
  await takeTwice(old, session_id);
  expect(await ledgerOf(order)).toMatchObject({ state: 'waiting' });
  const next = randomUUID();
  expect(await exchange({ session_id: next })).toEqual([order.id]);
  expect(await takeTwice(old, next)).toMatchObject({ applied: 1 });
  expect(await counts(order)).toEqual([5]);
  expect(await exchange()).toEqual([]);
});

test('a third state in the session of the confirmation, or one that ships, is reported to people', async () => {
  const { order, session_id } = await editedAndConfirmed();
  const four = bare(order, '1956.00', line('mix', 4, '1956.00'));
  expect(await takeTwice(four, session_id)).toMatchObject({ refused: 1 });
  expect(await counts(order)).toEqual([3]);
  expect((await lastWords(order))?.words).toContain(
    '1С подтвердила это в том же обмене, а документ могла записать раньше',
  );
  const shipped = await editedAndConfirmed();
  const left = shipped.old.replace(
    '</ЗначенияРеквизитов></Документ>',
    `${requisite('Отгружен', 'true')}</ЗначенияРеквизитов></Документ>`,
  );
  expect(await takeTwice(left, shipped.session_id)).toMatchObject({ refused: 1 });
  expect((await view(shipped.order)).state).toBe('completed');
});

test('once 1C has said in that session what the shop has, its next words in it are its own edit', async () => {
  const { order, session_id } = await editedAndConfirmed();
  await takeTwice(bare(order, '1467.00', line('mix', 3, '1467.00')), session_id);
  expect(await takeTwice(bare(order, '1956.00', line('mix', 4, '1956.00')), session_id)).toMatchObject({ applied: 1 });
  expect(await counts(order)).toEqual([4]);
});

test('«Отменён» written before 1C confirmed that the order lives again does not cancel it in that session', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await sql`update reservations set expires_at = now() - interval '1 minute' where ended_at is null`.execute(db);
  await expireReservations(db);
  expect(await exchange()).toContain(order.id);
  const stale = await echoOf(order, requisite('Отменен', 'true'));
  await db.transaction().execute(async (db) => {
    expect(await reserveAgain(db, order.id, { who: 'магазин' })).toBe(true);
    await markPayment(db, { id: order.id, payment_state: 'unpaid' }, 'paid', { who: 'магазин' });
  });
  const session_id = randomUUID();
  expect(await exchange({ session_id })).toContain(order.id);
  await takeTwice(stale, session_id);
  expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'paid' });
  // It is told once more, and cancels it for good when it says so again.
  const next = randomUUID();
  expect(await exchange({ session_id: next })).toContain(order.id);
  await takeTwice(stale, next);
  expect((await view(order)).state).toBe('cancelled');
});
