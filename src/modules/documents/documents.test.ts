import { expect, test } from 'vitest';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace } from '#test/support/orders.ts';
import { decodeQr, readPdf } from '#test/support/pdf.ts';
import { makeRequisites, requisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { documentKinds, issueDocument, listDocuments } from './issue-document.ts';
import { papersOfEmail } from './papers-of-email.ts';
import { renderDocument } from './render-document.ts';
import { SellerRequisites, setRequisites } from './seller-requisites.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeCoupon(db, 'VSEM', { allows_b2b: true });

async function invoiceOrder(more: Record<string, unknown> = {}, isConfirmed = true): Promise<OrderView> {
  const mixture = await makeProduct(db, { name: 'Смесь сухая М300', price: 48_900, vat_rate: 22 });
  const book = await makeProduct(db, { name: 'Справочник мастера', price: 33_333, vat_rate: 10 });
  const placed = await db.transaction().execute(async (db) =>
    placeOrder(
      db,
      await orderPlace(db),
      orderInput(
        [
          [mixture, 7],
          [book, 3],
        ],
        { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт и стройка»', inn: '7707083893' }, ...more },
      ),
    ),
  );
  if (isConfirmed) await db.transaction().execute((db) => confirmOrder(db, placed.id, { who: 'покупатель' }));
  return (await getOrder(db, placed.id))!;
}

const issue = (order: OrderView, kind: 'invoice' | 'delivery_note' = 'invoice') =>
  db.transaction().execute((db) => issueDocument(db, kind, order));

test('without requisites no document is issued, and the page knows it', async () => {
  const order = await invoiceOrder();
  await expect(issue(order)).rejects.toMatchObject({ code: 'no_requisites' });
  expect(await listDocuments(db, order)).toEqual([{ kind: 'invoice', is_ready: false }]);
  expect(await papersOfEmail(db, { order_id: order.id, event: 'placed' })).toEqual([]);
  await makeRequisites(db);
  expect(await listDocuments(db, order)).toEqual([{ kind: 'invoice', is_ready: true }]);
});

test('requisites are taken only when every number passes its control digits', () => {
  expect(SellerRequisites.safeParse(requisites).success).toBe(true);
  for (const [field, wrong] of [
    ['inn', '3525000102'],
    ['ogrn', '1263525000035'],
    ['account', '40702810400000000101'],
    ['correspondent_account', '30101810300000000998'],
    ['bank_name', 'x'.repeat(46)],
  ] as const) {
    const parsed = SellerRequisites.safeParse({ ...requisites, [field]: wrong });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(field);
  }
});

test('an invoice of an order that nobody has confirmed names no term: that of the money has not begun', async () => {
  await makeRequisites(db);
  const content = await issue(await invoiceOrder({}, false));
  expect(content.pay_until).toBeNull();
  const pdf = readPdf(await renderDocument(content));
  expect(pdf.text).not.toContain('Товары зарезервированы');
});

test('an invoice names what the order stores: prices, VAT inside by rate, the sum in words, and the payment code says the same', async () => {
  await makeRequisites(db);
  const order = await invoiceOrder();
  const content = await issue(order);
  const pdf = readPdf(await renderDocument(content));
  // 7 · 489,00 = 3 423,00 and 3 · 333,33 = 999,99.
  expect(order.total).toBe(342_300 + 99_999);
  expect(pdf.text).toContain(`Счёт на оплату № ${order.number} от`);
  expect(pdf.text).toContain('Смесь сухая М300');
  expect(pdf.text).toContain('7 меш. 489,00 22 % 3 423,00');
  expect(pdf.text).toContain('3 меш. 333,33 10 % 999,99');
  expect(pdf.text).toContain('Всего к оплате: 4 422,99');
  // 3423·22/122 = 617,26…; 999,99·10/110 = 90,908…
  expect(pdf.text).toContain('В том числе НДС 10 %: 90,91');
  expect(pdf.text).toContain('В том числе НДС 22 %: 617,26');
  expect(pdf.text).toContain('Четыре тысячи четыреста двадцать два рубля 99 копеек');
  expect(pdf.text).toContain('ООО «Ремонт и стройка», ИНН 7707083893');
  expect(pdf.text).toContain(`Товары зарезервированы до ${content.pay_until}`);
  const [day, month, year] = [content.date.slice(8), content.date.slice(5, 7), content.date.slice(0, 4)];
  expect(decodeQr(pdf)).toBe(
    [
      'ST00012|Name=ООО «ИДД»|PersonalAcc=40702810500000000101|BankName=Банк «Пример», г. Вологда|BIC=041999999',
      'CorrespAcc=30101810300000000999|Sum=442299',
      `Purpose=Оплата по счёту № ${order.number} от ${day}.${month}.${year}, в т.ч. НДС 708,17 руб.`,
      'PayeeINN=3525000101|KPP=352501001',
    ].join('|'),
  );
});

test('the same order gives the same bytes, also after the requisites and the firm have changed', async () => {
  await makeRequisites(db);
  const order = await invoiceOrder();
  const first = await renderDocument(await issue(order));
  await setRequisites(db, { ...requisites, name: 'ООО «Новое имя»' });
  const moved = await getOrder(db, order.id);
  expect((await renderDocument(await issue(moved!))).equals(first)).toBe(true);
  const rows = await db.selectFrom('documents').selectAll().where('order_id', '=', order.id).execute();
  expect(rows).toHaveLength(1);
  await makeRequisites(db);
});

test('two who open the invoice at once get the same one; other sums give a new revision', async () => {
  const order = await invoiceOrder({ coupon: 'VSEM' });
  const [a, b] = await Promise.all([issue(order), issue(order)]);
  expect(a).toEqual(b);
  expect(readPdf(await renderDocument(a)).text).toContain('Скидка, руб.');
  const changed = { ...order, total: order.total - 100 };
  const revised = await issue(changed);
  expect(revised.number).toBe(`${order.number}/2`);
});

test('a delivery note is there after the hand-over only, and says it is no счёт-фактура', async () => {
  const order = await invoiceOrder();
  await expect(issue(order, 'delivery_note')).rejects.toMatchObject({ code: 'not_found' });
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'Пётр' }));
  const done = (await getOrder(db, order.id))!;
  expect(documentKinds(done)).toEqual(['invoice', 'delivery_note']);
  const { text } = readPdf(await renderDocument(await issue(done, 'delivery_note')));
  expect(text).toContain(`Товарная накладная № ${order.number} от`);
  expect(text).toContain('7 489,00 2 805,74 22 % 617,26 3 423,00');
  expect(text).toContain('Итого без НДС: 3 714,82');
  expect(text).toContain('Счёт-фактурой не является');
});

test('a delivery note names what was given out by the acts, not what was ordered', async () => {
  const order = await invoiceOrder();
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'Пётр' }));
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'name', 'unit', 'count'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const act = await db
    .insertInto('handovers')
    .values({
      order_id: order.id,
      department_id_1c: '00131',
      staff_name: 'Пётр',
      recipient_name: 'Анна Смирнова',
      proof: 'code',
      is_last: true,
      at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [index, line] of lines.entries()) {
    const given = index === 0 ? 5 : 0;
    await db
      .insertInto('handover_lines')
      .values({
        handover_id: act.id,
        position: index + 1,
        order_line_id: line.id,
        name: line.name,
        unit: line.unit,
        expected: line.count,
        given,
        problem: 'shortage',
      })
      .execute();
  }
  const done = (await getOrder(db, order.id))!;
  const note = await issue(done, 'delivery_note');
  expect(note.lines).toMatchObject([{ count: 5, price: 48_900, sum: 5 * 48_900 }]);
  expect(note.total).toBe(5 * 48_900);
  expect((await issue(done)).total).toBe(order.total);
});

test('a private order has no papers, a cancelled one no invoice', async () => {
  expect(documentKinds({ company: null, payment_method: 'on_receipt', state: 'completed' })).toEqual([]);
  const company = { name: 'ООО «Ремонт и стройка»', inn: '7707083893' };
  expect(documentKinds({ company, payment_method: 'invoice', state: 'cancelled' })).toEqual([]);
  expect(documentKinds({ company, payment_method: 'on_receipt', state: 'completed' })).toEqual(['delivery_note']);
});

test('the email about the order carries the invoice; a long one has its heading on every page', async () => {
  const products = await Promise.all(
    Array.from({ length: 45 }, (_, n) =>
      makeProduct(db, { name: `Клей плиточный для тёплых полов и каминов, вид ${n}`, price: 10_000 + n }),
    ),
  );
  const placed = await db.transaction().execute(async (db) =>
    placeOrder(
      db,
      await orderPlace(db),
      orderInput(
        products.map((product) => [product, 2]),
        { payment: { method: 'invoice' }, company: { name: 'ИП Смирнова', inn: '500100732259' } },
      ),
    ),
  );
  const [paper, ...others] = await papersOfEmail(db, { order_id: placed.id, event: 'placed' });
  expect(others).toEqual([]);
  expect(paper?.name).toBe(`Счёт ${placed.number}.pdf`);
  const pdf = readPdf(paper!.content);
  expect(pdf.pages).toBeGreaterThan(1);
  expect(pdf.text.match(/Товары, работы, услуги/g)).toHaveLength(pdf.pages);
  expect(pdf.text).toContain(`Страница ${pdf.pages} из ${pdf.pages}`);
  expect(await papersOfEmail(db, { order_id: placed.id, event: 'ready' })).toEqual([]);
});
