import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { applyPayment } from '#modules/payments/apply-payment.ts';
import { openPayment } from '#modules/payments/open-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { applyRefund } from '#modules/payments/refund-payment.ts';
import { writePaymentEmails } from '#modules/payments/write-payment-emails.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser } from '#test/support/accounts.ts';
import { makeBonusCard } from '#test/support/bonuses.ts';
import { commerceml } from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { makeCoupon, orderBy, stockOf } from '#test/support/orders.ts';
import { bare, line, ordersBack, paidBy, requisite, subordinate } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { orderLog } from './ledger.ts';
import { orderDocument } from './order-document.ts';
import { readOrderFor1c } from './read-orders.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 10_000 });
const glue = await makeProduct(db, { name: 'Клей', id_1c: 'glue', on_hand: 10_000, price: 30_000 });
const primer = await makeProduct(db, { name: 'Грунт', id_1c: 'primer', on_hand: 5, price: 10_000 });
await makeCoupon(db, 'СЕМЬ', { percent: 7 });
const { folder, exchange, orderInOnec, take, takeTwice, echoOf, stateNow, view, lastWords, ledgerOf } =
  await ordersBack(db);

test('an invoice goes there and back: number, money, shipment; the buyer reads of it, and it does not go to 1C again', async () => {
  const order = await orderInOnec([[mix, 2]], { payment: { method: 'invoice' } });
  const number = requisite('Номер1С', 'УТ-17') + requisite('Дата1С', '2026-11-20');
  const echo = await echoOf(order, number, (xml) => xml.replace(/<Номер>\d+/, '<Номер>УТ-17'));
  expect(await takeTwice(echo)).toEqual({ applied: 1, unchanged: 0, refused: 0 });
  expect(await ledgerOf(order)).toMatchObject({ state: 'came_back', number_1c: 'УТ-17' });

  const paid = requisite('Номер оплаты по 1С', 'П-5') + requisite('Дата оплаты по 1С', '2026-11-21');
  await takeTwice(await echoOf(order, paid));
  expect(await view(order)).toMatchObject({ payment_state: 'paid', state: 'new', reserved_until: null });
  expect((await paymentOf(db, order.id))?.paid).toBe(order.total);

  const before = await stockOf(db, mix);
  const shipped = requisite('Отгружен', 'true') + requisite('Номер отгрузки по 1С', 'Р-9');
  await takeTwice(await echoOf(order, shipped));
  expect(await view(order)).toMatchObject({ state: 'completed' });
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 2, reserved: before.reserved - 2 });
  expect((await lastWords(order))?.words).toContain('отгружен по 1С № Р-9: «Выдан»');
  expect(await exchange()).toEqual([]);
  // The buyer reads of the shop, and of papers by their numbers.
  const { moves } = await view(order);
  expect(moves.filter(({ who }) => who !== 'покупатель').map(({ who, why }) => [who, why])).toEqual([
    ['магазин', 'оплата № П-5 от 21.11.2026'],
    ['магазин', 'отгрузка № Р-9'],
    ['магазин', 'отгрузка № Р-9'],
    ['магазин', 'отгрузка № Р-9'],
  ]);
  await runJobs(db, url);
  const mails = await db.selectFrom('mails').select('subject').where('subject', 'like', `%${order.number}%`).execute();
  const subjects = mails.map(({ subject }) => subject).join('; ');
  expect(subjects).toContain('оплачен');
  expect(subjects).not.toContain('готов к выдаче');
});

test.each(['T', '0001-01-01T00:00:00', '01.01.0001 0:00:00', '00010101'])(
  'dates that 1C leaves empty and writes as «%s» pay and ship nothing',
  async (empty) => {
    const order = await orderInOnec([[mix, 2]], { payment: { method: 'invoice' } });
    const marks = ['оплаты', 'отгрузки'].map(
      (what) => requisite(`Номер ${what} по 1С`, '') + requisite(`Дата ${what} по 1С`, empty),
    );
    expect(await takeTwice(await echoOf(order, marks.join('')))).toMatchObject({ refused: 0 });
    expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'unpaid' });
    await takeTwice(await echoOf(order, marks.join('').replace(empty, '20261121')));
    expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'paid' });
  },
);

test('a delivery is on its way when it is shipped, and delivered by its status; statuses never lead back', async () => {
  const order = await orderInOnec([[mix, 1]], { receiving: { type: 'delivery', address: 'Вологда, Мира, 1' } });
  await takeTwice(await echoOf(order, requisite('Отгружен', 'да')));
  // The order's own number, sent back, is none of 1C's.
  expect((await ledgerOf(order))?.number_1c).toBeNull();
  expect((await view(order)).state).toBe('in_delivery');
  const status = (words: string) => async () =>
    echoOf(order, '', (xml) => xml.replace(/\[\w+\] [^<]+/, words).replace('Статуса заказа ИД', 'Было'));
  await take(await status('Готов к выдаче')());
  await take(await status('Проверяется')());
  expect((await view(order)).state).toBe('in_delivery');
  await takeTwice(await status('Доставлен')());
  expect((await view(order)).state).toBe('completed');
});

test.each(['Закрыт', 'Завершён'])(
  '«%s» ends no order whose goods are here: staff are notified, and a shipment ends it',
  async (status) => {
    const closed = (xml: string) => xml.replace(/\[\w+\] [^<]+/, status).replace('Статуса заказа ИД', 'Было');
    const order = await orderInOnec([[mix, 5]]);
    const before = await stockOf(db, mix);
    expect(await takeTwice(await echoOf(order, '', closed))).toMatchObject({ applied: 0, refused: 1 });
    expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'unpaid' });
    expect((await lastWords(order))?.words).toContain(
      `в 1С заказ «${status}», а отгружен не весь: он остаётся «Принят»`,
    );
    expect((await ledgerOf(order))?.state).toBe('refused');
    const part = await echoOf(order, '', closed);
    const goods = `<Товары>${line('mix', 2, 978)}</Товары>`;
    await takeTwice(
      part.replace('</Документ>', `${subordinate('Отпуск товара', `Р-${order.number}`, goods)}</Документ>`),
    );
    expect(await view(order)).toMatchObject({ state: 'ready', payment_state: 'unpaid' });
    expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 2, reserved: before.reserved - 2 });
    await takeTwice(await echoOf(order, requisite('Отгружен', 'true'), closed));
    expect(await view(order)).toMatchObject({ state: 'completed', payment_state: 'paid' });
    expect((await ledgerOf(order))?.state).toBe('came_back');

    // What is on its way was shipped, whoever sent it.
    const sent = await orderInOnec([[mix, 1]], { receiving: { type: 'delivery', address: 'Вологда, Мира, 1' } });
    await takeTwice(await echoOf(sent, requisite('Отгружен', 'true')));
    await takeTwice(await echoOf(sent, '', closed));
    expect((await view(sent)).state).toBe('completed');
  },
);

test('«Выполнен» without a shipment hands over what is here, once; not where the document says «Отгружен» = false', async () => {
  const done = (xml: string) => xml.replace(/\[\w+\] [^<]+/, 'Выполнен').replace('Статуса заказа ИД', 'Было');
  const order = await orderInOnec([[mix, 5]]);
  const before = await stockOf(db, mix);
  expect(await takeTwice(await echoOf(order, requisite('Отгружен', 'false'), done))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('в 1С заказ «Выполнен», а отгружен не весь');
  const part = `<Товары>${line('mix', 2, 978)}</Товары>`;
  const shipped = subordinate('Отпуск товара', `Р-${order.number}`, part);
  await takeTwice((await echoOf(order)).replace('</Документ>', `${shipped}</Документ>`));
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 2, reserved: before.reserved - 2 });
  expect(await takeTwice(await echoOf(order, '', done))).toMatchObject({ applied: 1, refused: 0 });
  expect(await view(order)).toMatchObject({ state: 'completed', payment_state: 'paid' });
  expect(await stockOf(db, mix)).toEqual({ on_hand: before.on_hand - 5, reserved: before.reserved - 5 });
  const { rows } = await sql`
    select from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order.id}::uuid and r.ended_at is null`.execute(db);
  expect(rows).toEqual([]);

  const unshipped = await orderInOnec([[mix, 1]]);
  await takeTwice(await echoOf(unshipped, '', done));
  const { shipped_at } = await db
    .selectFrom('onec_orders')
    .select('shipped_at')
    .where('order_id', '=', unshipped.id)
    .executeTakeFirstOrThrow();
  expect(shipped_at, 'the base’s next stock is without them').not.toBeNull();
});

test('the price of a delivery that was left to the operator comes from 1C', async () => {
  const order = await orderInOnec([[mix, 1]], { receiving: { type: 'delivery', address: 'Усть-Кубинское, Мира, 1' } });
  expect((await view(order)).delivery_price).toBeNull();
  const service = line('1c-delivery', 1, '950.50', requisiteOfLine('ТипНоменклатуры', 'Услуга'));
  await takeTwice(bare(order, '1439.50', line('mix', 1, '489.00') + service));
  expect(await view(order)).toMatchObject({ delivery_price: 95_050, total: 143_950 });
});

test('unloading and lifting are priced by their own line; without one they are part of the delivery', async () => {
  await sql`insert into carrying_rates values ('00131', 'stairs', 50000, 1800, 0)`.execute(db);
  const address = 'Усть-Кубинское, Мира, 1';
  const receiving = { type: 'delivery', address, carrying: { kind: 'stairs', floor: 5 } };
  const order = await orderInOnec([[mix, 1]], { receiving });
  const other = await orderInOnec([[mix, 1]], { receiving });
  const goods = line('mix', 1, '489.00');
  const delivery = line('ORDER_DELIVERY', 1, '950.50', requisiteOfLine('ТипНоменклатуры', 'Услуга'));
  const lifting = line('ORDER_CARRYING', 1, '200.00', requisiteOfLine('ТипНоменклатуры', 'Услуга'));
  const foreign = line('1c-lift', 1, '200.00', requisiteOfLine('ТипНоменклатуры', 'Услуга'));
  await take(bare(order, '689.00', goods + foreign));
  expect((await lastWords(order))!.words).toContain('непонятно, доставка это или подъём');
  await take(bare(order, '689.00', goods + lifting));
  expect((await lastWords(order))!.words).toContain('его доставка ещё без цены');
  await takeTwice(bare(order, '1639.50', goods + delivery + lifting));
  expect(await view(order)).toMatchObject({ delivery_price: 95_050, carrying_price: 20_000, total: 163_950 });
  // As the shop told it, so it comes back.
  await takeTwice(await echoOf(order));
  expect(await view(order)).toMatchObject({ delivery_price: 95_050, carrying_price: 20_000, total: 163_950 });
  await takeTwice(bare(other, '1439.50', goods + delivery));
  expect(await view(other)).toMatchObject({ delivery_price: 95_050, carrying_price: 0, total: 143_950 });
  const plain = await orderInOnec([[mix, 1]], { receiving: { type: 'delivery', address } });
  await take(bare(plain, '689.00', goods + lifting));
  expect((await lastWords(plain))!.words).toContain('разгрузки и подъёма в нём нет');
  await sql`delete from carrying_rates`.execute(db);
});

const requisiteOfLine = (name: string, value: string) =>
  `<ЗначенияРеквизитов>${requisite(name, value)}</ЗначенияРеквизитов>`;

test('edited lines: less, more, other goods and prices, with reservations, total, history and the buyer’s email', async () => {
  const order = await orderInOnec([
    [mix, 5],
    [glue, 2],
  ]);
  const [mixBefore, glueBefore, primerBefore] = await Promise.all([
    stockOf(db, mix),
    stockOf(db, glue),
    stockOf(db, primer),
  ]);
  // Nothing is sold for nothing: nothing of the document happens.
  const edited = bare(order, '1467.00', line('mix', 3, '1467.00') + line('primer', 4, '0.00'));
  // All but the history, which says that a document was not taken.
  const untouched = ['orders', 'order_lines', 'reservations', 'stock'];
  const state = await stateNow(untouched);
  expect(await take(edited)).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toBe('«Грунт»: сумма строки равна нулю');
  expect(await stateNow(untouched)).toEqual(state);

  expect(
    await takeTwice(bare(order, '1867.00', line('mix', 3, '1467.00') + line('primer', 4, '400.00'))),
  ).toMatchObject({ applied: 1 });
  const after = await view(order);
  expect(after.lines.map(({ name, count, price, sum }) => [name, count, price, sum])).toEqual([
    ['Штукатурка', 3, 48_900, 146_700],
    ['Грунт', 4, 10_000, 40_000],
  ]);
  expect(after).toMatchObject({ total: 186_700, goods_sum: 186_700, weight_grams: 7 * 30_000 });
  expect(await stockOf(db, mix)).toEqual({ ...mixBefore, reserved: mixBefore.reserved - 2 });
  expect(await stockOf(db, glue)).toEqual({ ...glueBefore, reserved: glueBefore.reserved - 2 });
  expect(await stockOf(db, primer)).toEqual({ ...primerBefore, reserved: primerBefore.reserved + 4 });
  expect((await lastWords(order))?.words).toBe(
    'номер в 1С: № УТ-1 от 20.11.2026; убран товар «Клей»; «Штукатурка»: 5\u00a0мешков → 3\u00a0мешка, 1\u00a0467\u00a0₽; добавлен товар «Грунт», 4\u00a0мешка, 400\u00a0₽',
  );
  await runJobs(db, url);
  const mail = await db
    .selectFrom('mails')
    .select('text')
    .where('subject', '=', `Заказ ${order.number} изменён`)
    .execute();
  expect(mail).toHaveLength(1);
  expect(mail[0]?.text).toContain('убран товар «Клей»');
  expect(await exchange()).toEqual([]);

  const tooMany = bare(order, '2467.00', line('mix', 3, '1467.00') + line('primer', 10, '1000.00'));
  expect(await take(tooMany)).toMatchObject({ refused: 1 });
  expect(await ledgerOf(order)).toMatchObject({
    state: 'refused',
    refused_why: '«Грунт»: столько нет на складе, есть 5',
  });
  expect((await view(order)).total).toBe(186_700);
});

test('with a coupon the price stays and the discount follows; base units are told from sales units', async () => {
  const order = await orderInOnec([[mix, 10]], { coupon: 'СЕМЬ' });
  expect(await take(bare(order, '4547.70', line('mix', 300, '4547.70', '<Коэффициент>1</Коэффициент>')))).toMatchObject(
    { applied: 1 },
  );
  expect((await view(order)).lines[0]).toMatchObject({ count: 10, price: 48_900, sum: 454_770 });
  await takeTwice(bare(order, '1819.08', line('mix', 120, '1819.08', '')));
  expect((await view(order)).lines[0]).toMatchObject({ count: 4, price: 48_900, discount: 13_692, sum: 181_908 });
});

test('a paid order is not edited, and nothing else of that document happens', async () => {
  const order = await orderInOnec([[mix, 2]], { payment: { method: 'invoice' } });
  await take(await echoOf(order, paidBy('П-1')));
  const shippedLess = bare(
    order,
    '489.00',
    line('mix', 1, '489.00'),
    `<ЗначенияРеквизитов>${requisite('Отгружен', 'true')}</ЗначенияРеквизитов>`,
  );
  expect(await takeTwice(shippedLess)).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('он оплачен, его сумму меняет только возврат денег');
  expect(await view(order)).toMatchObject({ state: 'new', total: 97_800 });
});

test('an order that is being paid online, and one paid with bonuses, keep their lines', async () => {
  const paying = await orderInOnec([[mix, 2]]);
  await db.updateTable('orders').set({ payment_state: 'pending' }).where('id', '=', paying.id).execute();
  expect(await take(bare(paying, '489.00', line('mix', 1, '489.00')))).toMatchObject({ refused: 1 });
  expect((await lastWords(paying))?.words).toContain('покупатель сейчас платит за него онлайн');
  const holder = await makeUser(db);
  await makeBonusCard(db, holder, 500);
  const order = await orderBy(db, holder, [[mix, 2]], { input: { bonuses: 100 } });
  await exchange();
  const document = orderDocument((await readOrderFor1c(db, order.id))!);
  expect(document).toContain('<Наименование>Оплачено бонусами</Наименование><Сумма>100.00</Сумма>');
  expect(document).toContain('<Сумма>878.00</Сумма>');
  expect(await takeTwice(await echoOf(order))).toMatchObject({ refused: 0 });
  expect(await take(bare(order, '489.00', line('mix', 1, '489.00')))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('часть его оплачена бонусами');
});

test('cancelled or marked for deletion in 1C an order is cancelled: goods and coupon are free, the money goes back', async () => {
  const order = await orderInOnec([[mix, 2]], { payment: { method: 'invoice' } });
  await take(await echoOf(order, paidBy('П-2')));
  const { reserved } = await stockOf(db, mix);
  await takeTwice(await echoOf(order, requisite('ПометкаУдаления', 'true')));
  expect(await view(order)).toMatchObject({ state: 'cancelled' });
  expect((await stockOf(db, mix)).reserved).toBe(reserved - 2);
  await runJobs(db, url);
  expect((await paymentOf(db, order.id))?.refunds).toMatchObject([{ amount: order.total, reason: 'cancelled' }]);
});

test.each([
  ['Отгружен', 'true'],
  ['Номер отгрузки по 1С', 'Р-19'],
  ['Дата отгрузки по 1С', '2026-11-21T10:00:00'],
])(
  'cancelled by the buyer before 1C said «%s»: the cancellation stands, the operator reads why, and 1C is notified again',
  async (mark, said) => {
    const order = await orderInOnec([[mix, 2]]);
    const shipped = await echoOf(order, requisite(mark, said));
    await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'покупатель' }));
    expect(await exchange()).toEqual([order.id]);
    expect(await takeTwice(shipped)).toMatchObject({ refused: 1 });
    expect((await view(order)).state).toBe('cancelled');
    expect((await ledgerOf(order))?.refused_why).toContain('отмена остаётся');
    expect(await exchange()).toEqual([order.id]);
  },
);

test('what is refused reaches people: an email once per reason, a line of the history, a list for the order', async () => {
  const order = await orderInOnec([[mix, 2]]);
  const { branch } = await view(order);
  const reported = async () =>
    db
      .selectFrom('mails')
      .select(['text', 'subject'])
      .where('to_address', '=', branch.email || 'zakaz@idd.example')
      .where('subject', '=', `Заказ ${order.number}: документ 1С не принят`)
      .orderBy('id')
      .execute();
  const tooMany = bare(order, '2467.00', line('mix', 3, '1467.00') + line('primer', 10, '1000.00'));
  await takeTwice(tooMany);
  expect(await reported()).toHaveLength(1);
  expect((await reported())[0]?.text).toContain('«Грунт»: столько нет на складе, есть ');
  // Another reason is told, and between them the first one stays told.
  const wrongSum = bare(order, '1.00', line('mix', 3, '1467.00'));
  await take(wrongSum);
  await take(tooMany);
  await take(wrongSum);
  const mails = await reported();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain('не равна сумме его строк');
  const { moves } = await view(order);
  expect(moves.filter(({ why }) => why.includes('не принят')).map(({ who, why }) => [who, why])).toEqual([
    ['магазин', 'документ «заказ товара № УТ-1 от 20.11.2026» не принят: причина в журнале обмена'],
  ]);
  const refusals = (await orderLog(db, order.id)).filter(({ is_refused }) => is_refused);
  expect(refusals.map(({ words }) => words.includes('не равна сумме его строк'))).toEqual([true, false, true, false]);
  expect(await ledgerOf(order)).toMatchObject({ node: 'База', state: 'refused', refused_why: refusals[0]?.words });
  // A later document that is taken settles it.
  await take(await echoOf(order));
  expect(await ledgerOf(order)).toMatchObject({ refused_why: null });
});

test('parts of the money pay an invoice together, each counted once; a part of the goods is handed over', async () => {
  const order = await orderInOnec([[mix, 4]], { payment: { method: 'invoice' } });
  const pay = (id: string, sum: string) =>
    bare(
      order,
      '1956.00',
      line('mix', 4, '1956.00'),
      subordinate('Выплата безналичных денег', id, `<Сумма>${sum}</Сумма>`),
    );
  await takeTwice(pay('П-10', '956.00'));
  expect((await lastWords(order))?.words).toContain('пришла часть оплаты: 956\u00a0₽ из 1\u00a0956\u00a0₽');
  expect((await view(order)).payment_state).toBe('unpaid');
  // The rest comes as a document of its own.
  const own = `<Документ><Ид>П-11</Ид><Номер>11</Номер><Дата>2026-11-22</Дата><Основание>${order.id}</Основание>
    <ХозОперация>Выплата безналичных денег</ХозОперация><Сумма>1000</Сумма></Документ>`;
  await takeTwice(own);
  expect((await view(order)).payment_state).toBe('paid');

  const ship = (id: string, count: number) =>
    bare(
      order,
      '1956.00',
      line('mix', 4, '1956.00'),
      subordinate('Отпуск товара', id, `<Товары>${line('mix', count, count * 489)}</Товары>`),
    );
  await takeTwice(ship('Р-1', 3));
  expect((await view(order)).state).toBe('ready');
  await takeTwice(ship('Р-2', 1));
  expect((await view(order)).state).toBe('completed');

  const back = bare(
    order,
    '1956.00',
    line('mix', 4, '1956.00'),
    subordinate('Возврат товара', 'В-1', `<Товары>${line('mix', 1, 489)}</Товары>`),
  );
  await takeTwice(back);
  expect((await paymentOf(db, order.id))?.refunds).toMatchObject([{ amount: 48_900, reason: 'returned' }]);
  const money = bare(
    order,
    '1956.00',
    line('mix', 4, '1956.00'),
    subordinate('Возврат безналичных денег', 'В-2', '<Сумма>489</Сумма>'),
  );
  await takeTwice(money);
  expect(await view(order)).toMatchObject({ payment_state: 'partly_refunded' });
});

test('goods paid at the till and brought back are remembered: over all returns never more than was bought', async () => {
  const order = await orderInOnec([[mix, 3]]);
  const document = (operation: string, id: string, count: number) =>
    bare(
      order,
      '1467.00',
      line('mix', 3, '1467.00'),
      subordinate(operation, id, `<Товары>${line('mix', count, count * 489)}</Товары>`),
    );
  await takeTwice(document('Отпуск товара', 'Р-30', 3));
  expect(await view(order)).toMatchObject({ state: 'completed', payment_state: 'paid' });
  expect(await takeTwice(document('Возврат товара', 'В-30', 2))).toMatchObject({ applied: 1 });
  expect((await lastWords(order))?.words).toContain('деньги за заказ принимала касса');
  expect(await takeTwice(document('Возврат товара', 'В-31', 2))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('«Штукатурка» возвращают 2, а вернуть можно ещё 1');
  expect(await takeTwice(document('Возврат товара', 'В-32', 1))).toMatchObject({ applied: 1 });
  const { rows } = await sql<{ count: number; note: string }>`
    select r.count, r.note from order_returns r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order.id}::uuid order by r.id`.execute(db);
  expect(rows).toEqual([
    { count: 2, note: expect.stringContaining('В-30') },
    { count: 1, note: expect.stringContaining('В-32') },
  ]);
});

test('goods paid online and brought back: a receipt of return, an email, and never more than was bought', async () => {
  const order = await orderInOnec([[mix, 2]]);
  const wanted = { order_id: order.id, method: 'card', provider: 'yookassa', started_by: 'покупатель' } as const;
  const payment = await db.transaction().execute((db) => openPayment(db, { ...wanted, requestFor: () => ({}) }));
  await db.transaction().execute((db) =>
    applyPayment(db, {
      provider_id: 'y-1',
      payment_id: payment.id,
      order_id: order.id,
      state: 'succeeded',
      currency: 'RUB',
      amount: payment.amount,
      cancellation_reason: null,
      receipt_state: 'succeeded',
      confirmation_url: null,
      confirmation_data: null,
    }),
  );
  const back = (id: string, count: number) =>
    bare(
      order,
      '978.00',
      line('mix', 2, '978.00'),
      subordinate('Возврат товара', id, `<Товары>${line('mix', count, count * 489)}</Товары>`),
    );
  expect(await takeTwice(back('В-20', 3))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('«Штукатурка» возвращают 3, а в заказе 2');
  expect(await takeTwice(back('В-21', 1))).toMatchObject({ applied: 1 });
  expect(await takeTwice(back('В-22', 2))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('Столько не вернуть');
  const receipts = await db
    .selectFrom('receipts')
    .select(['kind', 'sum', 'refund_id'])
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'return')
    .execute();
  expect(receipts).toMatchObject([{ sum: 48_900 }]);

  const refund_id = receipts[0]?.refund_id ?? '';
  const seen = { provider_id: 'r-1', state: 'succeeded', amount: 48_900, refund_id } as const;
  await db
    .transaction()
    .execute((db) => applyRefund(db, refund_id, { ...seen, cancellation_reason: null, receipt_state: 'succeeded' }));
  await writePaymentEmails(db, await secretKeys(db, undefined), { refund_id, event: 'refunded' });
  const mail = await db.selectFrom('mails').select('subject').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(mail.subject).toMatch(new RegExp(`озвра.*${order.number}|${order.number}.*озвра`));
  expect(await view(order)).toMatchObject({ payment_state: 'partly_refunded' });
});

test.each([
  ['a stranger’s order', () => bare({ id: randomUUID() }, 1, line('mix', 1, 1)), 'нет в магазине'],
  ['an id that is none', () => bare({ id: '133' }, 1, line('mix', 1, 1)), 'заказа с Ид «133» нет в магазине'],
])('%s is refused with the reason', async (_, body, why) => {
  expect(await take(body())).toEqual({ applied: 0, unchanged: 0, refused: 1 });
  const row = await db.selectFrom('onec_order_log').select('words').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(row.words).toContain(why);
});

test.each<[what: string, sum: string | number, lines: string, why: string]>([
  ['a negative sum', -489, line('mix', 1, -489), 'сумма меньше нуля'],
  ['a negative count', 489, line('mix', -1, 489), 'количество меньше нуля'],
  ['a sum that is no number', 'NaN', line('mix', 1, 'NaN'), 'не число'],
  ['a sum beyond all money', '9'.repeat(18), line('mix', 1, '9'.repeat(18)), 'слишком велика'],
  ['lines that do not add up', 500, line('mix', 1, 489), 'не равна сумме его строк'],
  ['goods the shop does not have', 489, line('no-such', 1, 489), 'нет в магазине'],
  ['no goods at all', 0, '', 'не осталось товаров'],
  ['a part of a bag', 489, line('mix', '0.5', 489), 'не целое'],
])('%s is refused with the reason, and the order stays as it is', async (_, sum, lines, why) => {
  const order = await orderInOnec([[mix, 2]]);
  expect(await takeTwice(bare(order, sum, lines))).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain(why);
  expect(await view(order)).toMatchObject({ state: 'new', total: 97_800 });
});

test('another base speaks for no order that it was not given', async () => {
  const order = await orderInOnec([[mix, 2]]);
  expect(await take(await echoOf(order, requisite('Отменен', 'true')), 7)).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toContain('этой базе 1С не передавался');
  expect((await view(order)).state).toBe('new');
});

test('hostile files: entities, a document of a million lines, a broken end', async () => {
  const order = await orderInOnec([[mix, 2]]);
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "бум">]><КоммерческаяИнформация>&b;</КоммерческаяИнформация>';
  await expect(take(bomb)).rejects.toThrow('DTD');
  const endless = bare(order, 1, line('mix', 1, 1, '').repeat(200_000));
  expect(await take(endless)).toMatchObject({ refused: 1 });
  expect((await lastWords(order))?.words).toBe('в документе больше 1000 строк товаров');
  await expect(take((await echoOf(order, requisite('Отменен', 'true'))).slice(0, -30))).rejects.toThrow();
  expect((await view(order)).state).toBe('new');
});

test('a document of a million elements is read in a heap of 32 MB', async () => {
  const path = join(folder, 'endless.xml');
  await writeFile(path, commerceml(bare({ id: randomUUID() }, 1, line('mix', 1, 1, '').repeat(200_000))));
  const script = `const { readDocuments } = await import(process.argv[1]);
    await readDocuments(process.argv[2], async ({ fault }) => console.log(fault))`;
  const reader = join(import.meta.dirname, 'read-documents.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--max-old-space-size=32', '--input-type=module', '--eval', script, reader, path],
  ]);
  expect(stdout).toBe('в документе больше 1000 строк товаров\n');
});

test('a thousand documents of strangers in a row are no exchange of orders; with the shop’s own between them they are', async () => {
  const order = await orderInOnec([[mix, 2]]);
  const echo = await echoOf(order);
  const strangers = (count: number) =>
    Array.from({ length: count }, () => bare({ id: randomUUID() }, 1, line('mix', 1, 1))).join('');
  expect(await take(strangers(600) + echo + strangers(600))).toEqual({ applied: 0, unchanged: 1, refused: 1_200 });
  await expect(take(strangers(1_001) + echo)).rejects.toThrow('не принято больше 1000 документов подряд');
});

test('documents of 3.1 stand in containers', async () => {
  const order = await orderInOnec([[mix, 2]]);
  await take(`<Контейнер>${await echoOf(order, requisite('Отменен', 'true'))}</Контейнер>`);
  expect((await view(order)).state).toBe('cancelled');
});
