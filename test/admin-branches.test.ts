import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { changeColumns } from '#modules/departments/branch-columns.ts';
import { listDepartments } from '#modules/departments/queries.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { listDeliveryZones, quoteDelivery } from '#modules/orders/delivery.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { readDeliveryTerms, saveDeliveryTerms } from '#modules/orders/save-delivery.ts';
import { ensure } from '#shared/ensure.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { newBranch } from './admin/examples.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';
import { makeRequisites, requisites } from './support/requisites.ts';
import { makeProduct } from './support/shop.ts';

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

test('[3.10] doubtful cases that a person confirmed come back with the change that is taken back', async () => {
  const { names_cases } = (await get('00052')).json().fields;
  const wrong = { ...names_cases, prepositional: names_cases.dative };
  await patch('00052', { names_cases: wrong, are_cases_sure: true });
  const line = (await patch('00052', { names_cases })).headers['audit-line'];
  const undone = await call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/audit/${line}/undo` });
  expect(undone.statusCode).toBe(200);
  expect((await stored('00052')).names_cases).toEqual(wrong);
  await patch('00052', { names_cases });
});

test('[2.2] a draft waits with doubtful cases when its author says that they are right, and is taken back too', async () => {
  const { names_cases } = (await get('00052')).json().fields;
  const wrong = { ...names_cases, prepositional: names_cases.dative };
  const url = `${urlOf('00052')}/draft`;
  const { etag } = (await get('00052')).headers;
  const save = (fields: object) =>
    call(cast, cast.headers.owner, { method: 'PUT', url, body: { fields, version: null, etag } });
  expect((await save({ names_cases: wrong })).json().error.fields).toHaveProperty(['names_cases.prepositional']);
  expect((await save({ names_cases: wrong, are_cases_sure: true })).statusCode).toBe(200);
  const publish = { method: 'POST', url: `${url}/publish`, body: { version: 1 } } as const;
  const published = await call(cast, cast.headers.owner, publish);
  expect(published.statusCode).toBe(200);
  expect((await stored('00052')).names_cases).toEqual(wrong);
  const { id } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit' })).json().items[0];
  expect(
    (await call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/audit/${id}/undo` })).statusCode,
  ).toBe(200);
  expect((await stored('00052')).names_cases).toEqual(names_cases);
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

test('[S9-11] the place on the map and the code of Yandex.Webmaster are set, and the code stands in the pages of that branch', async () => {
  const set = await patch(branches.own, { latitude: '59,2205', longitude: '39.8915', verification_code: 'a1b2c3d4' });
  expect(set.json().fields).toMatchObject({ latitude: 59.2205, longitude: 39.8915, verification_code: 'a1b2c3d4' });
  const page = await cast.app.inject({ url: '/contacts/', headers: { host: 'idd.localhost', accept: 'text/html' } });
  expect(page.body).toContain('<meta name="yandex-verification" content="a1b2c3d4"/>');
});

test('[S2-03] the way in, parking and services of a point are set one by one, taken back, and may wait in a draft', async () => {
  const point = '00132';
  const inContacts = async (words: string) => {
    const page = await cast.app.inject({ url: '/contacts/', headers: { host: 'idd.localhost', accept: 'text/html' } });
    return page.body.includes(words);
  };
  const before = (await get(point)).json().fields;
  expect(before).toMatchObject({ way_in: '', parking: '', services: [], entrance_image: null });
  const change = { way_in: 'Дверь за шлагбаумом', services: ['Распил листа', 'Колеровка'] };
  const saved = await patch(point, { ...change, services: [...change.services, ' '] });
  expect(saved.json().fields).toEqual({ ...before, ...change });
  const parked = await patch(point, { parking: 'У погрузки' });
  expect(parked.json().fields).toEqual({ ...before, ...change, parking: 'У погрузки' });
  await expect.poll(() => inContacts('шлагбаумом')).toBe(true);

  const { items } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit' })).json();
  expect(items[1]).toMatchObject({ resource: 'branches', department_id_1c: branches.own, can_be_undone: true });
  expect((await post(`/api/admin/audit/${items[1].id}/undo`)).statusCode).toBe(200);
  expect((await get(point)).json().fields).toEqual({ ...before, parking: 'У погрузки' });

  const { etag } = (await get(point)).headers;
  const url = `${urlOf(point)}/draft`;
  const body = { fields: { way_in: 'Калитка слева' }, version: null, etag };
  expect((await call(cast, cast.headers.owner, { method: 'PUT', url, body })).statusCode).toBe(200);
  expect(await inContacts('Калитка')).toBe(false);
  expect((await post(`${url}/publish`, { version: 1 })).statusCode).toBe(200);
  await expect.poll(() => inContacts('Калитка')).toBe(true);

  const refusedOf = async (wrong: object) => (await patch(point, wrong)).json().error.fields;
  expect(await refusedOf({ way_in: 'я'.repeat(401) })).toEqual({ way_in: 'Максимум 400 символов' });
  expect(await refusedOf({ services: ['Доставка', 'я'.repeat(81)] })).toEqual({ 'services.1': 'Максимум 80 символов' });
  expect(await refusedOf({ services: ['Распил', 'Распил '] })).toEqual({ services: 'Услуга названа дважды' });
  const many = Array.from({ length: 21 }, (_, at) => `Услуга ${at}`);
  expect(await refusedOf({ services: many })).toEqual({ services: 'Максимум 20 услуг' });
});

test('[S2-03] the picture of an entrance stays among the files once a point names it, and is taken back from the journal', async () => {
  const point = '00132';
  const file = `uploads/ab/${'ab'.repeat(16)}.webp`;
  await db.insertInto('uploads').values({ file, kind: 'picture', name: 'dver.jpg', size_bytes: 1_000 }).execute();
  const isShown = async () => {
    const page = await cast.app.inject({ url: '/contacts/', headers: { host: 'idd.localhost', accept: 'text/html' } });
    return page.body.includes(file);
  };
  const refused = await patch(point, { entrance_image: '../secret.webp' });
  expect(refused.json().error.fields).toEqual({ entrance_image: 'Такого файла нет' });
  const saved = await patch(point, { entrance_image: file });
  expect(saved.json().fields.entrance_image).toBe(file);
  const kept = await db.selectFrom('uploads').select('linked_at').where('file', '=', file).executeTakeFirstOrThrow();
  expect(kept.linked_at).not.toBeNull();
  await expect.poll(isShown).toBe(true);
  expect((await post(`/api/admin/audit/${saved.headers['audit-line']}/undo`)).statusCode).toBe(200);
  expect((await get(point)).json().fields.entrance_image).toBeNull();
  await expect.poll(isShown).toBe(false);
});

test('what cannot be is refused in words', async () => {
  const fieldsOf = async (body: object) => (await patch(branches.own, body)).json().error.fields;
  const late = { weekday: 1, opens_minute: 1140, closes_minute: 510 };
  expect(Object.values(await fieldsOf({ hours: [late] }))).toEqual(['Закрытие раньше открытия']);
  const day = { date: '2026-12-31', opens_minute: null, closes_minute: null, note: null };
  expect(Object.values(await fieldsOf({ hour_exceptions: [day, day] }))).toEqual(['Дата названа дважды']);
  expect(Object.values(await fieldsOf({ phones: ['12'] }))).toEqual(['Неверный формат телефона']);
  expect(Object.values(await fieldsOf({ time_zone: 'Europe/Vologda' }))).toEqual(['Такого часового пояса нет']);
  expect(Object.values(await fieldsOf({ latitude: 'Вологда' }))).toEqual(['Укажите число: 59,2205']);
  expect(Object.values(await fieldsOf({ latitude: '95', longitude: '39,8915' }))).toEqual(['От 40 до 82°']);
  expect(Object.values(await fieldsOf({ latitude: null, longitude: '39,8915' }))).toEqual([
    'Укажите и широту, и долготу',
  ]);
  expect(Object.values(await fieldsOf({ verification_code: '<meta name="x">' }))).toEqual([
    'Только код из тега: латинские буквы, цифры, «-» и «_»',
  ]);
});

test('staff of one branch see it and its points alone', async () => {
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  const { items } = (await call(cast, header, { method: 'GET', url: '/api/admin/branches' })).json();
  expect(items.map(({ id }: { id: string }) => id)).toEqual([branches.own]);
  expect((await get('00132', header)).json()).toMatchObject({ branch_id_1c: branches.own, domain: null });
  expect((await get(branches.foreign, header)).statusCode).toBe(404);
});

const post = (url: string, body?: object, cookie = cast.headers.owner) =>
  call(cast, cookie, { method: 'POST', url, ...(body && { body }) });

test('a branch is prepared unseen, says what it lacks, and is in the shop once it is opened', async () => {
  const branch = newBranch();
  const made = await post('/api/admin/branches', branch);
  expect(made.statusCode, made.body).toBe(201);
  const shown = (await get(branch.id_1c)).json();
  const column = `kotlas_${branch.id_1c}`;
  expect(shown).toMatchObject({ is_draft: true, base_price: column, b2b_price: `${column}_b2b`, name: 'Котлас' });
  expect(shown.fields.hours).toEqual((await get(branches.own)).json().fields.hours);
  const home = () =>
    cast.app.inject({ url: '/', headers: { host: `${branch.domain}.idd.localhost`, accept: 'text/html' } });
  expect((await home()).statusCode).toBe(404);

  const early = await post(`/api/admin/branches/${branch.id_1c}/open`);
  expect([early.statusCode, early.json().error.message]).toEqual([
    422,
    `Филиал пока нельзя открыть: Цены в колонке «Котлас»; Остатки на складе «Котлас: ${branch.address}»`,
  ]);
  const product = await makeProduct(db, { price_column: column, price: 12_300, name: 'Смесь котласская' });
  await db
    .insertInto('stock')
    .values({ store: `store${branch.id_1c}`, product_id: product.id, on_hand: 5, on_hand_base: 150 })
    .execute();
  expect((await post(`/api/admin/branches/${branch.id_1c}/open`)).statusCode).toBe(200);
  await expect.poll(async () => (await home()).statusCode).toBe(200);
  const page = await cast.app.inject({
    url: `/product/${product.slug}/`,
    headers: { host: `${branch.domain}.idd.localhost`, accept: 'text/html' },
  });
  expect(page.body).toContain('123 ₽');
  expect(page.body).toContain('в Котласе');
  expect((await get(branch.id_1c)).json()).toMatchObject({ is_draft: false });
  expect((await post(`/api/admin/branches/${branch.id_1c}/open`)).statusCode).toBe(404);
});

test('a new branch takes over menus, delivery in the city and texts of another, as far as they are ticked', async () => {
  await db
    .insertInto('dynamic_menus')
    .values({ department_id_1c: branches.own, category_id: cast.category.id })
    .execute();
  const link = { place: 'header' as const, name: 'Рядом с домом', url: '/delivery/', department_id_1c: branches.own };
  await addMenuLink(db, link);
  await addMenuLink(db, { ...link, name: 'Ещё не решили', url: '/pay/', is_draft: true });
  const zone = { id: null, days_min: 0, days_max: 1, slots: [{ opens_minute: 600, closes_minute: 840, places: 5 }] };
  const rates = [{ up_to_grams: 1_500_000, price_kopecks: 39_000, vehicle: 'Газель' }];
  await saveDeliveryTerms(db, branches.own, {
    zones: [
      { ...zone, name: 'Вологда', places: ['Вологда'], rates },
      { ...zone, name: 'Пригород', places: ['Молочное'], rates },
    ],
    carrying: [],
    transfers: [],
  });
  const texts = { kind: 'category' as const, department_id_1c: branches.own };
  await setSeoText(db, { ...texts, key: 'suhie-smesi' }, { title: 'Смеси: {region}' });
  await setSeoText(db, { ...texts, key: 'kraski' }, { title: 'Краски в Вологде' });
  const takenOver = async (more: object) => {
    const branch = newBranch();
    const made = await post('/api/admin/branches', { ...branch, ...more });
    expect(made.statusCode, made.body).toBe(201);
    const of = branch.id_1c;
    const links = await db.selectFrom('menu_links').select('name').where('department_id_1c', '=', of).execute();
    const seo = await db.selectFrom('seo_texts').select('key').where('department_id_1c', '=', of).execute();
    return {
      links: links.map(({ name }) => name),
      categories: await db
        .selectFrom('dynamic_menus')
        .select('category_id')
        .where('department_id_1c', '=', of)
        .execute(),
      zones: (await readDeliveryTerms(db, of)).zones.map(({ id: _, ...terms }) => terms),
      texts: seo.map(({ key }) => key),
    };
  };
  const { id: _, ...terms } = zone;
  expect(await takenOver({})).toEqual({
    links: ['Рядом с домом'],
    categories: [{ category_id: cast.category.id }],
    zones: [{ ...terms, name: 'Котлас', places: ['котлас'], rates }],
    texts: ['suhie-smesi'],
  });
  expect(await takenOver({ copies: [] })).toEqual({ links: [], categories: [], zones: [], texts: [] });
});

test('where a branch brings goods from is kept with its delivery: no point, not itself, no days backwards', async () => {
  const url = `/api/admin/delivery/${branches.own}`;
  const { owner } = cast.headers;
  const asked = () => call(cast, owner, { method: 'GET', url });
  const read = async () => (await asked()).json();
  const save = async (transfers: object[]) => {
    const headers = { 'if-match': String((await asked()).headers.etag) };
    return call(cast, owner, { method: 'PATCH', url, body: { transfers }, headers });
  };
  const before = await read();
  expect(before.transfers).toEqual([]);
  expect(before.others.map(({ id_1c }: { id_1c: string }) => id_1c)).toContain(branches.foreign);
  const row = { from_id_1c: branches.foreign, days_min: 2, days_max: 3 };
  expect((await save([row])).statusCode).toBe(200);
  expect((await read()).transfers).toEqual([row]);
  for (const [wrong, field] of [
    [{ ...row, from_id_1c: branches.own }, 'transfers.0.from_id_1c'],
    [{ ...row, days_max: 1 }, 'transfers.0.days_max'],
    [{ ...row, days_min: 0 }, 'transfers.0.days_min'],
  ] as const) {
    const refused = await save([wrong]);
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().error.fields)).toContain(field);
  }
  expect((await save([])).statusCode).toBe(200);
});

test('codes, domains and cases of a new branch are checked; only those who work everywhere make one', async () => {
  const fieldsOf = async (change: object) =>
    (await post('/api/admin/branches', { ...newBranch(), ...change })).json().error.fields;
  expect(await fieldsOf({ id_1c: branches.own })).toEqual({ id_1c: 'Код занят: Вологда' });
  expect(await fieldsOf({ id_1c: '00012' })).toEqual({ id_1c: 'Код 00012 занят складом главного филиала' });
  expect(await fieldsOf({ id_1c: '12' })).toEqual({ id_1c: 'Код — 5 цифр, как в 1С' });
  const { domain } = (await get(branches.foreign)).json();
  expect(await fieldsOf({ domain })).toEqual({ domain: 'Домен занят: Череповец' });
  expect(await fieldsOf({ domain: 'две точки' })).toEqual({ domain: 'Домен — латинские буквы, цифры и дефисы' });
  const { names_cases } = newBranch();
  expect(await fieldsOf({ names_cases: { ...names_cases, genitive: '' } })).toEqual({
    'names_cases.genitive': 'Заполните',
  });
  expect(await fieldsOf({ like: '99999' })).toEqual({ like: 'Такого филиала нет' });
  const own = await makeStaff(db, ['owner'], { departments: [branches.own] });
  const cookie = Object.entries(own.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  expect((await post('/api/admin/branches', newBranch(), cookie)).statusCode).toBe(403);
});

test('a new pickup point has the hours of its branch and is offered to buyers', async () => {
  const id_1c = '70999';
  const url = `/api/admin/branches/${branches.own}/points`;
  const body = { id_1c, name_for_site: 'Льнокомбинат', address: 'ул. Самойло, 30' };
  expect((await post(url, body)).statusCode).toBe(201);
  const point = await stored(id_1c);
  expect(point).toMatchObject({ branch_id_1c: branches.own, is_pick_up_point: true, address: 'ул. Самойло, 30' });
  expect(point.hours).toEqual((await stored(branches.own)).hours);
  await expect
    .poll(async () => {
      const page = await cast.app.inject({
        url: '/contacts/',
        headers: { host: 'idd.localhost', accept: 'text/html' },
      });
      return page.body.includes('ул. Самойло, 30');
    })
    .toBe(true);
  expect((await post('/api/admin/branches/99999/points', { ...body, id_1c: '70998' })).statusCode).toBe(404);
});

test('zones with prices and hours are set whole and taken back; a place stands in one zone', async () => {
  const url = `/api/admin/delivery/${branches.own}`;
  const read = async () => (await call(cast, cast.headers.owner, { method: 'GET', url })).json();
  const save = async (body: object) => {
    const etag = String((await call(cast, cast.headers.owner, { method: 'GET', url })).headers.etag);
    return call(cast, cast.headers.owner, { method: 'PATCH', url, body, headers: { 'if-match': etag } });
  };
  const zone = (name: string, places: string[], more = {}) => ({
    id: null,
    name,
    places,
    days_min: 0,
    days_max: 1,
    slots: [],
    rates: [{ up_to_grams: 30_000, price_kopecks: 39_000, vehicle: 'легковая' }],
    ...more,
  });
  const slots = [{ opens_minute: 540, closes_minute: 720, places: 3 }];
  const saved = await save({ zones: [zone('Город', ['Вологда ', 'п. Молочное', 'вологда'], { slots })] });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.json().zones).toMatchObject([{ name: 'Город', places: ['Вологда', 'п Молочное'], slots }]);
  expect(quoteDelivery(await listDeliveryZones(db, branches.own), 'Вологда, ул. Мира, 1', 20_000)).toMatchObject({
    price: 39_000,
  });

  const [town] = saved.json().zones;
  const swapped = await save({ zones: [zone('Район', ['Сокол']), { ...town, name: 'Вологда' }] });
  expect(swapped.json().zones).toMatchObject([{ name: 'Район' }, { id: town.id, name: 'Вологда' }]);
  const named = await save({ zones: [{ ...town, name: 'Район' }, zone('Вологда', ['сокол'])] });
  expect(named.json().zones).toMatchObject([{ id: town.id, name: 'Район' }, { name: 'Вологда' }]);

  const fieldsOf = async (zones: object[]) => (await save({ zones })).json().error.fields;
  expect(await fieldsOf([zone('А', ['Ёлкино']), zone('Б', ['елкино'])])).toEqual({
    'zones.1.places': '«Елкино» уже есть в зоне «А»',
  });
  expect(await fieldsOf([zone('А', ['Сокол'], { days_min: 3 })])).toEqual({ 'zones.0.days_max': 'Меньше, чем «от»' });
  expect(await fieldsOf([zone('А', ['Сокол'], { rates: [] })])).toEqual({
    'zones.0.rates': 'Назовите хотя бы одну цену',
  });
  const carrying = [{ kind: 'stairs', step_grams: 50_000, price_kopecks: 1_800, min_kopecks: 30_000 }];
  expect((await save({ carrying })).json().carrying).toEqual(carrying);

  const before = await read();
  await save({ zones: [] });
  const { items } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit' })).json();
  const undone = await post(`/api/admin/audit/${items[0].id}/undo`);
  expect(undone.statusCode, undone.body).toBe(200);
  const withoutIds = (zones: { id: number }[]) => zones.map(({ id: _, ...rest }) => rest);
  expect(withoutIds((await read()).zones)).toEqual(withoutIds(before.zones));
});

test('a branch has requisites of its own: its pages name them, a wrong account is refused, they are taken back', async () => {
  await db.deleteFrom('seller_requisites').execute();
  const url = `${urlOf('00052')}/requisites`;
  const { name: _, inn: _inn, ogrn: _ogrn, ...ownBank } = requisites;
  const read = () => call(cast, cast.headers.owner, { method: 'GET', url });
  const page = async (path: string, host: string) =>
    (await cast.app.inject({ url: path, headers: { host, accept: 'text/html' } })).body;
  const save = async (body: object) =>
    call(cast, cast.headers.owner, {
      method: 'PATCH',
      url,
      body,
      headers: { 'if-match': String((await read()).headers.etag) },
    });
  expect((await save({ is_own: true, ...ownBank })).json().error.message).toMatch(/^Сначала укажите/);
  await makeRequisites(db);
  expect((await read()).json().value).toMatchObject({ is_own: false, kpp: requisites.kpp, paper_index: null });

  const wrong = await save({ is_own: true, account: '40702810900000000101', paper_index: 'три' });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().error.fields).toEqual({
    account: 'Расчётный счёт не подходит к БИК',
    paper_index: 'Индекс подразделения — от 1 до 4 цифр',
  });
  expect((await read()).json().value).toMatchObject({ is_own: false });

  const saved = await save({ is_own: true, kpp: '352845001', paper_index: '3', director_name: '<b>Серова</b>' });
  expect(saved.json().value).toMatchObject({ is_own: true, kpp: '352845001', paper_index: '3' });
  expect(await readRequisites(db, '00052')).toMatchObject({ kpp: '352845001', name: requisites.name });
  expect(await readRequisites(db, '00131')).toMatchObject({ kpp: requisites.kpp });
  for (const path of ['/pay/', '/contacts/']) {
    const own = await page(path, 'cherepovets.idd.localhost');
    expect(own, path).toContain('352845001');
    expect(own, path).not.toContain('<b>Серова</b>');
    expect(await page(path, 'idd.localhost'), path).not.toContain('352845001');
  }

  const { items } = (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit' })).json();
  expect(items[0]).toMatchObject({ words: 'Реквизиты филиала «Череповец» изменены', department_id_1c: '00052' });
  await call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/audit/${items[0].id}/undo` });
  expect((await read()).json().value).toMatchObject({ is_own: false, kpp: requisites.kpp });

  const ofPoint = await call(cast, cast.headers.owner, { method: 'GET', url: `${urlOf('00132')}/requisites` });
  expect(ofPoint.statusCode).toBe(404);
});

test('[2.6] the list says of each branch how much of it is filled in and when 1C last filled its store', async () => {
  const ofOwn = async () =>
    (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/branches' }))
      .json()
      .items.find(({ id }: { id: string }) => id === branches.own);
  const before = await ofOwn();
  expect(before.readiness).toHaveLength(13);
  const lacking = { words: 'Почтовый индекс', is_done: false, is_needed: false, part: 'main' };
  await db.updateTable('departments').set({ postal_code: null }).where('id_1c', '=', branches.own).execute();
  expect((await ofOwn()).readiness).toContainEqual(lacking);
  expect(before.exchanged_at).toBe(null);
  const at = new Date('2026-11-20T09:00:00Z');
  await sql`
    insert into onec_warehouses (id_1c, name, store) values ('w-1', 'Склад Вологда', 'store12')`.execute(db);
  await sql`
    insert into onec_packages (source, state, summary, started_at, finished_at)
    values ('проба', 'imported', '{}', ${at}, ${at})`.execute(db);
  expect((await ofOwn()).exchanged_at).toBe(at.toISOString());
});

test('[2.6] other price columns of a branch: what they mean is told first, what would break it is refused', async () => {
  const url = `/api/admin/branches/${branches.foreign}`;
  const { base_price, b2b_price } = (await get(branches.foreign)).json();
  await db
    .insertInto('price_columns')
    .values({ price_column: 'cost_of_test', name: 'Закупка', is_cost: true })
    .execute();
  await db.insertInto('price_columns').values({ price_column: 'empty_of_test', name: 'Пустая' }).execute();
  const [here, both] = [await makeProduct(db, { price_column: base_price, price: 100 }), await makeProduct(db, {})];
  await db
    .insertInto('prices')
    .values([
      { price_column: base_price, product_id: both.id, price: 100 },
      { price_column: 'vologda', product_id: here.id, price: 50 },
    ])
    .onConflict((conflict) => conflict.columns(['price_column', 'product_id']).doNothing())
    .execute();
  const order = await orderBy(db, cast.buyer, [[cast.product, 1]], { branch: branches.foreign });
  const plan = await call(cast, cast.headers.owner, {
    method: 'GET',
    url: `${url}/columns-plan?base_price=vologda&b2b_price=vologda_b2b`,
  });
  expect(plan.json()).toMatchObject({ cheaper: expect.any(Number), dearer: expect.any(Number), plans: 0 });
  expect(plan.json().cheaper).toBeGreaterThan(0);
  expect(plan.json().orders).toBeGreaterThan(0);

  const seen = { base_price, b2b_price };
  const set = (body: object, cookie = cast.headers.owner) =>
    call(cast, cookie, { method: 'PUT', url: `${url}/columns`, body: { b2b_price: 'vologda_b2b', seen, ...body } });
  for (const [wrong, words] of [
    ['cost_of_test', 'Это не колонка розничных цен'],
    ['vologda_b2b', 'Это не колонка розничных цен'],
    ['nowhere', 'Это не колонка розничных цен'],
    ['empty_of_test', 'В этой колонке нет ни одной цены: в филиале нечего было бы купить'],
  ] as const)
    expect((await set({ base_price: wrong })).json().error.fields, wrong).toEqual({ base_price: words });
  expect((await set({ base_price: 'vologda', b2b_price: 'vologda' })).json().error.fields).toEqual({
    b2b_price: 'Это не колонка цен для фирм',
  });
  expect((await set({ base_price: 'vologda' }, cast.headers.content)).statusCode).toBe(403);
  expect((await set({ base_price: 'vologda' })).statusCode).toBe(200);
  expect((await set({ base_price: 'vologda' })).json().error.message).toContain('уже поменяли');

  expect((await get(branches.foreign)).json()).toMatchObject({ base_price: 'vologda', b2b_price: 'vologda_b2b' });
  const columns = await db
    .selectFrom('departments')
    .select('base_price')
    .distinct()
    .where((eb) => eb.or([eb('id_1c', '=', branches.foreign), eb('branch_id_1c', '=', branches.foreign)]))
    .execute();
  expect(columns, 'its points go along').toEqual([{ base_price: 'vologda' }]);
  // What was placed before keeps its prices, and is no order at business prices for that.
  const [line] = ensure(await getOrder(db, order.id)).lines;
  expect(line).toMatchObject({ price: order.total, is_business_price: false });
  await db
    .transaction()
    .execute((db) => changeColumns(db, branches.foreign, seen, { base_price: 'vologda', b2b_price: 'vologda_b2b' }));
});
