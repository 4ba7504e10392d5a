import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueDocument } from '#modules/documents/issue-document.ts';
import { editOrder } from '#modules/orders/edit-order.ts';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { advanceOrder, moveOrder } from '#modules/orders/move-order.ts';
import { markAccountPayment, markAccountRefund } from '#modules/payments/account-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { refundCancelled, refundOrderLines } from '#modules/payments/refund-payment.ts';
import { makeCompany } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { stockOf } from '#test/support/orders.ts';
import { bare, line, ordersBack, paidBy, paper, paperAlone, papers, requisite } from '#test/support/orders-back.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { readOrderFor1c } from './read-orders.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const { exchange, orderInOnec, take, takeTwice, echoOf, view, lastWords, ledgerOf } = await ordersBack(db);

const invoice = { payment: { method: 'invoice' } };
const delivery = { receiving: { type: 'delivery', address: 'Вологда, Мира, 1' } };
const goods = (count: number) => `<Товары>${line('mix', count, count * 489)}</Товары>`;
const unposted = `<ЗначенияРеквизитов>${requisite('Проведен', 'false')}</ЗначенияРеквизитов>`;
const deleted = `<ЗначенияРеквизитов>${requisite('ПометкаУдаления', 'true')}</ЗначенияРеквизитов>`;

/** The order's document as the shop wrote it, with papers and requisites. */
async function withPapers(order: { id: string }, rows: string, more = '') {
  return (await echoOf(order, more)).replace('</Документ>', `${papers(rows)}</Документ>`);
}

/** A payment of this sum within a document that has nothing but the goods. */
const paid = (order: { id: string; total: number }, ...rows: string[]) =>
  bare(order, order.total / 100, line('mix', order.total / 48_900, order.total / 100), papers(...rows));
const payment = (id: string, sum: string | number, more = '') =>
  paper('Выплата безналичных денег', id, `<Сумма>${sum}</Сумма>${more}`);
const shipment = (id: string, count: number, more = '') => paper('Отпуск товара', id, goods(count) + more);

const mailsOf = async ({ number }: { number: number }) =>
  db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('subject', 'like', `Заказ ${number}: %`)
    .orderBy('id')
    .execute();

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

test.each([
  ['one after the other', ''],
  ['with «Отгружен» beside them', requisite('Отгружен', 'true')],
])('a delivery shipped in two documents, %s, is on its way when the second left', async (_, mark) => {
  const order = await orderInOnec([[mix, 4]], delivery);
  const number = order.number;
  expect(await takeTwice(await withPapers(order, shipment(`Р-3-${number}`, 3)))).toMatchObject({ applied: 1 });
  expect((await lastWords(order))?.words).toContain(
    `отгружена часть заказа № Р-3-${number} от 21.11.2026: «Штукатурка» — 3\u00a0мешка, заказано 4\u00a0мешка`,
  );
  expect((await view(order)).state).toBe('new');
  const both = shipment(`Р-3-${number}`, 3) + shipment(`Р-1-${number}`, 1);
  expect(await takeTwice(await withPapers(order, both, mark))).toMatchObject({ applied: 1 });
  expect((await view(order)).state).toBe('in_delivery');
});

test('the order of the shipments does not matter; one taken back does not count, and counts again when it is posted', async () => {
  const order = await orderInOnec([[mix, 4]], delivery);
  await takeTwice(await withPapers(order, shipment('Р-41', 1)));
  await takeTwice(await withPapers(order, shipment('Р-41', 1, unposted)));
  expect((await lastWords(order))?.words).toContain('отгрузка № Р-41 от 21.11.2026 отменена в 1С');
  await takeTwice(await withPapers(order, shipment('Р-43', 3)));
  expect((await view(order)).state).toBe('new');
  // Corrected to less, and back.
  await takeTwice(await withPapers(order, shipment('Р-43', 2)));
  await takeTwice(await withPapers(order, shipment('Р-41', 1)));
  expect((await view(order)).state).toBe('new');
  await takeTwice(await withPapers(order, shipment('Р-43', 3)));
  expect((await view(order)).state).toBe('in_delivery');
});

test('a shipment taken back when the goods have left is reported to people, and the order stays', async () => {
  const order = await orderInOnec([[mix, 2]], delivery);
  await takeTwice(await withPapers(order, shipment('Р-51', 2)));
  expect(await takeTwice(await withPapers(order, shipment('Р-51', 2, deleted)))).toMatchObject({ refused: 1 });
  expect((await view(order)).state).toBe('in_delivery');
  expect((await lastWords(order))?.words).toContain(
    'отгрузка № Р-51 от 21.11.2026 отменена в 1С, а заказ уже «В пути»',
  );
  const mails = await mailsOf(order);
  expect(mails.map(({ subject }) => subject)).toEqual([`Заказ ${order.number}: документ 1С принят не полностью`]);

  const pickup = await orderInOnec([[mix, 4]]);
  await takeTwice(await withPapers(pickup, shipment('Р-52', 1)));
  const before = await stockOf(db, mix);
  expect(await takeTwice(await withPapers(pickup, shipment('Р-52', 1, deleted)))).toMatchObject({ refused: 1 });
  expect(await stockOf(db, mix)).toEqual(before);
  // Corrected to more, the difference is handed over.
  await takeTwice(await withPapers(pickup, shipment('Р-52', 3)));
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 2, reserved: before.reserved - 2 });
  await takeTwice(await withPapers(pickup, shipment('Р-53', 1)));
  expect((await view(pickup)).state).toBe('completed');
});

/** A part that leaves by the shop's own desk. */
async function giveAtDesk({ id }: { id: string }, count: number) {
  await db.transaction().execute(async (db) => {
    await advanceOrder(db, id, 'ready', { who: 'кладовщик' });
    const [first] = await waitingLines(db, id);
    await handOverLines(db, id, [{ order_line_id: first!.order_line_id, count }], { who: 'кладовщик' });
  });
}

test.each([['on_receipt'], ['invoice']])(
  'a part that the desk gave out leaves once when 1C writes it down too, paid by %s',
  async (method) => {
    const order = await orderInOnec([[mix, 5]], { payment: { method } });
    const [id, more] = [`Р-54-${order.number}`, `Р-55-${order.number}`];
    if (method === 'invoice') await takeTwice(paid(order, payment(`П-54-${order.number}`, 2_445)));
    const { payment_state } = await view(order);
    await giveAtDesk(order, 3);
    const before = await stockOf(db, mix);
    expect(await takeTwice(await withPapers(order, shipment(id, 3)))).toMatchObject({ applied: 1, refused: 0 });
    expect((await lastWords(order))?.words).toContain(`отгрузка № ${id} от 21.11.2026: товар по ней уже выдан`);
    expect(await view(order)).toMatchObject({ state: 'ready', payment_state });
    expect(await stockOf(db, mix)).toEqual(before);
    // What 1C gives out beyond that leaves, and the rest with it.
    await takeTwice(await withPapers(order, shipment(id, 3) + shipment(more, 1)));
    expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 1, reserved: before.reserved - 1 });
    await takeTwice(await withPapers(order, shipment(id, 3) + shipment(more, 2)));
    expect(await view(order)).toMatchObject({ state: 'completed', payment_state: 'paid' });
    expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 2, reserved: before.reserved - 2 });
  },
);

test('a part of an unpaid invoice that 1C shipped has left; its rest waits without a term, and leaves unpaid too', async () => {
  const order = await orderInOnec([[mix, 5]], invoice);
  const before = await stockOf(db, mix);
  const [id, rest] = [`Р-58-${order.number}`, `Р-59-${order.number}`];
  expect(await takeTwice(await withPapers(order, shipment(id, 2)))).toMatchObject({ applied: 1, refused: 0 });
  expect(await view(order)).toMatchObject({ state: 'ready', payment_state: 'unpaid', reserved_until: null });
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 2, reserved: before.reserved - 2 });
  await takeTwice(await withPapers(order, shipment(id, 2) + shipment(rest, 3)));
  expect(await view(order)).toMatchObject({ state: 'completed', payment_state: 'unpaid' });
});

test('a part of the money for goods on the road, or of a firm that pays behind them, keeps no goods and needs no email', async () => {
  const [road, firm] = [
    await orderInOnec([[mix, 4]], { ...invoice, ...delivery }),
    await orderInOnec([[mix, 4]], invoice),
  ];
  await takeTwice(await withPapers(road, shipment(`Р-60-${road.number}`, 4)));
  const { id } = await makeCompany(db, { deferral_days: 5 });
  await db.updateTable('orders').set({ company_id: id }).where('id', '=', firm.id).execute();
  for (const order of [road, firm]) {
    expect(await takeTwice(paid(order, payment(`П-60-${order.number}`, 489)))).toMatchObject({
      applied: 1,
      refused: 0,
    });
    expect((await lastWords(order))?.words).toContain('пришла часть оплаты: 489\u00a0₽');
    expect(await mailsOf(order)).toEqual([]);
  }
});

test('goods that left by a paper which another replaces leave once; those the desk gave after it count too', async () => {
  const order = await orderInOnec([[mix, 5]]);
  await takeTwice(await withPapers(order, shipment('Р-56', 2)));
  const before = await stockOf(db, mix);
  const replaced = await withPapers(order, shipment('Р-56', 2, deleted) + shipment('Р-57', 2));
  expect(await takeTwice(replaced)).toMatchObject({ refused: 1 });
  expect(await stockOf(db, mix)).toEqual(before);
  await giveAtDesk(order, 1);
  await takeTwice(await withPapers(order, shipment('Р-56', 2, deleted) + shipment('Р-57', 3)));
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 1, reserved: before.reserved - 1 });
  expect((await view(order)).state).toBe('ready');
});

test('a payment whose sum 1C corrects counts as it is now', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await takeTwice(paid(order, payment('П-E', 500)));
  expect((await lastWords(order))?.words).toContain('пришла часть оплаты: 500\u00a0₽ из 978\u00a0₽');
  // Whoever has paid a part keeps his goods, and the branch is notified once.
  await expireReservations(db, new Date('2100-01-01'));
  const held = await view(order);
  expect(held).toMatchObject({ state: 'new', payment_state: 'unpaid', reserved_until: null });
  expect(held.moves.at(-1)?.why).toBe('пришла часть оплаты: 500\u00a0₽ из 978\u00a0₽');
  expect(await mailsOf(order)).toMatchObject([{ subject: `Заказ ${order.number}: оплачен не полностью` }]);
  expect(await takeTwice(paid(order, payment('П-E', 978)))).toMatchObject({ applied: 1 });
  expect((await lastWords(order))?.words).toContain('оплата № П-E от 21.11.2026: 500\u00a0₽ → 978\u00a0₽');
  expect((await view(order)).payment_state).toBe('paid');
  // More than the order costs is nobody's correction.
  expect(await takeTwice(paid(order, payment('П-E', 9_780)))).toMatchObject({ refused: 1 });
  expect((await view(order)).payment_state).toBe('paid');
});

test('a transfer by a former, dearer invoice pays the order and its rest goes back; any other that is too much keeps the goods', async () => {
  const ofFirm = { ...invoice, company: { name: 'ООО «Ремонт»', inn: '7707083893' } };
  const [order, other] = [await orderInOnec([[mix, 3]], ofFirm), await orderInOnec([[mix, 2]], invoice)];
  await makeRequisites(db);
  await db.transaction().execute(async (db) => {
    await issueDocument(db, { kind: 'invoice', part: 1 }, await view(order));
    await editOrder(db, order.id, { lines: [{ product_id: mix.id, count: 2, sum: 97_800 }] }, { who: 'Нина' });
  });
  const transfer = ({ id, number }: { id: string; number: number }, sum: number, more = '') =>
    paperAlone('Выплата безналичных денег', `П-F-${number}`, id, `<Сумма>${sum}</Сумма>${more}`);
  expect(await takeTwice(transfer(order, 1467))).toMatchObject({ applied: 1, refused: 0 });
  expect(await takeTwice(transfer(other, 1467))).toMatchObject({ refused: 1 });
  await expireReservations(db, new Date('2100-01-01'));
  expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'paid', total: 97_800 });
  expect((await lastWords(order))?.words).toContain('лишние 489\u00a0₽ возвращаются');
  const surplus = { amount: 48_900, reason: 'duplicate', state: 'new' };
  expect((await paymentOf(db, order.id))?.refunds).toMatchObject([surplus]);
  // What goes back already is people's.
  expect(await takeTwice(transfer(order, 1467, unposted))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('деньги по заказу уже возвращали');
  expect((await view(order)).payment_state).toBe('paid');

  expect(await view(other)).toMatchObject({ state: 'new', payment_state: 'unpaid', reserved_until: null });
  expect((await mailsOf(other)).map(({ subject }) => subject)).toEqual([
    `Заказ ${other.number}: документ 1С принят не полностью`,
  ]);
  // Paid on the day that 1C names, where the order was there on it.
  await db.updateTable('orders').set({ created_at: '2026-11-20T12:00:00Z' }).where('id', '=', other.id).execute();
  expect(await takeTwice(transfer(other, 978))).toMatchObject({ applied: 1 });
  expect((await view(other)).payment_state).toBe('paid');
  const paidAt = async ({ id }: { id: string }) => (await paymentOf(db, id))?.attempts[0]?.paid_at;
  expect(await paidAt(other)).toEqual(new Date('2026-11-22T00:00:00+03:00'));
  expect(Number(await paidAt(order))).toBeGreaterThan(Number(new Date('2026-11-22T00:00:00+03:00')));
});

test('money in another currency is refused in words, wherever it stands; a paper that does not count is none', async () => {
  const inDollars = '<Валюта>USD</Валюта><Курс>80</Курс>';
  const words = async (order: { id: string }) => (await lastWords(order))?.words;
  const alone = await orderInOnec([[mix, 2]], invoice);
  const tenge = paperAlone('Выплата безналичных денег', 'П-K', alone.id, '<Валюта>KZT</Валюта><Сумма>978</Сумма>');
  expect(await takeTwice(tenge)).toMatchObject({ refused: 1 });
  expect(await words(alone)).toBe(
    'выплата безналичных денег № 000-77 от 22.11.2026: сумма в валюте «KZT», а магазин считает в рублях',
  );
  const within = await orderInOnec([[mix, 2]], invoice);
  expect(await takeTwice(paid(within, payment('П-U', 978, inDollars)))).toMatchObject({ refused: 1 });
  const whole = await orderInOnec([[mix, 2]], invoice);
  const bought = bare(whole, '12.23', line('mix', 2, '12.23'), inDollars);
  expect(await takeTwice(bought)).toMatchObject({ refused: 1 });
  expect(await words(whole)).toContain('заказ товара № УТ-1 от 20.11.2026: сумма в валюте «USD»');
  const marked = (await echoOf(whole, paidBy('П-V'))).replace('<Валюта>руб<', '<Валюта>USD<');
  expect(await takeTwice(marked)).toMatchObject({ refused: 1 });
  const unpaid = { state: 'new', payment_state: 'unpaid' };
  // Money that nobody has counted yet keeps the goods too.
  await expireReservations(db, new Date('2100-01-01'));
  for (const order of [alone, within, whole])
    expect(await view(order)).toMatchObject({ ...unpaid, total: 97_800, reserved_until: null });
  const withdrawn = payment('П-W', 5, inDollars + unposted);
  await takeTwice(paid(within, withdrawn, payment('П-R', 978, '<Валюта>RUB</Валюта><Курс>1</Курс>')));
  expect((await view(within)).payment_state).toBe('paid');
});

test('money that goes back in another currency ends no refund, of a cancelled order either', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await takeTwice(paid(order, payment('П-X', 978)));
  await takeTwice(await echoOf(order, requisite('Отменен', 'true')));
  const back = paper('Возврат безналичных денег', 'В-X', '<Сумма>978</Сумма><Валюта>BYN</Валюта>');
  expect(await takeTwice(await withPapers(order, back))).toMatchObject({ refused: 1 });
  expect((await paymentOf(db, order.id))?.refunds).not.toMatchObject([{ state: 'succeeded' }]);
  expect((await lastWords(order))?.words).toContain('сумма в валюте «BYN»');
});

test('a payment taken back before the order is paid does not count; posted again it does', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await takeTwice(paid(order, payment('П-61', 500)));
  expect(await takeTwice(paid(order, payment('П-61', 500, unposted)))).toMatchObject({ applied: 1 });
  const [, mail] = await mailsOf(order);
  expect(mail?.text).toContain('отменена в 1С: 500\u00a0₽; пришло 0\u00a0₽ из 978\u00a0₽');
  await takeTwice(paid(order, payment('П-62', 478)));
  expect((await view(order)).payment_state).toBe('unpaid');
  await takeTwice(paid(order, payment('П-61', 500)));
  expect((await view(order)).payment_state).toBe('paid');
});

const saying = (name: string, value: string) => `<ЗначенияРеквизитов>${requisite(name, value)}</ЗначенияРеквизитов>`;

test.each([
  ['Оплачен', 'false', 'true'],
  ['Оплачено', 'нет', 'да'],
  ['Отменен', 'true', 'false'],
  ['Возврат', 'true', 'false'],
  ['Признак возврата', 'true', 'false'],
])('a payment that says «%s» = %s has not come: it pays when it says %s', async (name, planned, came) => {
  const order = await orderInOnec([[mix, 2]], invoice);
  const id = `П-63-${order.number}`;
  expect(await takeTwice(paid(order, payment(id, 978, saying(name, planned))))).toMatchObject({ refused: 0 });
  const alone = paperAlone(
    'Эквайринговая операция',
    randomUUID(),
    order.id,
    `<Сумма>978</Сумма>${saying(name, planned)}`,
  );
  expect(await takeTwice(alone)).toMatchObject({ applied: 0, refused: 0 });
  expect((await view(order)).payment_state).toBe('unpaid');
  expect(await takeTwice(paid(order, payment(id, 978, saying(name, came))))).toMatchObject({ applied: 1 });
  expect((await view(order)).payment_state).toBe('paid');
  // Taken back by the same word.
  await takeTwice(paid(order, payment(id, 978, saying(name, planned))));
  expect((await view(order)).payment_state).toBe('unpaid');
});

test.each([
  ['Отгружен', 'false', 'true'],
  ['Отгружено', '0', '1'],
  ['Отменен', 'да', 'нет'],
])('a shipment that says «%s» = %s has not left: it does when it says %s', async (name, planned, left) => {
  for (const [input, state] of [[delivery, 'in_delivery'] as const, [{}, 'completed'] as const]) {
    const order = await orderInOnec([[mix, 2]], input);
    const id = `Р-64-${order.number}`;
    const before = await stockOf(db, mix);
    expect(await takeTwice(await withPapers(order, shipment(id, 2, saying(name, planned))))).toMatchObject({
      refused: 0,
    });
    expect((await view(order)).state).toBe('new');
    expect(await stockOf(db, mix)).toEqual(before);
    await takeTwice(await withPapers(order, shipment(id, 2, saying(name, left))));
    expect((await view(order)).state).toBe(state);
  }
});

test.each([
  ['taken back', (id: string) => payment(id, 978, deleted), '0\u00a0₽'],
  ['corrected to less', (id: string) => payment(id, 500), '500\u00a0₽'],
])(
  'a payment %s makes a paid order unpaid again, with a trail and an email to the branch',
  async (_, corrected, left) => {
    const order = await orderInOnec([[mix, 2]], invoice);
    const id = `П-7-${order.number}`;
    await takeTwice(paid(order, payment(id, 978)));
    expect(await takeTwice(paid(order, corrected(id)))).toMatchObject({ applied: 1 });
    expect(await view(order)).toMatchObject({ payment_state: 'unpaid', state: 'new', reserved_until: null });
    expect((await lastWords(order))?.words).toContain(`пришло ${left} из 978\u00a0₽`);
    expect((await view(order)).moves.at(-1)).toMatchObject({ payment_state: 'unpaid', who: 'магазин' });
    const payments = await db
      .selectFrom('payments')
      .select(['state', 'paid_at'])
      .where('order_id', '=', order.id)
      .execute();
    expect(payments).toEqual([{ state: 'canceled', paid_at: null }]);
    const [mail, ...more] = await mailsOf(order);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Заказ ${order.number}: оплата отменена в 1С`);
    expect(mail?.text).toContain('чек');
    // The rest comes: paid once more, by another payment.
    await takeTwice(paid(order, payment(id, 978)));
    expect((await view(order)).payment_state).toBe('paid');
  },
);

test('money of which something went back is not taken out of the order: people are notified', async () => {
  const order = await orderInOnec([[mix, 4]], invoice);
  await takeTwice(paid(order, payment('П-81', 1956)));
  const { lines } = (await readOrderFor1c(db, order.id))!;
  const wanted = [{ position: lines[0]!.position, count: 1 }];
  await db
    .transaction()
    .execute((db) => refundOrderLines(db, order.id, wanted, { reason: 'returned', who: 'Пётр', note: '' }));
  expect(await takeTwice(paid(order, payment('П-81', 1956, deleted)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('деньги по заказу уже возвращали');
  expect((await view(order)).payment_state).toBe('paid');
  expect(await paymentOf(db, order.id)).toMatchObject({ paid: 195_600 });
});

test('money that a receipt tells of is not taken back: not by a paper of 1C, and not in the database', async () => {
  const order = await orderInOnec([[mix, 1]], invoice);
  await take(paid(order, payment('П-91', 489)));
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const item = { description: 'Штукатурка', count: 1, price: 48_900 };
  await sql`
    insert into receipts (payment_id, kind, items, sum, created_at, changed_at)
    select ${id}, 'prepayment', items, receipt_sum(items), now(), now() from (
      select ${JSON.stringify([item])}::jsonb as items) given`.execute(db);
  expect(await takeTwice(paid(order, payment('П-91', 489, deleted)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('нужен чек возврата или коррекции');
  expect((await view(order)).payment_state).toBe('paid');
  const undone = sql`
    update payments set state = 'canceled', cancellation_reason = 'withdrawn', paid_at = null where id = ${id}`;
  await expect(undone.execute(db)).rejects.toThrow('a payment with a refund or a receipt stays');
});

test('money of a document whose goods are refused is recorded, and the order waits for people, not for its term', async () => {
  // Three bags by 1C, two by the shop; the sum of the document is not that of its lines.
  const wrong = (order: { id: string }, ...rows: string[]) => bare(order, 1, line('mix', 3, 1467), papers(...rows));
  const [whole, part, more] = [
    await orderInOnec([[mix, 2]], invoice),
    await orderInOnec([[mix, 2]], invoice),
    await orderInOnec([[mix, 2]], invoice),
  ];
  expect(await takeTwice(wrong(whole, payment('П-R1', 978), shipment('Р-R1', 3)))).toMatchObject({ refused: 1 });
  expect(await view(whole)).toMatchObject({ payment_state: 'paid', state: 'new', total: 97_800 });
  const words = (await lastWords(whole))?.words;
  expect(words).toContain('не равна сумме его строк');
  expect(words).toContain('отгрузки и возвраты документа поэтому тоже не приняты');
  expect((await mailsOf(whole)).map(({ subject }) => subject)).toEqual([
    `Заказ ${whole.number}: документ 1С принят не полностью`,
  ]);
  await takeTwice(wrong(part, payment('П-R2', 489)));
  await takeTwice(wrong(more, payment('П-R3', 1467)));
  expect((await lastWords(more))?.words).toContain('больше суммы заказа 978\u00a0₽: она записана');
  await expireReservations(db, new Date('2100-01-01'));
  for (const order of [part, more])
    expect(await view(order)).toMatchObject({ payment_state: 'unpaid', state: 'new', reserved_until: null });
  await takeTwice(paid(part, payment('П-R4', 489)));
  await takeTwice(bare(more, 1467, line('mix', 3, 1467), papers(payment('П-R3', 1467))));
  expect(await view(part)).toMatchObject({ payment_state: 'paid', total: 97_800 });
  expect(await view(more)).toMatchObject({ payment_state: 'paid', total: 146_700 });
});

test('money that stands alone is recorded while the goods of its order’s document are refused, and does not settle that', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  const bags = (count: number) => bare(order, count * 489, line('mix', count, count * 489));
  const alone = (id: string, sum: number) =>
    paperAlone('Выплата безналичных денег', `${id}-${order.number}`, order.id, `<Сумма>${sum}</Сумма>`);
  expect(await take(bags(50_000) + alone('П-S1', 1467))).toMatchObject({ applied: 0, refused: 2 });
  expect((await lastWords(order))?.words).toContain('больше суммы заказа 978\u00a0₽: она записана');
  await expireReservations(db, new Date('2100-01-01'));
  expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'unpaid', reserved_until: null });
  const refusal = () => ledgerOf(order).then((row) => row?.refused_why);
  expect(await refusal()).toContain('столько нет на складе');
  // Neither another paper taken nor one refused settles what people have to decide.
  await takeTwice(paperAlone('Выплата безналичных денег', 'П-S2', order.id, `<Сумма>5</Сумма>${unposted}`));
  expect(await takeTwice(alone('П-S3', 10).replace('<Сумма>', '<Валюта>USD</Валюта><Сумма>'))).toMatchObject({
    refused: 1,
  });
  expect(await refusal()).toContain('столько нет на складе');
  expect(await takeTwice(bags(3))).toMatchObject({ applied: 1, refused: 0 });
  expect(await view(order)).toMatchObject({ payment_state: 'paid', total: 146_700 });
  expect(await refusal()).toBeNull();
});

test('goods of a document whose money is refused are taken; money of an order that 1C cancelled is reported to people', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  const tooMuch = await withPapers(order, payment('П-R5', 5_000) + shipment('Р-R5', 2));
  expect(await takeTwice(tooMuch)).toMatchObject({ refused: 1 });
  expect((await view(order)).state).toBe('completed');
  expect((await lastWords(order))?.words).toContain('больше суммы заказа');
  const gone = await orderInOnec([[mix, 2]], invoice);
  const cancelled = requisite('Отменен', 'true');
  expect(await takeTwice(await withPapers(gone, payment('П-R6', 978), cancelled))).toMatchObject({ refused: 1 });
  expect((await view(gone)).state).toBe('cancelled');
  expect((await lastWords(gone))?.words).toContain(
    '1С сообщает об оплате № П-R6 от 21.11.2026, а заказ отменён: верните деньги покупателю',
  );
});

test('a shipment under the id of a payment is refused, and the payment stays as it was', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await take(paid(order, payment('000001', 500)));
  expect(await takeTwice(paid(order, shipment('000001', 2)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('их не различить');
  await takeTwice(paid(order, payment('000001', 978)));
  expect((await view(order)).payment_state).toBe('paid');
});

test('money that staff marked by hand is not undone by papers of 1C', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await take(paid(order, payment('П-95', 500)));
  await db.transaction().execute((db) => markAccountPayment(db, order.id, { who: 'Нина', document: 'выписка' }));
  expect(await takeTwice(paid(order, payment('П-95', 500, deleted)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('отметили в магазине');
  expect((await view(order)).payment_state).toBe('paid');
});

test('a return is paid back once; taken back or corrected in 1C it is reported to people, and no money moves', async () => {
  const order = await orderInOnec([[mix, 4]], invoice);
  const returned = (id: string, count: number, more = '') => paper('Возврат товара', id, goods(count) + more);
  const refunds = async () => (await paymentOf(db, order.id))?.refunds.map(({ amount }) => amount);
  await take(await echoOf(order, paidBy('П-91') + requisite('Отгружен', 'true')));
  await takeTwice(await withPapers(order, returned('В-90', 1, unposted)));
  // Taken before the kinds of papers were kept.
  await sql`insert into onec_order_documents (node_id, id_1c, order_id, taken_at)
    select node_id, 'В-89', order_id, now() from onec_orders where order_id = ${order.id}::uuid`.execute(db);
  await takeTwice(await withPapers(order, returned('В-89', 1)));
  expect(await refunds()).toEqual([]);
  expect(await takeTwice(await withPapers(order, returned('В-91', 1)))).toMatchObject({ applied: 1 });
  expect(await refunds()).toEqual([48_900]);

  expect(await takeTwice(await withPapers(order, returned('В-91', 1, unposted)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('возврат № В-91 от 21.11.2026 отменён в 1С');
  expect(await takeTwice(await withPapers(order, returned('В-91', 2)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('возврат № В-91 от 21.11.2026 исправлен в 1С');
  await takeTwice(await withPapers(order, returned('В-91', 1)));
  expect(await refunds()).toEqual([48_900]);
  await takeTwice(await withPapers(order, returned('В-91', 1) + returned('В-92', 2)));
  expect(await refunds()).toEqual([48_900, 97_800]);
});

const moneyBack = (id: string, sum: number) => paper('Возврат безналичных денег', id, `<Сумма>${sum}</Сумма>`);
const refundsOf = async ({ id }: { id: string }) =>
  (await paymentOf(db, id))?.refunds.map(({ amount, state }) => [amount, state]).toSorted();

test('each transfer back of 1C ends one refund, however often it is sent', async () => {
  const order = await orderInOnec([[mix, 4]], invoice);
  await take(paid(order, payment('П-110', 1956)));
  await take(await echoOf(order, requisite('Отгружен', 'true')));
  const returned = ['В-110', 'В-111'].map((id) => paper('Возврат товара', id, goods(1))).join('');
  await takeTwice(await withPapers(order, returned));
  expect(await refundsOf(order)).toEqual([
    [48_900, 'new'],
    [48_900, 'new'],
  ]);
  expect(await takeTwice(await withPapers(order, returned + moneyBack('ВД-110', 489)))).toMatchObject({ applied: 1 });
  expect(await refundsOf(order)).toEqual([
    [48_900, 'new'],
    [48_900, 'succeeded'],
  ]);
  await takeTwice(await withPapers(order, moneyBack('ВД-110', 489) + moneyBack('ВД-111', 489)));
  expect(await refundsOf(order)).toEqual([
    [48_900, 'succeeded'],
    [48_900, 'succeeded'],
  ]);
});

test.each([
  ['whose document still names the payment', ''],
  ['which 1C holds for cancelled too', requisite('Отменен', 'true')],
])(
  'the money of a cancelled order %s goes back by the transfer of 1C, and nobody is notified of a conflict',
  async (_, mark) => {
    const order = await orderInOnec([[mix, 2]], invoice);
    const came = payment(`П-12${order.number}`, 978);
    await take(paid(order, came));
    await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'Пётр' }));
    await db.transaction().execute((db) => refundCancelled(db, order.id));
    const requisites = mark && `<ЗначенияРеквизитов>${mark}</ЗначенияРеквизитов>`;
    const lines = line('mix', 2, 978);
    const before = bare(order, 978, lines, requisites + papers(came));
    expect(await takeTwice(before)).toMatchObject({ refused: 0 });
    expect(await refundsOf(order)).toEqual([[97_800, 'new']]);
    const after = bare(order, 978, lines, requisites + papers(came, moneyBack(`ВД-12${order.number}`, 978)));
    expect(await takeTwice(after)).toMatchObject({ applied: 1 });
    expect(await refundsOf(order)).toEqual([[97_800, 'succeeded']]);
    expect(await view(order)).toMatchObject({ state: 'cancelled', payment_state: 'refunded' });
    expect(await mailsOf(order)).toEqual([]);
  },
);

test('money that comes for an order which the shop cancelled is reported to people, also beside what was known', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await take(paid(order, payment('П-130', 978)));
  await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'Пётр' }));
  expect(await takeTwice(paid(order, payment('П-130', 978) + payment('П-131', 100)))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('отмена остаётся');
});

test('every partial refund goes to 1C, the second too', async () => {
  const order = await orderInOnec([[mix, 4]], invoice);
  await take(await echoOf(order, paidBy('П-5') + requisite('Отгружен', 'true')));
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
