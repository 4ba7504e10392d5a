import { beforeAll, expect, test } from 'vitest';
import { listDepartments } from '#modules/departments/queries.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const urlOf = (id: string) => `/api/admin/branches/${id}`;
const get = (id: string, cookie = cast.headers.owner) => call(cast, cookie, { method: 'GET', url: urlOf(id) });
async function patch(id: string, body: object, cookie = cast.headers.owner) {
  const etag = String((await get(id)).headers.etag);
  return call(cast, cookie, { method: 'PATCH', url: urlOf(id), body, headers: { 'if-match': etag } });
}
const stored = async (id: string) => (await listDepartments(db)).find(({ id_1c }) => id_1c === id)!;

test('doubtful cases are refused at their fields until a person says that they are right', async () => {
  const { names_cases } = (await get('00052')).json().fields;
  const wrong = { ...names_cases, prepositional: names_cases.dative };
  const refused = await patch('00052', { names_cases: wrong });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().error.fields).toEqual({
    'names_cases.prepositional': 'Совпал с дательным. Ожидаем «Череповце»',
  });
  expect((await stored('00052')).names_cases).toEqual(names_cases);

  const empty = await patch('00052', { names_cases: { ...wrong, genitive: '' }, are_cases_sure: true });
  expect(empty.json().error.fields['names_cases.genitive']).toBe('Заполните');

  expect((await patch('00052', { names_cases: wrong, are_cases_sure: true })).statusCode).toBe(200);
  expect((await stored('00052')).names_cases).toEqual(wrong);
  const { items } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit' })).json();
  expect(items[0].words).toBe('Филиал «Череповец» изменён, падежи подтверждены');
  expect((await patch('00052', { names_cases })).statusCode).toBe(200);
});

test('hours with exceptions and telephones are set whole, and taken back from the journal', async () => {
  const before = (await get(branches.own)).json().fields;
  const change = {
    phones: ['+7 (8172) 26-44-44', '+7 (8172) 26-44-45'],
    hours: [{ weekday: 1, opens_minute: 510, closes_minute: 1140 }],
    hour_exceptions: [{ date: '2026-12-31', opens_minute: null, closes_minute: null, note: 'Новый год' }],
  };
  const saved = await patch(branches.own, change);
  expect(saved.json().fields).toEqual({ ...before, ...change });
  expect((await stored(branches.own)).phones.main).toBe('+7 (8172) 26-44-44|+7 (8172) 26-44-45');

  const { items } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit' })).json();
  expect(items[0]).toMatchObject({ resource: 'branches', department_id_1c: branches.own, can_be_undone: true });
  const undone = await call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/audit/${items[0].id}/undo` });
  expect(undone.statusCode).toBe(200);
  expect((await get(branches.own)).json().fields).toEqual(before);
});

test('what cannot be is refused in words', async () => {
  const fieldsOf = async (body: object) => (await patch(branches.own, body)).json().error.fields;
  const late = { weekday: 1, opens_minute: 1140, closes_minute: 510 };
  expect(Object.values(await fieldsOf({ hours: [late] }))).toEqual(['Закрытие раньше открытия']);
  const day = { date: '2026-12-31', opens_minute: null, closes_minute: null, note: null };
  expect(Object.values(await fieldsOf({ hour_exceptions: [day, day] }))).toEqual(['Дата названа дважды']);
  expect(Object.values(await fieldsOf({ phones: ['12'] }))).toEqual(['Неверный формат телефона']);
  expect(Object.values(await fieldsOf({ time_zone: 'Europe/Vologda' }))).toEqual(['Такого часового пояса нет']);
});

test('staff of one branch see it and its points alone', async () => {
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  const { items } = (await call(cast, header, { method: 'GET', url: '/api/admin/branches' })).json();
  expect(items.map(({ id }: { id: string }) => id)).toEqual([branches.own]);
  expect((await get('00132', header)).json()).toMatchObject({ branch_id_1c: branches.own, domain: null });
  expect((await get(branches.foreign, header)).statusCode).toBe(404);
});
