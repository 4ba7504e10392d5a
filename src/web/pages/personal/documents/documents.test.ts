import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueDocument, listDocuments } from '#modules/documents/issue-document.ts';
import { ownPapersQuery, papersFoundQuery } from '#modules/documents/own-papers.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { unzip } from '#test/support/zip.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const app = await testApp(db);
const mix = await makeProduct(db, { on_hand: 10_000 });
const firm = await makeCompany(db);

async function member(role: 'owner' | 'purchaser' | 'accountant') {
  const user = await makeUser(db);
  await joinCompany(db, user, firm, role);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  return { user, visitor, company: { ...firm, role } };
}

/** An order of the firm with its papers issued. */
async function firmsOrder({ user, company }: Awaited<ReturnType<typeof member>>, isShipped = false) {
  const { id } = await orderBy(db, user, [[mix, 2]], { company, input: { payment: { method: 'invoice' } } });
  for (const state of isShipped ? (['assembling', 'ready', 'completed'] as const) : [])
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр' }));
  const order = ensure(await getOrder(db, id));
  for (const paper of await listDocuments(db, order))
    await db.transaction().execute((db) => issueDocument(db, paper, order));
  return order;
}

async function pay(order: { id: string }) {
  await sql`with p as (
      insert into payments (order_id, amount, method, provider, state, request, started_by, paid_at, created_at, changed_at)
      values (${order.id}, 100, 'card', 'demonstration', 'succeeded', '{}', 'x', now(), now(), now()) returning id)
    insert into receipts (payment_id, kind, items, sum, state, created_at, changed_at)
    select id, 'prepayment', jsonb_build_array(jsonb_build_object('name', 'Смесь', 'count', 1, 'price', 100)),
      100, 'succeeded', now(), now() from p`.execute(db);
}

test('papers of a firm’s orders stand each in a row of its own, the latest first, and every one of them opens', async () => {
  const owner = await member('owner');
  const [first, second] = [await firmsOrder(owner, true), await firmsOrder(owner)];
  const { text, html } = await owner.visitor.get('/personal/documents/');
  expect(text.indexOf(`Заказ ${second.number}`)).toBeLessThan(text.indexOf(`Заказ ${first.number}`));
  const row = (title: string, { number }: { number: number }, state: string) =>
    new RegExp(
      `${title} ?, PDF \\(в новом окне\\) от \\d\\d\\.\\d\\d\\.\\d{4} Заказ ${number} ${state}[\\d\\s]+(,\\d\\d)?\\s₽`,
    );
  expect(text, 'its day, its order, whether it is paid, its own sum').toMatch(
    row(`Счёт №\\s${second.number}`, second, 'Не оплачен, до \\d+\\s\\S+ '),
  );
  expect(html).toContain(`href="/personal/profile/company/${firm.id}/reconciliation/"`);
  expect((await owner.visitor.get('/personal/orders/active/')).html, 'the paper itself is one press away').toMatch(
    new RegExp(
      `aria-label="Скачать счёт, заказ ${second.number}"[^>]* href="/personal/orders/${second.id}/documents/invoice.pdf"`,
    ),
  );
  expect(text).toMatch(row('УПД №\\s\\S+', first, 'Товар выдан '));
  const addresses = [...html.matchAll(/href="(\/personal\/orders\/[^"]+\.pdf)"/g)].map(([, url = '']) => url);
  expect(addresses).toHaveLength(3);
  for (const url of addresses) expect((await owner.visitor.get(url)).status, url).toBe(200);
  const over = async () => (await owner.visitor.get('/personal/orders/completed/')).html;
  expect(await over(), 'and so is what came with the goods').toMatch(
    new RegExp(`aria-label="УПД, заказ ${first.number}"[^>]* href="/personal/orders/${first.id}/documents/upd.pdf"`),
  );
  expect(await over()).not.toContain(`Чек, заказ ${first.number}`);
  await pay(first);
  expect(await over()).toMatch(
    new RegExp(`aria-label="Чек, заказ ${first.number}"[^>]* href="/personal/orders/${first.id}/payment/"`),
  );
});

test('papers are narrowed by kind and by the days they were issued on, by links and a form alone; nothing found leads on', async () => {
  const own = await makeCompany(db, { inn: '7721581040', name: 'ООО «Сверка»' });
  const user = await makeUser(db);
  await joinCompany(db, user, own, 'owner');
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  const company = { ...own, role: 'owner' as const };
  const [older, newer] = [
    await firmsOrder({ user, company, visitor }, true),
    await firmsOrder({ user, company, visitor }),
  ];
  await sql`update documents set content = jsonb_set(content, '{date}', '"2026-11-01"')
    where order_id = ${older.id}::uuid`.execute(db);
  const plain = async (query = '') =>
    (await visitor.get(`/personal/documents/${query}`)).text.replace(/<!-- -->/g, '').replace(/[\s\u00a0]+/g, ' ');
  expect(await plain()).toMatch(/Все 3 Счета 2 УПД 1 /);
  const upd = await plain('?kind=upd');
  expect(upd).toContain(`Заказ ${older.number}`);
  expect(upd, 'of an order the papers of that kind alone').not.toMatch(new RegExp(`Счёт № |Заказ ${newer.number}`));
  // By the day the paper bears, whenever it was issued.
  const first = await plain('?from=2026-11-01&to=2026-11-01');
  expect(first).toMatch(/Все 2 Счета 1 УПД 1 /);
  expect(first).not.toContain(`Заказ ${newer.number}`);
  expect(await plain('?from=2026-10-01&to=2026-10-31')).not.toContain(`Заказ ${older.number}`);
  expect(await plain('?from=2026-11-02&to=2026-10-31'), 'crossed days are swapped').toContain(`Заказ ${older.number}`);
  const { html } = await visitor.get('/personal/documents/?kind=upd&from=2026-11-02');
  expect(html).toContain('<input type="hidden" name="kind" value="upd"/>');
  expect(html).toContain('href="/personal/documents/?from=2026-11-02"');
  expect(await plain('?kind=upd&from=2026-11-02')).toMatch(
    /За эти дни таких документов нет\. Документы других видов: 1 /,
  );
  for (const day of ['yesterday', '0000-01-01', '2026-02-30'])
    expect(await plain(`?kind=x&from=${day}`), 'what is not understood narrows nothing').toMatch(/Все 3 /);
  expect((await visitor.get('/personal/documents/?kind=upd&page=2')).status).toBe(404);
});

test('what is not paid is summed above the list, and leads to those invoices alone', async () => {
  const own = await makeCompany(db, { inn: '7736050003', name: 'ООО «Долг»' });
  const user = await makeUser(db);
  await joinCompany(db, user, own, 'accountant');
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  const buyer = await makeUser(db);
  const of = { user: buyer, visitor, company: { ...own, role: 'owner' as const } };
  const [due, other, paid] = [await firmsOrder(of), await firmsOrder(of), await firmsOrder(of)];
  await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', paid.id).execute();
  const plain = async (query = '') =>
    (await visitor.get(`/personal/documents/${query}`)).text.replace(/<!-- -->/g, '').replace(/[\s\u00a0]+/g, ' ');
  const all = await plain();
  const sum = formatPrice(due.total + other.total).replace(/\s/g, ' ');
  expect(all).toContain(`Не оплачено ${sum}, 2 счёта`);
  expect(all).toContain(`Заказ ${paid.number} Оплачен`);
  expect((await visitor.get('/personal/documents/')).html).toContain('href="/personal/documents/?kind=unpaid"');
  const unpaid = await plain('?kind=unpaid');
  for (const { number } of [due, other]) expect(unpaid).toContain(`Заказ ${number} Не оплачен`);
  expect(unpaid).not.toContain(`Заказ ${paid.number}`);
  expect(unpaid, 'the other kinds are counted as before').toMatch(/Все 3 Счета 3 /);
  await db.updateTable('orders').set({ payment_state: 'paid' }).where('company_id', '=', own.id).execute();
  expect(await plain()).not.toContain('Не оплачено');
  expect(await plain('?kind=unpaid')).toContain('Неоплаченных счетов нет.');
});

test('all papers of a filter are saved as one archive, by whoever may open them one by one, so many times an hour', async () => {
  const own = await makeCompany(db, { inn: '5024053441', name: 'ООО «Архив»' });
  const [user, buyer, accountant] = [await makeUser(db), await makeUser(db), await makeUser(db)];
  await joinCompany(db, user, own, 'owner');
  await joinCompany(db, buyer, own, 'purchaser');
  await joinCompany(db, accountant, own, 'accountant');
  const archive = async (who: typeof user, query = '') => {
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, who);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return app.inject({ url: `/personal/documents/export/${query}`, headers: { host: 'idd.localhost', cookie } });
  };
  const of = { user, visitor: formVisitor(app), company: { ...own, role: 'owner' as const } };
  const [shipped, open] = [await firmsOrder(of, true), await firmsOrder(of)];
  const { statusCode, headers, rawPayload } = await archive(accountant);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/zip');
  const files = unzip(rawPayload);
  expect([...files.keys()].sort()).toEqual([
    `Счёт ${shipped.number}.pdf`,
    `Счёт ${open.number}.pdf`,
    expect.stringMatching(/^УПД \d+ от \d{4}-\d\d-\d\d\.pdf$/),
  ]);
  for (const [name, pdf] of files) expect(pdf.subarray(0, 5).toString(), name).toBe('%PDF-');
  const invoices = await archive(user, '?kind=invoice&from=2020-01-01');
  expect([...unzip(invoices.rawPayload).keys()]).toHaveLength(2);
  expect(decodeURIComponent(String(invoices.headers['content-disposition']))).toContain('Документы с 2020-01-01.zip');
  expect((await archive(buyer)).statusCode, 'orders of others').toBe(404);
  expect((await archive(user, '?kind=receipt')).statusCode).toBe(404);
  const page = async (query = '') => {
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, user);
    return (await visitor.get(`/personal/documents/${query}`)).html;
  };
  expect(await page('?kind=invoice')).toMatch(
    /href="\/personal\/documents\/export\/\?kind=invoice"[^>]*>.*Скачать архив: .*2\sдокумента/s,
  );
  expect(await page('?kind=upd'), 'one has its own link').not.toContain('/documents/export/');
  await sql`update limits set count = 1000 where scope = 'paper archives' and key = ${user.id}`.execute(db);
  expect((await archive(user)).statusCode).toBe(429);
});

test('an accountant sees the papers of the firm, a purchaser those of their own orders, a stranger none', async () => {
  const [purchaser, other, accountant] = [
    await member('purchaser'),
    await member('purchaser'),
    await member('accountant'),
  ];
  const order = await firmsOrder(purchaser);
  expect((await purchaser.visitor.get('/personal/documents/')).text).toContain(`Заказ ${order.number}`);
  expect((await accountant.visitor.get('/personal/documents/')).text).toContain(`Заказ ${order.number}`);
  expect((await other.visitor.get('/personal/documents/')).text).toContain('Документов пока нет');
  const stranger = formVisitor(app);
  await signInVisitor(db, stranger, await makeUser(db));
  expect((await stranger.get('/personal/documents/')).text).toContain('Документов пока нет');
  expect((await formVisitor(app).get('/personal/documents/')).status).toBe(302);
});

test('the invoice of a cancelled order is gone from the list, as its address is', async () => {
  const purchaser = await member('purchaser');
  const order = await firmsOrder(purchaser);
  await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'Пётр', why: 'передумали' }));
  expect((await purchaser.visitor.get('/personal/documents/')).text).not.toContain(`Заказ ${order.number}`);
  expect((await purchaser.visitor.get(`/personal/orders/${order.id}/documents/invoice.pdf`)).status).toBe(404);
});

test('receipts of a private order lead to its payment; a page that is not there is a 404', async () => {
  const anna = await makeUser(db);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const order = await orderBy(db, anna, [[mix, 1]]);
  await pay(order);
  const { html, text } = await visitor.get('/personal/documents/');
  expect(text).toMatch(new RegExp(`Чек предоплаты от \\d\\d\\.\\d\\d\\.\\d{4} Заказ ${order.number} 1\\s₽`));
  expect(text, 'one kind is nothing to choose from').not.toMatch(/Все 1|Счета|УПД/);
  expect(html, 'a receipt is no file').not.toContain('/personal/documents/export/');
  expect((await visitor.get('/personal/documents/export/')).status).toBe(404);
  expect(html).toContain(`href="/personal/orders/${order.id}/payment/"`);
  expect((await visitor.get('/personal/documents/?page=2')).status).toBe(404);
});

test('the statement goes by the indexes of a person’s and a firm’s orders', async () => {
  const { user } = await member('owner');
  await sql`insert into orders (id, department_id_1c, price_column, payment_method, contact_name, contact_phone, contact_email,
      receiving_type, pickup_department_id_1c, goods_sum, total, weight_grams, pickup_code, secret_hash)
    select gen_random_uuid(), '00131', 'vologda', 'on_receipt', 'Кто-то', '+79210000000', 'x@pochta.example', 'pickup', '00131', 100, 100, 0,
      '000000', sha256(n::text::bytea) from generate_series(1, 5000) n`.execute(db);
  await sql`insert into payments (order_id, amount, method, provider, state, request, started_by, paid_at, created_at, changed_at)
    select id, 100, 'card', 'demonstration', 'succeeded', '{}', 'x', now(), now(), now() from orders where contact_name = 'Кто-то'`.execute(
    db,
  );
  await sql`insert into receipts (payment_id, kind, items, sum, state, created_at, changed_at)
    select id, 'prepayment', jsonb_build_array(jsonb_build_object('name', 'Смесь', 'count', 1, 'price', 100)),
      100, 'succeeded', now(), now() from payments p where not exists (select from receipts r where r.payment_id = p.id)`.execute(
    db,
  );
  await sql`analyze orders, payments, receipts, documents`.execute(db);
  const all = { kinds: ['invoice', 'upd', 'receipt'] as const, is_unpaid: false, from: null, to: null };
  for (const query of [ownPapersQuery(user.id, all, 1, 20), papersFoundQuery(user.id, all)]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (orders|payments|receipts|documents)/);
  }
});
