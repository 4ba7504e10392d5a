import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { line, ordersBack, paperAlone, requisite } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { sendAgain } from './ledger.ts';
import { listUnknownDocuments } from './unknown-documents.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const { orderInOnec, take, takeTwice, echoOf, view, lastWords, ledgerOf } = await ordersBack(db);

const invoice = { payment: { method: 'invoice' } };
const paidWhole = requisite('Номер оплаты по 1С', 'П-1') + requisite('Дата оплаты по 1С', '2026-11-21');
/** As modules of other shops send it: 1C's own id, the shop's number. */
const underOwnId = async (order: { id: string }, id: string, more = '') =>
  (await echoOf(order, more)).replace(`<Ид>${order.id}</Ид>`, `<Ид>${id}</Ид>`);
const unknown = () => listUnknownDocuments(db, { limit: 100 });
const mailsOfUnknown = () =>
  db.selectFrom('mails').select('text').where('subject', 'like', '%которого магазин не знает').execute();

test('an order under an id of 1C is known by its number; papers then name it by that id or by its number', async () => {
  const order = await orderInOnec([[mix, 4]], invoice);
  const { number } = await view(order);
  const id = randomUUID();
  const own = requisite('Номер по 1С', 'ТД00-000012') + requisite('Дата по 1С', '2026-11-20T00:00:00');
  expect(await takeTwice(await underOwnId(order, id, own))).toMatchObject({ applied: 1 });
  expect(await ledgerOf(order)).toMatchObject({ number_1c: 'ТД00-000012', date_1c: '2026-11-20T00:00:00' });
  expect((await lastWords(order))?.words).toBe('номер в 1С: № ТД00-000012 от 20.11.2026');

  const pay = (paper: string, basis: string) =>
    paperAlone('Выплата безналичных денег', paper, basis, '<Сумма>978</Сумма>');
  expect(await takeTwice(pay('П-A', String(number)))).toMatchObject({ applied: 1 });
  expect((await view(order)).payment_state).toBe('unpaid');
  expect(await takeTwice(pay('П-B', id))).toMatchObject({ applied: 1 });
  expect((await view(order)).payment_state).toBe('paid');
  const goods = `<Товары>${line('mix', 4, 1956)}</Товары>`;
  expect(await takeTwice(paperAlone('Отпуск товара', 'Р-A', String(number), goods))).toMatchObject({ applied: 1 });
  expect((await view(order)).state).toBe('completed');
});

test('the number and the date of 1C are read from requisites, and ours sent back there is none', async () => {
  const order = await orderInOnec([[mix, 1]]);
  const { number } = await view(order);
  await takeTwice(await echoOf(order, requisite('Номер по 1С', String(number))));
  expect(await ledgerOf(order)).toMatchObject({ number_1c: null, date_1c: null });
  await takeTwice(await echoOf(order, requisite('Номер по 1С', '000-5') + requisite('Дата по 1С', 'T')));
  expect(await ledgerOf(order)).toMatchObject({ number_1c: '000-5', date_1c: null });
});

test('a copy of an order’s document, under another id, is refused until the order is sent again', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  const [first, copy] = [randomUUID(), randomUUID()];
  await takeTwice(await underOwnId(order, first));
  expect(await takeTwice(await underOwnId(order, copy, paidWhole))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain(`уже другой документ, Ид «${first}»`);
  expect((await view(order)).payment_state).toBe('unpaid');
  // A base that was filled again has other ids.
  await db.transaction().execute((db) => sendAgain(db, order.id));
  expect(await takeTwice(await underOwnId(order, copy, paidWhole))).toMatchObject({ applied: 1 });
  expect((await view(order)).payment_state).toBe('paid');
});

test('the order’s own Ид is first: another id with its number is then a copy, and it is taken after another too', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await takeTwice(await echoOf(order));
  expect(await takeTwice(await underOwnId(order, randomUUID(), paidWhole))).toMatchObject({ refused: 1 });
  expect((await view(order)).payment_state).toBe('unpaid');
  const other = await orderInOnec([[mix, 2]], invoice);
  await takeTwice(await underOwnId(other, randomUUID()));
  expect(await takeTwice(await echoOf(other, paidWhole))).toMatchObject({ applied: 1 });
  expect((await view(other)).payment_state).toBe('paid');
});

test('a paper whose id is of one order and whose basis is the number of another is refused', async () => {
  const [order, other] = [await orderInOnec([[mix, 1]], invoice), await orderInOnec([[mix, 1]], invoice)];
  const { number } = await view(other);
  const mixed = paperAlone('Выплата безналичных денег', order.id, String(number), '<Сумма>489</Сумма>');
  expect(await take(mixed)).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('основание — другой заказ');
});

test('a number says nothing of an order that this node was not given, nor of papers, nor with zeros in front', async () => {
  const order = await orderInOnec([[mix, 1]], invoice);
  const { number } = await view(order);
  const alien = await underOwnId(order, randomUUID(), paidWhole);
  expect(await take(alien, 7)).toMatchObject({ refused: 1 });
  expect(await take(alien.replace(`<Номер>${number}<`, `<Номер>000${number}<`))).toMatchObject({ refused: 1 });
  const numbered = paperAlone('Выплата безналичных денег', 'П-N', randomUUID(), '<Сумма>489</Сумма>');
  expect(await take(numbered.replace('<Номер>000-77<', `<Номер>${number}<`))).toMatchObject({ refused: 1 });
  expect((await view(order)).payment_state).toBe('unpaid');
  expect((await unknown())[1]?.words).toContain(`с номером «000${number}» тоже`);
});

test('documents of orders that the shop does not know are listed once, and the owner is notified once a day', async () => {
  await db.deleteFrom('mails').execute();
  const before = await unknown();
  const alien = (number: string) =>
    paperAlone('Выплата безналичных денег', `П-${number}`, randomUUID(), '<Сумма>489</Сумма>');
  const [first, second] = [alien('1'), alien('2')];
  await take(first);
  const at = new Date(Date.now() - 2 * 3_600_000);
  await db.updateTable('onec_order_log').set({ at, last_at: at }).where('order_id', 'is', null).execute();
  await take(second + first);
  await takeTwice(first + second);
  const [last, first_of_all, ...older] = await unknown();
  expect(older.length).toBe(before.length);
  expect([first_of_all?.document, last?.sum]).toEqual(['выплата безналичных денег № 000-77 от 22.11.2026', 48_900]);
  expect(first_of_all?.last_at.getTime()).toBeGreaterThan(at.getTime());
  expect(first_of_all?.at.getTime()).toBe(at.getTime());
  const mails = await mailsOfUnknown();
  expect(mails.length).toBe(1);
  expect(mails[0]?.text).toContain('выплата безналичных денег № 000-77 от 22.11.2026');
  expect(mails[0]?.text).toContain('«Неизвестные заказы»');
});
