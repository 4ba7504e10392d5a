import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueDocument, listDocuments } from '#modules/documents/issue-document.ts';
import { ownPapersQuery, papersFoundQuery } from '#modules/documents/own-papers.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

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

test('papers of a firm’s orders stand by order, the newest first, and every one of them opens', async () => {
  const owner = await member('owner');
  const [first, second] = [await firmsOrder(owner, true), await firmsOrder(owner)];
  const { text, html } = await owner.visitor.get('/personal/documents/');
  expect(text.indexOf(`Заказ ${second.number}`)).toBeLessThan(text.indexOf(`Заказ ${first.number}`));
  expect(text).toContain(`Счёт № ${second.number}`);
  expect(text, 'what it costs and whether it is paid').toMatch(
    /от \d\d\.\d\d\.\d{4} [\d\s]+(,\d\d)?\s₽ Не оплачен, до \d+ \S+/,
  );
  expect(html).toContain(`href="/personal/profile/company/${firm.id}/reconciliation/"`);
  expect((await owner.visitor.get('/personal/orders/active/')).html, 'the paper itself is one press away').toMatch(
    new RegExp(
      `aria-label="Скачать счёт, заказ ${second.number}"[^>]* href="/personal/orders/${second.id}/documents/invoice.pdf"`,
    ),
  );
  expect(text).toMatch(/УПД № \S+, PDF/);
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
  await sql`update documents set issued_at = '2026-11-01T00:30:00+03:00' where order_id = ${older.id}::uuid`.execute(
    db,
  );
  const plain = async (query = '') =>
    (await visitor.get(`/personal/documents/${query}`)).text.replace(/<!-- -->/g, '').replace(/[\s\u00a0]+/g, ' ');
  expect(await plain()).toMatch(/Все 3 Счета 2 УПД 1 /);
  const upd = await plain('?kind=upd');
  expect(upd).toContain(`Заказ ${older.number}`);
  expect(upd, 'of an order the papers of that kind alone').not.toMatch(new RegExp(`Счёт № |Заказ ${newer.number}`));
  // By the clock of the branch; by that of Greenwich it was October still.
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
  expect(text).toMatch(/Чек предоплаты от \d\d\.\d\d\.\d{4}, 1 ₽/);
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
  const all = { kind: null, from: null, to: null };
  for (const query of [ownPapersQuery(user.id, all, 1, 20), papersFoundQuery(user.id, all)]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (orders|payments|receipts|documents)/);
  }
});
