import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { mapGroup } from '#integrations/onec/map-group.ts';
import type { Db } from '#platform/database.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { ifMatch } from './admin/example.ts';
import { catalog, classifier, commerceml, good, group, groups, openImports, productOf } from './support/commerceml.ts';
import { testDatabase } from './support/database.ts';

const { db, url } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

async function ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const url = `/api/admin/categories/${path}`;
  const headers = method === 'PATCH' ? await ifMatch(cast, url) : {};
  const answer = await call(cast, cast.headers.owner, { method, url, headers, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json() };
}

const { import: take } = await openImports(url);
const send = (...declared: string[]) => take({ 'import.xml': commerceml(classifier(groups(...declared))) });

async function categoryOf(id_1c: string) {
  const { id } = await db.selectFrom('categories').select('id').where('id_1c', '=', id_1c).executeTakeFirstOrThrow();
  const { name, code, parent_id, is_on, own_fields } = (await ask('GET', String(id))).body;
  return { id, name, code, parent_id, is_on, own_fields };
}

test('[rule 6] what the back office changes of a category of 1C stays as it is until it is given back', async () => {
  await send(group('g7', '01 Смеси'));
  const { id, code } = await categoryOf('g7');
  await ask('PATCH', String(id), { name: 'Сухие смеси для дома', is_on: false });
  await ask('POST', `${id}/move`, { parent_id: cast.category.id, place: 0 });
  const ours = {
    ...{ id, code, name: 'Сухие смеси для дома', parent_id: cast.category.id, is_on: false },
    own_fields: ['is_on', 'name', 'parent_id'],
  };
  expect(await categoryOf('g7')).toEqual(ours);
  await send(group('g7', '02 Смеси сухие'));
  expect(await categoryOf('g7'), 'renamed by 1C').toEqual(ours);

  for (const field of ours.own_fields) expect((await ask('POST', `${id}/release`, { field })).status, field).toBe(200);
  const theirs = { id, code, name: '02 Смеси сухие', parent_id: null, is_on: true, own_fields: [] };
  expect(await categoryOf('g7')).toEqual(theirs);
  const again = await ask('POST', `${id}/release`, { field: 'name' });
  expect([again.status, again.body.error.message]).toEqual([422, 'Это поле и так ведёт 1С']);
  await send(group('g7', '03 Смеси'));
  expect(await categoryOf('g7')).toMatchObject({ name: '03 Смеси', own_fields: [] });
});

test('[rule 6] [3.10] a change of a category of 1C that is taken back leaves its fields to 1C, as does a move', async () => {
  await send(group('u1', 'Крепёж'), group('u2', 'Гвозди'));
  const [{ id }, parent] = [await categoryOf('u1'), await categoryOf('u2')];
  const undo = async (line: unknown) => {
    const url = `/api/admin/audit/${line}/undo`;
    return (await call(cast, cast.headers.owner, { method: 'POST', url })).statusCode;
  };
  const lastLine = async () => {
    const url = '/api/admin/audit?per_page=1';
    return (await call(cast, cast.headers.owner, { method: 'GET', url })).json().items[0].id;
  };
  await ask('PATCH', String(id), { is_on: false });
  await ask('PATCH', String(id), { name: 'Крепёж для дома', is_on: true });
  const renamed = await lastLine();
  await ask('POST', `${id}/move`, { parent_id: parent.id, place: 0 });
  expect((await categoryOf('u1')).own_fields).toEqual(['is_on', 'name', 'parent_id']);
  expect(await undo(await lastLine())).toBe(200);
  expect(await categoryOf('u1')).toMatchObject({ parent_id: null, own_fields: ['is_on', 'name'] });
  await send(group('u1', 'Крепёж и метизы'), group('u2', 'Гвозди'));
  expect(await undo(renamed)).toBe(200);
  expect(await categoryOf('u1'), 'led before, and what 1C said meanwhile').toMatchObject({
    ...{ name: 'Крепёж и метизы', is_on: false, own_fields: ['is_on'] },
  });
  // Taking back what was taken back takes the name again.
  expect(await undo(await lastLine())).toBe(200);
  expect(await categoryOf('u1')).toMatchObject({ name: 'Крепёж для дома', own_fields: ['is_on', 'name'] });
});

test('[rule 6] a category of the shop alone belongs to it, and one moved within its level stays with 1C', async () => {
  await send(group('g8', 'Краски'), group('g9', 'Лаки'));
  const { id } = await categoryOf('g8');
  await ask('POST', `${id}/move`, { parent_id: null, place: 1 });
  expect((await categoryOf('g8')).own_fields).toEqual([]);
  await ask('PATCH', String(cast.category.id), { is_on: false });
  expect((await ask('GET', String(cast.category.id))).body.own_fields).toEqual([]);
});

test('[rule 6] a name and a unit that the back office gives an attribute of 1C stay until they are given back', async () => {
  const declare = (name: string) => {
    const said = `<Ид>dlina</Ид><Наименование>${name}</Наименование><ТипЗначений>Число</ТипЗначений>`;
    const own = `<Свойства><Свойство>${said}</Свойство></Свойства>`;
    return take({ 'import.xml': commerceml(classifier(`${groups(group('g1', 'Доски'))}${own}`)) });
  };
  const read = async () => {
    const of = db.selectFrom('attributes').select(['id', 'name', 'unit']).where('id_1c', '=', 'dlina');
    return of.executeTakeFirstOrThrow();
  };
  await declare('Длина, мм');
  const { id, ...theirs } = await read();
  expect(theirs).toEqual({ name: 'Длина', unit: 'мм' });
  await declare('Длина доски, мм');
  expect(await read(), 'nobody has changed it').toMatchObject({ name: 'Длина доски' });
  const url = `/api/admin/attributes/${id}`;
  const own = (method: 'GET' | 'POST' | 'PATCH', url: string, given: object = {}) =>
    call(cast, cast.headers.owner, { method, url, ...given });
  await own('PATCH', url, { body: { name: 'Длина изделия' }, headers: await ifMatch(cast, url) });
  await declare('Размер в длину, см');
  expect(await read(), 'the name is the shop’s, the unit is not').toMatchObject({ name: 'Длина изделия', unit: 'см' });
  expect((await own('GET', `${url}/onec-words`)).json()).toEqual({ values: { name: 'Размер в длину', unit: 'см' } });
  expect((await own('POST', `${url}/release`)).statusCode).toBe(200);
  await declare('Длина, мм');
  expect(await read()).toMatchObject({ name: 'Длина', unit: 'мм' });
});

test('a group that 1C moves under one that the shop has put beneath it makes no ring', async () => {
  await send(group('a', 'Дом'), group('b', 'Сад'));
  const [a, b] = [await categoryOf('a'), await categoryOf('b')];
  await ask('POST', `${a.id}/move`, { parent_id: b.id, place: 0 });
  const summary = await send(group('a', 'Дом', group('b', 'Сад')));
  expect(summary.fields.refused).toMatchObject([{ id: 'b', reason: expect.stringContaining('место не изменено') }]);
  expect([(await categoryOf('a')).parent_id, (await categoryOf('b')).parent_id]).toEqual([b.id, null]);
  const back = await ask('POST', `${a.id}/release`, { field: 'parent_id' });
  expect([back.status, (await categoryOf('a')).parent_id]).toEqual([200, null]);
  // What stood in its way is gone: it goes where 1C has put it.
  expect((await send(group('a', 'Дом', group('b', 'Сад')))).groups).toMatchObject({ changed: 1, unchanged: 1 });
  expect([(await categoryOf('b')).parent_id, (await categoryOf('b')).own_fields]).toEqual([a.id, []]);
});

test('a category that the shop shows stays so under a rule, and its goods stand in it when 1C drops the group', async () => {
  const box = good('box', 'Ящик', '', { group: 'boxes' });
  const sent = (...declared: string[]) =>
    take({ 'import.xml': commerceml(classifier(groups(...declared)) + catalog([box], { changes: true })) });
  await sent(group('boxes', 'Ящики'), group('rest', 'Прочее'));
  const { id } = await categoryOf('boxes');
  await ask('PATCH', String(id), { is_on: false });
  await ask('PATCH', String(id), { is_on: true });
  const placeOf = async () => {
    const { rows } = await sql<{ category_id: number }>`
      select category_id from product_categories join products on id = product_id where id_1c = 'box'`.execute(db);
    return rows.map(({ category_id }) => category_id);
  };
  await sent(group('rest', 'Прочее'));
  expect(await categoryOf('boxes')).toMatchObject({ is_on: true, own_fields: ['is_on'] });
  expect(await placeOf()).toEqual([id]);
  await mapGroup(url, { group: 'boxes', rule: 'hidden' });
  await sent(group('boxes', 'Ящики'), group('rest', 'Прочее'));
  expect((await categoryOf('boxes')).is_on).toBe(true);
  expect((await productOf(db, 'box'))?.switched_off_at).not.toBeNull();
});

test('a move that meets a package which has written the same categories in another order is done behind it', async () => {
  await send(group('d1', 'Краны'), group('d2', 'Трубы'));
  const [first, second] = [await categoryOf('d1'), await categoryOf('d2')];
  const isWaitedFor = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };
  const touch = (db: Db, id: number) => sql`update categories set position = position + 5 where id = ${id}`.execute(db);
  // A connection looks for a deadlock once, when it has waited so long: the move, whose connection is new, after the
  // package waits for it on a slow machine too, and the package itself much later.
  await sql.raw(`alter database "${new URL(url).pathname.slice(1)}" set deadlock_timeout = '5s'`).execute(db);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`.execute(db);
  const moved = await db.transaction().execute(async (held) => {
    await sql`set local deadlock_timeout = '60s'`.execute(held);
    await touch(held, second.id);
    const moving = ask('POST', `${first.id}/move`, { parent_id: null, place: 0 });
    await expect.poll(isWaitedFor).toBe(true);
    await touch(held, first.id);
    return { moving };
  });
  expect((await moved.moving).status).toBe(200);
});
