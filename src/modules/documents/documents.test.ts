import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeCompany } from '#modules/accounts/company-management.ts';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { closeShort, handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { decodeQr, readPdf } from '#test/support/pdf.ts';
import { makeRequisites, requisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { documentOfFile } from './document-content.ts';
import { hasInvoice, issueDocument, issueShipped, listDocuments, listIssued } from './issue-document.ts';
import { papersOfEmail } from './papers-of-email.ts';
import { documentFileName, renderDocument } from './render-document.ts';
import {
  dropBranchRequisites,
  readRequisites,
  SellerRequisites,
  setBranchRequisites,
  setRequisites,
} from './seller-requisites.ts';

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

const issue = (order: OrderView, kind: 'invoice' | 'upd' = 'invoice', part = 1) =>
  db.transaction().execute((db) => issueDocument(db, { kind, part }, order));

/** The order, taken through these states. */
async function moved(order: OrderView, ...states: ('assembling' | 'ready' | 'in_delivery' | 'completed')[]) {
  for (const state of states) await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'Пётр' }));
  return (await getOrder(db, order.id))!;
}

test('without requisites no document is issued, and the page knows it', async () => {
  const order = await invoiceOrder();
  await expect(issue(order)).rejects.toMatchObject({ code: 'no_requisites' });
  expect(await listDocuments(db, order)).toMatchObject([{ kind: 'invoice', is_ready: false }]);
  expect(await papersOfEmail(db, { order_id: order.id, event: 'placed' }, '')).toEqual([]);
  await makeRequisites(db);
  expect(await listDocuments(db, order)).toMatchObject([{ kind: 'invoice', is_ready: true }]);
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

test('[17] a new revision of an invoice asks for money at the account of today, the former one stays as it was', async () => {
  const order = await invoiceOrder();
  const first = await issue(order);
  await setRequisites(db, { ...requisites, account: '40702810200000000203', bik: '041999998' });
  expect(await issue(order)).toEqual(first);
  const revised = await issue({ ...order, total: order.total - 100 });
  expect([revised.number, revised.seller.account]).toEqual([`${order.number}/2`, '40702810200000000203']);
  const [kept] = await listIssued(db, order.id);
  const stored = await db
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', order.id)
    .where('revision', '=', 1)
    .executeTakeFirstOrThrow();
  expect(kept?.revision).toBe(1);
  expect(JSON.stringify(stored.content)).toContain(requisites.account);
  await makeRequisites(db);
});

test('an УПД is there once the goods have left: its columns, its sums, the seller’s and the buyer’s numbers', async () => {
  const buyer_number = 'ЗП-45/11';
  const building_site = 'ЖК «Северный», корпус 2';
  const firm = { name: 'ООО «Ремонт и стройка»', inn: '7707083893' };
  const order = await invoiceOrder({ company: { ...firm, buyer_number, building_site } });
  const own = `номер покупателя ${buyer_number}, объект: ${building_site}`;
  expect(readPdf(await renderDocument(await issue(order))).text).toContain(own);
  await db.transaction().execute((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 12' }));
  // What came above the total, by the same document.
  await sql`
    insert into payments (order_id, amount, method, provider, state, request, started_by, created_at, changed_at, paid_at)
    select order_id, 100, method, provider, state, request, started_by, created_at, changed_at, paid_at
    from payments where order_id = ${order.id}::uuid`.execute(db);
  await expect(issue(order, 'upd')).rejects.toMatchObject({ code: 'not_found' });
  const done = await moved(order, 'assembling', 'ready', 'completed');
  expect(await listDocuments(db, done)).toMatchObject([
    { kind: 'invoice', is_ready: true },
    { kind: 'upd', part: 1, is_ready: true },
  ]);
  const content = await issue(done, 'upd');
  expect(content.payment_documents).toHaveLength(1);
  const { text } = readPdf(await renderDocument(content));
  expect(text).toContain('Универсальный передаточный документ Статус: 1 ');
  expect(text).toContain(`Счёт-фактура № ${content.number} от`);
  expect(text).toContain('Исправление № — от — (1а)');
  expect(text).toContain('А 1 1а 1б 2 2а 3 4 5 6 7 8 9 10 10а 11');
  expect(text).toContain('ИНН/КПП продавца 3525000101/352501001 (2б)');
  expect(text).toContain('ИНН/КПП покупателя 7707083893 (6б)');
  expect(text).toContain('К платежно-расчетному документу № 12 от');
  expect(text).toContain(`заказ № ${order.number} от`);
  expect(text).toContain(own);
  // 7 · 489,00 = 3 423,00, of it 617,26 VAT of 22 %; 3 · 333,33 = 999,99, of it 90,91 of 10 %.
  expect(text).toContain('меш. 7 400,82 2 805,74 без акциза 22% 617,26 3 423,00');
  expect(text).toContain('меш. 3 303,03 909,08 без акциза 10% 90,91 999,99');
  expect(text).toContain('Всего к оплате (9) 3 714,82 Х 708,17 4 422,99');
});

test('[S2-18] delivery, unloading and lifting are lines of the first УПД', async () => {
  const order = await invoiceOrder();
  await sql`
    update orders set receiving_type = 'delivery', pickup_department_id_1c = null, delivery_address = 'Вологда, Мира, 10',
      delivery_price = 50000, carrying = 'stairs', carrying_floor = 4, carrying_price = 30500, total = total + 80500
    where id = ${order.id}`.execute(db);
  const content = await issue(await moved(order, 'assembling', 'in_delivery', 'completed'), 'upd');
  expect(content.lines.slice(2)).toMatchObject([
    { name: 'Доставка', sum: 50_000, vat: 9_016 },
    { sum: 30_500, vat: 5_500 },
  ]);
  expect(content.lines.reduce((sum, line) => sum + line.sum, 0)).toBe(content.total);
  const { text } = readPdf(await renderDocument(content));
  expect(text).toContain('усл. 1 409,84 409,84 без акциза 22% 90,16 500,00');
  expect(text).toContain('Всего к оплате (9) 4 374,66 Х 853,33 5 227,99');
});

test('every shipment has an УПД of its own with a number of its own; together they are what was paid', async () => {
  const order = await invoiceOrder({ coupon: 'VSEM' });
  await db.transaction().execute((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: '13' }));
  await moved(order, 'assembling', 'ready');
  const [first, second] = await waitingLines(db, order.id);
  const give = (lines: [number, number][]) =>
    db.transaction().execute((db) =>
      handOverLines(
        db,
        order.id,
        lines.map(([order_line_id, count]) => ({ order_line_id, count })),
        { who: 'Пётр' },
      ),
    );
  await give([[first!.order_line_id, 5]]);
  await give([
    [first!.order_line_id, 2],
    [second!.order_line_id, 3],
  ]);
  const done = (await getOrder(db, order.id))!;
  await db.transaction().execute((db) => issueShipped(db, done));
  const [one, two] = [await issue(done, 'upd', 1), await issue(done, 'upd', 2)];
  expect(one.lines.map(({ count }) => count)).toEqual([5]);
  expect(two.lines.map(({ count }) => count)).toEqual([2, 3]);
  expect(Number(two.number)).toBe(Number(one.number) + 1);
  expect(one.total + two.total).toBe(order.total);
  await expect(issue(done, 'upd', 3)).rejects.toMatchObject({ code: 'not_found' });
  expect(documentOfFile('upd-2.pdf')).toEqual({ kind: 'upd', part: 2 });
  for (const wrong of ['upd-1.pdf', 'upd-02.pdf', 'delivery-note.pdf', 'invoice-2.pdf.exe'])
    expect(documentOfFile(wrong)).toBeNull();
});

test('an УПД names what was given out, not what was ordered; other sums are a correction under the same number', async () => {
  const order = await invoiceOrder({ payment: { method: 'on_receipt' } });
  const ready = await moved(order, 'assembling', 'ready');
  const [first] = await waitingLines(db, order.id);
  const five = [{ order_line_id: first!.order_line_id, count: 5 }];
  await db.transaction().execute((db) => handOverLines(db, order.id, five, { who: 'Пётр' }));
  const note = await issue(ready, 'upd');
  expect(note.lines).toMatchObject([{ count: 5, price: 48_900, sum: 5 * 48_900 }]);
  expect(note.total).toBe(5 * 48_900);
  await db.transaction().execute((db) => closeShort(db, order.id, async () => {}, { who: 'Пётр' }));
  const done = (await getOrder(db, order.id))!;
  expect(await issue(done, 'upd')).toEqual(note);
  const lines = done.lines.map((line) => ({ ...line, sum: line.sum - 100 }));
  const fixed = await issue({ ...done, lines }, 'upd');
  expect(fixed).toMatchObject({ number: note.number, date: note.date, correction: { number: 1 } });
  expect(readPdf(await renderDocument(fixed)).text).toContain('Исправление № 1 от');
});

test('a seller free of VAT names none: the УПД has status 2, the invoice «не облагается»', async () => {
  await setRequisites(db, { ...requisites, is_vat_payer: false });
  const order = await invoiceOrder();
  const done = await moved(order, 'assembling', 'ready', 'completed');
  const { text } = readPdf(await renderDocument(await issue(done, 'upd')));
  expect(text).toContain('Статус: 2 ');
  expect(text).toContain('меш. 7 489,00 3 423,00 без акциза без НДС без НДС 3 423,00');
  expect(text).toContain('Всего к оплате (9) 4 422,99 Х без НДС 4 422,99');
  const invoice = readPdf(await renderDocument(await issue(done))).text;
  expect(invoice).toContain('не облагается');
  expect(invoice).not.toContain('с НДС');
  await makeRequisites(db);
});

test('a branch with requisites of its own writes its КПП, account, signature and index; issued papers stay as they were', async () => {
  const own = {
    ...requisites,
    kpp: '352845001',
    account: '40702810500000000101',
    director_post: 'Директор филиала',
    director_name: 'Серова А. П.',
  };
  const order = await invoiceOrder();
  const ready = await moved(order, 'assembling', 'ready', 'completed');
  const before = await issue(ready);
  await setBranchRequisites(db, order.branch.id_1c, SellerRequisites.parse({ ...own, paper_index: '3' }));

  expect(await issue(ready)).toEqual(before);
  const upd = await issue(ready, 'upd');
  expect(upd.number).toMatch(/^\d+\/3$/);
  expect(documentFileName(upd)).toBe(`УПД ${upd.number.replace('/', '-')} от ${upd.date}.pdf`);
  const paper = readPdf(await renderDocument(upd)).text;
  expect(paper).toContain(`Счёт-фактура № ${upd.number} от`);
  expect(paper).toContain('ИНН/КПП продавца 3525000101/352845001 (2б)');
  expect(paper).toContain('Серова А. П.');
  expect(paper).toContain('Статус: 1 ');
  const lines = ready.lines.map((line) => ({ ...line, sum: line.sum - 100 }));
  expect(await issue({ ...ready, lines }, 'upd')).toMatchObject({ number: upd.number, correction: { number: 1 } });

  const invoice = readPdf(await renderDocument(await issue(await invoiceOrder())));
  expect(decodeQr(invoice)).toContain('|KPP=352845001');
  expect(invoice.text).toContain('Серова А. П.');
  expect(await readRequisites(db, '00052')).toMatchObject({ kpp: requisites.kpp, paper_index: null });
  expect(await readRequisites(db, null)).toMatchObject({ kpp: requisites.kpp, paper_index: null });

  await dropBranchRequisites(db, order.branch.id_1c);
  expect(await readRequisites(db, order.branch.id_1c)).toMatchObject({ kpp: requisites.kpp, paper_index: null });
});

test('a private order has no papers, a cancelled one no invoice', async () => {
  const order = await invoiceOrder();
  expect(await listDocuments(db, { ...order, company: null })).toEqual([]);
  expect(hasInvoice({ ...order, state: 'cancelled' })).toBe(false);
  expect(hasInvoice({ ...order, payment_method: 'on_receipt' })).toBe(false);
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
  const [paper, ...others] = await papersOfEmail(db, { order_id: placed.id, event: 'placed' }, '');
  expect(others).toEqual([]);
  expect(paper?.name).toBe(`Счёт ${placed.number}.pdf`);
  const pdf = readPdf(paper!.content);
  expect(pdf.pages).toBeGreaterThan(1);
  expect(pdf.text.match(/Товары, работы, услуги/g)).toHaveLength(pdf.pages);
  expect(pdf.text).toContain(`Страница ${pdf.pages} из ${pdf.pages}`);
  expect(await papersOfEmail(db, { order_id: placed.id, event: 'ready' }, '')).toEqual([]);
});

test('[S2-18] an УПД names the firm as it is called on the day of the shipment, with the address and КПП of the same day', async () => {
  const firm = await makeCompany(db, { name: 'ООО «Прежнее»', legal_address: 'г. Вологда, ул. Старая, д. 1' });
  const boss = await makeUser(db);
  await joinCompany(db, boss, firm);
  const company = { ...firm, role: 'owner' as const };
  const input = { payment: { method: 'invoice' as const } };
  const { id } = await orderBy(db, boss, [[await makeProduct(db), 1]], { company, input });
  const order = (await getOrder(db, id))!;
  const invoice = await issue(order, 'invoice');
  const now = { name: 'ООО «Новое»', kpp: '352501001', legal_address: 'г. Вологда, ул. Новая, д. 2' };
  await db.transaction().execute((db) => changeCompany(db, firm.inn, now));
  await db.transaction().execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: '15' }));
  const upd = await issue(await moved(order, 'assembling', 'ready', 'completed'), 'upd');
  expect(upd.buyer).toEqual({ inn: firm.inn, ...now });
  expect((await issue(order, 'invoice')).buyer, 'the invoice stays as it was issued').toEqual(invoice.buyer);
});
