import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { aCompany, nextInn } from './admin/customer-examples.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const ask = (url: string, body?: object, cookie = cast.headers.owner, method: Call['method'] = body ? 'POST' : 'GET') =>
  call(cast, cookie, { method, url: `/api/admin${url}`, ...(body && { body }) });
async function patch(id: number, body: object, cookie = cast.headers.accounting) {
  const { headers } = await ask(`/companies/${id}`);
  const url = `/api/admin/companies/${id}`;
  return call(cast, cookie, { method: 'PATCH', url, body, headers: { 'if-match': String(headers.etag) } });
}
const fieldsOf = async (id: number, body: object) => (await patch(id, body)).json().error.fields;
const read = async (id: number) => (await ask(`/companies/${id}`)).json();
const emailsTo = async (address: string) =>
  (await db.selectFrom('mails').select('subject').where('to_address', '=', address).execute()).map(
    ({ subject }) => subject,
  );

async function asks(company_id: number, full_name: string) {
  const user = await makeUser(db, { full_name });
  const { rows } = await sql<{ id: number }>`
    insert into company_requests (company_id, user_id) values (${company_id}, ${user.id}::uuid) returning id`.execute(
    db,
  );
  return { ...user, request_id: Number(rows[0]?.id) };
}

test('firms that wait for a check or for an answer stand first; found by name and ИНН', async () => {
  const quiet = await makeCompany(db, { inn: nextInn(), name: 'АО «Тихий дом»' });
  const asked = await makeCompany(db, { inn: nextInn(), name: 'АО «Спорный дом»' });
  await asks(asked.id, 'Пётр Просящий');
  const waiting = await makeCompany(db, { inn: nextInn(), name: 'АО «Новый дом»', activated_at: null });
  const listed = async (filter: object) =>
    (await ask(`/companies?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json().items;
  const names = (await listed({ q: 'дом»' })).map(({ name }: { name: string }) => name);
  expect(names).toEqual(['АО «Новый дом»', 'АО «Спорный дом»', 'АО «Тихий дом»']);
  expect(await listed({ q: quiet.inn.slice(0, 9) })).toMatchObject([{ id: quiet.id, state: 'active' }]);
  expect(await listed({ state: ['waiting'], q: 'дом' })).toMatchObject([{ id: waiting.id }]);
  expect(await listed({ has_requests: true, q: 'дом' })).toMatchObject([{ id: asked.id, requests: 1 }]);
  expect(await listed({ q: "%' or 1=1 --" })).toEqual([]);
  const { customers } = (await ask('/counters')).json();
  expect(customers.count).toBe(2);
});

test('a firm that two people claim is checked once it is said who represents it; the other loses the claim', async () => {
  const id = await aCompany(cast, branches.own);
  const right = await asks(id, 'Роман Настоящий');
  const refused = await ask(`/companies/${id}/activate`, {});
  expect(refused.json().error.fields.owner).toBe(
    'На организацию претендует не один человек: укажите, кто её представляет',
  );
  const stranger = await makeUser(db);
  expect((await ask(`/companies/${id}/activate`, { owner: stranger.id })).statusCode).toBe(422);
  expect((await ask(`/companies/${id}/activate`, { owner: right.id })).statusCode).toBe(200);
  expect(await read(id)).toMatchObject({
    state: 'active',
    members: [{ full_name: 'Роман Настоящий', role: 'owner' }],
    requests: [],
  });
  expect(await emailsTo(right.email)).toEqual([expect.stringContaining('Цены для бизнеса открыты')]);

  expect((await ask(`/companies/${id}/suspend`, {})).statusCode).toBe(200);
  expect((await read(id)).state).toBe('suspended');
  expect((await ask('/audit')).json().items[0].words).toBe('ООО «Стройка»: цены для бизнеса закрыты');
});

test('numbers are checked in words; the ИНН changes until the firm was checked, to nobody else’s', async () => {
  const id = await aCompany(cast, branches.own);
  const other = await makeCompany(db, { inn: nextInn() });
  expect(await fieldsOf(id, { inn: '7707083890' })).toEqual({ inn: 'В ИНН неверная контрольная цифра' });
  expect(await fieldsOf(id, { inn: '77070838' })).toEqual({ inn: 'ИНН — 10 цифр, у предпринимателя 12' });
  expect(await fieldsOf(id, { inn: other.inn })).toEqual({ inn: 'Организация с этим ИНН уже есть' });
  expect(await fieldsOf(id, { kpp: '12' })).toEqual({ kpp: 'КПП — 9 знаков, например 770701001' });
  expect(await fieldsOf(id, { price_column: 'nothing' })).toEqual({ price_column: 'Колонки цен nothing нет' });
  await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
  expect(await fieldsOf(id, { price_column: 'zakupka' })).toEqual({ price_column: 'Это закупочные цены' });
  expect(await fieldsOf(id, { deferral_days: 400 })).toEqual({ deferral_days: 'До 365 дней' });
  expect((await patch(id, { credit_limit_kopecks: -1 })).statusCode).toBe(422);
  expect(await fieldsOf(id, { manager_phone: '123', manager_email: 'inna@' })).toEqual({
    manager_name: 'Обязательно для заполнения',
    manager_phone: 'Неверный формат телефона',
    manager_email: 'Неверный формат',
  });
  expect(await fieldsOf(id, { manager_name: 'Инна Осипова', manager_phone: '+375291234567' })).toEqual({
    manager_phone: 'Неверный формат телефона',
  });

  const inn = nextInn();
  const given = {
    inn,
    contract: '<b>№ 7</b> от 01.11.2026',
    credit_limit_kopecks: 10_000_000,
    deferral_days: 14,
    price_column: 'vologda_b2b',
    manager_name: 'Инна Осипова',
    manager_phone: '+79210000001',
  };
  const { rows } = await sql<{ column: string }>`
    select price_column as column from price_columns where is_b2b limit 1`.execute(db);
  const wanted = { ...given, price_column: rows[0]?.column ?? null };
  expect((await patch(id, wanted)).json().fields).toMatchObject(wanted);
  await ask(`/companies/${id}/activate`, {});
  expect(await fieldsOf(id, { inn: nextInn() })).toEqual({
    inn: 'Организация проверена: её ИНН стоит в документах и не меняется',
  });

  expect((await patch(id, { deferral_days: null })).json().fields.deferral_days).toBeNull();
  const [line] = (await ask('/audit')).json().items;
  expect(line).toMatchObject({ can_be_undone: true, before: { deferral_days: 14 }, after: { deferral_days: null } });
  expect((await ask(`/audit/${line.id}/undo`, {})).statusCode).toBe(200);
  expect((await read(id)).fields.deferral_days).toBe(14);
  expect((await patch(id, { contract: '№ 8' }, cast.headers.support)).statusCode).toBe(403);
});

test('people of a firm are added by email, change their role, go, and are let in when they ask', async () => {
  const id = await aCompany(cast, branches.own);
  const [early, late] = [await asks(id, 'Раиса Ранняя'), await asks(id, 'Павел Поздний')];
  const decide = (request: number, body: object) => ask(`/companies/${id}/requests/${request}/decide`, body);
  expect((await decide(early.request_id, { accept: true, role: 'purchaser' })).json().error.message).toBe(
    'Сначала проверьте организацию',
  );
  expect((await decide(late.request_id, { accept: false })).statusCode).toBe(200);
  expect((await decide(late.request_id, { accept: false })).statusCode).toBe(404);
  const [owner] = (await read(id)).members;
  await ask(`/companies/${id}/activate`, { owner: owner.user_id });
  expect((await decide(early.request_id, { accept: true, role: 'accountant' })).statusCode).toBe(200);
  expect(await emailsTo(early.email)).toHaveLength(1);

  const put = (body: object) => ask(`/companies/${id}/members`, body, cast.headers.accounting, 'PUT');
  expect((await put({ email: 'nobody@pochta.example', role: 'purchaser' })).json().error.fields.email).toBe(
    'Человека с подтверждённой почтой nobody@pochta.example нет',
  );
  expect((await put({ role: 'purchaser' })).json().error.fields.email).toBe('Укажите почту');
  const person = await makeUser(db, { full_name: 'Света Закупщик' });
  expect((await put({ email: person.email, role: 'purchaser' })).statusCode).toBe(200);
  expect((await put({ user_id: person.id, role: 'owner' })).statusCode).toBe(200);
  const roles = (await read(id)).members.map(({ full_name, role }: { full_name: string; role: string }) => [
    full_name,
    role,
  ]);
  expect(roles).toEqual([
    ['Пётр Закупкин', 'owner'],
    ['Раиса Ранняя', 'accountant'],
    ['Света Закупщик', 'owner'],
  ]);
  expect((await ask(`/companies/${id}/members/${person.id}/remove`, {})).statusCode).toBe(200);
  expect((await ask(`/companies/${id}/members/${person.id}/remove`, {})).statusCode).toBe(404);
});

test('what a firm owes: invoices with the day they are due, over the branches of the staff alone', async () => {
  const company = await makeCompany(db, { inn: nextInn(), deferral_days: 3, credit_limit_kopecks: 5_000 });
  const user = await makeUser(db);
  await joinCompany(db, user, company);
  const buys = (branch: string) =>
    orderBy(db, user, [[cast.product, 1]], {
      branch,
      company: { ...company, role: 'owner' },
      input: { payment: { method: 'invoice' }, company: { name: company.name, inn: company.inn } },
    });
  const [here, there] = [await buys(branches.own), await buys(branches.foreign)];
  await sql`
    update orders set state = 'completed', completed_at = now() - interval '4 days' where id = ${here.id}::uuid`.execute(
    db,
  );

  const all = (await ask(`/companies/${company.id}/money`)).json();
  expect(all).toMatchObject({ limit: 5_000, balance: expect.any(Number) });
  expect(all.unpaid).toMatchObject([
    { order_id: here.id, is_overdue: true, total: here.total },
    { order_id: there.id, is_overdue: false, due_at: null },
  ]);
  const { header } = await makeStaff(db, ['accounting'], { departments: [branches.own] });
  const own = (await ask(`/companies/${company.id}/money`, undefined, header)).json();
  expect(own).toMatchObject({ balance: null, unpaid: [{ order_id: here.id }] });
  expect((await ask(`/companies/${await aCompany(cast, branches.foreign)}`, undefined, header)).statusCode).toBe(404);
  await moveOrder(db, there.id, 'cancelled', { who: 'тест' });
  expect((await ask(`/companies/${company.id}/money`)).json().unpaid).toHaveLength(1);
});
