import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  // The first rendering loads the page; the time below is that of a change.
  await cast.app.inject(page);
});

const ask = (given: Call, cookie = cast.headers.marketing) => call(cast, cookie, given);
const get = (url: string, cookie?: string) => ask({ method: 'GET', url }, cookie);
const post = (url: string, body?: object, cookie?: string) =>
  ask({ method: 'POST', url, ...(body && { body }) }, cookie);
async function patch(url: string, body: object, cookie?: string) {
  const etag = String((await get(url, cookie)).headers.etag);
  return ask({ method: 'PATCH', url, body, headers: { 'if-match': etag } }, cookie);
}
const page = { url: '/lp/magic/', headers: { host: 'idd.localhost', accept: 'text/html' } };
/** What is done is on the page of the main branch within two seconds. */
async function shows(words: string, isShown = true) {
  const body = async () => (await cast.app.inject(page)).body.replaceAll('\u00a0', ' ');
  await expect.poll(async () => (await body()).includes(words), { timeout: 2_000 }).toBe(isShown);
}

async function goods() {
  const tree = await makeProduct(db, { name: 'Ёлка Таёжная', unit: 'шт.', price: 500_000, on_hand: 2 });
  const pack = { unit: 'шт.', on_hand: 60, step: 6, min_count: 6 };
  const balls = await makeProduct(db, { name: 'Шары красные', price: 30_000, ...pack });
  return { tree, balls };
}

test('a set is made, stands on the page of the branch that has it, changes there, and is switched off', async () => {
  const { tree, balls } = await goods();
  const lines = [
    { idcode: tree.idcode, count: 1 },
    { idcode: balls.idcode, count: 12 },
  ];
  const made = await post('/api/admin/ready-sets', { name: 'Ёлка в гостиную', text: 'Шары в подарок', goods: lines });
  expect([made.statusCode, made.json()]).toEqual([201, { id: 'elka-v-gostinuyu' }]);
  await shows('Шары в подарок');
  const url = '/api/admin/ready-sets/elka-v-gostinuyu';
  expect((await patch(url, { text: 'Уже со звездой' })).statusCode).toBe(200);
  await shows('Уже со звездой');

  const look = (await post('/api/admin/ready-set-look', { goods: lines })).json();
  expect(look.goods).toMatchObject([
    { name: 'Ёлка Таёжная', unit: 'шт.', is_on: true },
    { name: 'Шары красные', unit: 'шт.', is_on: true },
  ]);
  const [own, foreign] = [branches.own, branches.foreign].map((id) =>
    look.branches.find(({ id_1c }: { id_1c: string }) => id_1c === id),
  );
  expect(own).toMatchObject({ sum: 860_000, lacking: [] });
  expect(foreign).toMatchObject({ sum: null, lacking: ['Ёлка Таёжная', 'Шары красные'] });

  expect((await patch(url, { is_on: false })).json().is_on).toBe(false);
  await shows('Уже со звездой', false);
  expect((await get('/api/admin/ready-sets?filter={"is_on":true,"q":"шары крас"}')).json().total).toBe(0);
  expect((await get('/api/admin/ready-sets?filter={"is_on":false,"q":"шары крас"}')).json().total).toBe(1);
  const { items } = (await get('/api/admin/audit?per_page=1', cast.headers.owner)).json();
  expect(items[0].words).toBe('Набор «Ёлка в гостиную»: показ');
  expect((await post(`/api/admin/audit/${items[0].id}/undo`, undefined, cast.headers.owner)).statusCode).toBe(200);
  await shows('Уже со звездой');
});

test('a set that was taken away comes back as it was', async () => {
  const { tree, balls } = await goods();
  const set = {
    name: 'Ёлка на стол',
    text: 'Для комода',
    position: 3,
    is_on: true,
    goods: [
      { idcode: balls.idcode, count: 6 },
      { idcode: tree.idcode, count: 1 },
    ],
  };
  const { id } = (await post('/api/admin/ready-sets', set)).json();
  expect((await post('/api/admin/ready-sets', set)).json().id).toBe(`${id}-2`);
  await post(`/api/admin/ready-sets/${id}-2/remove`);
  const before = (await get(`/api/admin/ready-sets/${id}`)).json().fields;
  await shows('Для комода');
  expect((await post(`/api/admin/ready-sets/${id}/remove`)).statusCode).toBe(200);
  await shows('Для комода', false);
  expect((await get(`/api/admin/ready-sets/${id}`)).statusCode).toBe(404);
  expect((await post('/api/admin/ready-sets', { slug: id, ...before })).json()).toEqual({ id });
  expect((await get(`/api/admin/ready-sets/${id}`)).json().fields).toEqual(before);
  await shows('Для комода');
  expect((await post('/api/admin/ready-sets', { slug: id, ...before })).json().error.fields).toEqual({
    slug: 'Такой набор уже есть',
  });
});

test('what the cart would not take, and words that are missing, are refused at their fields', async () => {
  const { tree, balls } = await goods();
  const fieldsOf = async (body: object) =>
    (await post('/api/admin/ready-sets', { name: 'Набор', ...body })).json().error.fields;
  const line = (idcode: string, count = 1) => ({ idcode, count });
  const most = async (body: object) => JSON.parse(JSON.stringify(await fieldsOf(body)).replaceAll('\u00a0', ' '));
  expect(await most({ name: ' ', goods: [line(tree.idcode)] })).toEqual({
    name: 'Обязательно для заполнения',
    goods: 'В наборе хотя бы два товара',
  });
  expect(await most({ goods: [line(tree.idcode), line('НЕТ')] })).toEqual({
    'goods.1.idcode': 'Такого товара в магазине нет',
  });
  expect(await most({ goods: [line(tree.idcode), line(tree.idcode)] })).toEqual({
    'goods.1.idcode': 'Этот товар уже стоит в наборе',
  });
  expect(await most({ goods: [line(balls.idcode, 3), line(tree.idcode)] })).toEqual({
    'goods.0.count': 'Продаётся от 6 шт.',
  });
  expect(await most({ goods: [line(balls.idcode, 9), line(tree.idcode)] })).toEqual({
    'goods.0.count': 'Количество кратно 6',
  });
  expect(await most({ goods: [line(balls.idcode, 1_000), line(tree.idcode)] })).toEqual({
    'goods.0.count': 'Количество — от 1 до 999',
  });
});

test('sets are common: whoever works in one branch sees them and changes none', async () => {
  const { tree, balls } = await goods();
  const body = { name: 'Общий набор', goods: [tree, balls].map(({ idcode }) => ({ idcode, count: 6 })) };
  const { id } = (await post('/api/admin/ready-sets', body)).json();
  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  expect((await get(`/api/admin/ready-sets/${id}`, header)).statusCode).toBe(200);
  expect((await post('/api/admin/ready-sets', body, header)).statusCode).toBe(403);
  expect((await patch(`/api/admin/ready-sets/${id}`, { is_on: false }, header)).statusCode).toBe(403);
  expect((await post(`/api/admin/ready-sets/${id}/remove`, undefined, header)).statusCode).toBe(403);
  const look = await post('/api/admin/ready-set-look', { goods: body.goods }, header);
  expect(look.json().branches.map(({ id_1c }: { id_1c: string }) => id_1c)).toEqual([branches.own]);
});
