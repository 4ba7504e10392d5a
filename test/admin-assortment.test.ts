import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deriveProducts } from '#modules/catalogue/product-words.ts';
import { reservedCodes } from '#modules/catalogue/reserved-codes.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

type Method = 'GET' | 'POST' | 'PATCH';

async function ask(method: Method, url: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await call(cast, cast.headers.owner, { method, url, headers, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json(), etag: String(answer.headers.etag) };
}

async function change(url: string, body: object) {
  const { etag } = await ask('GET', url);
  return ask('PATCH', url, body, { 'if-match': etag });
}

async function undoLast() {
  const line = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return ask('POST', `/api/admin/audit/${line.id}/undo`);
}

/** A page of the shop as a visitor of Vologda gets it. */
const page = (url: string) => cast.app.inject({ url, headers: { host: 'idd.localhost', accept: 'text/html' } });

async function menuCodes(): Promise<string[]> {
  const url = '/api/ecm/sites-content/idd/dynamic-menu/?domain_id_1c=00131';
  const answer = await cast.app.inject({ url, headers: { host: 'idd.localhost' } });
  return answer.json().map(({ category_id }: { category_id: string }) => category_id);
}

test('a new category stands in the menu of every branch; out of a branch’s menu it stands in the others', async () => {
  const { body } = await ask('POST', '/api/admin/categories', { name: 'Ёлки живые', parent_id: null });
  const url = `/api/admin/categories/${body.id}`;
  await makeProduct(db, { category_id: body.id });
  const made = await ask('GET', url);
  expect(made.body).toMatchObject({ code: 'elki-zhivye', is_on: true, goods_on: 1 });
  expect(made.body.menus).toEqual(expect.arrayContaining([branches.own, branches.foreign]));
  await expect.poll(menuCodes).toContain('elki-zhivye');

  const others = made.body.menus.filter((id: string) => id !== branches.own);
  expect((await change(url, { menus: others })).body.menus).toEqual(others);
  await expect.poll(menuCodes).not.toContain('elki-zhivye');
  expect((await undoLast()).status).toBe(200);
  expect((await ask('GET', url)).body.menus).toEqual(made.body.menus);

  const refused = await change(url, { menus: ['99999'] });
  expect([refused.status, refused.body.error.fields]).toEqual([422, { menus: 'Такого филиала нет' }]);
  expect((await ask('GET', url)).body.menus).toEqual(made.body.menus);
});

test('a category is moved among its neighbours, never under what stands below it', async () => {
  const made = async (name: string, parent_id: number | null) =>
    (await ask('POST', '/api/admin/categories', { name, parent_id })).body.id as number;
  const top = await made('Верхний раздел', null);
  const [a, b, c] = [await made('Раздел А', top), await made('Раздел Б', top), await made('Раздел В', top)];
  const order = async () =>
    (await ask('GET', '/api/admin/categories')).body.items
      .filter(({ parent_id }: { parent_id: number | null }) => parent_id === top)
      .map(({ id }: { id: number }) => id);
  await ask('POST', `/api/admin/categories/${c}/move`, { parent_id: top, place: 0 });
  expect(await order()).toEqual([c, a, b]);
  await ask('POST', `/api/admin/categories/${c}/move`, { parent_id: top, place: 1 });
  expect(await order()).toEqual([a, c, b]);
  const ring = await ask('POST', `/api/admin/categories/${top}/move`, { parent_id: a, place: 0 });
  expect([ring.status, ring.body.error.message]).toEqual([422, 'Нельзя вложить раздел в его же подраздел']);
});

test('a brand under a new address is found at the old one; a taken name and address are refused in words', async () => {
  const { body } = await ask('POST', '/api/admin/brands', { name: 'Гипсар', country: 'Россия' });
  const url = `/api/admin/brands/${body.id}`;
  await makeProduct(db, { brand_id: body.id });
  expect((await ask('GET', url)).body).toMatchObject({ slug: 'gipsar', goods_on: 1, dealer: null });
  await ask('POST', '/api/admin/brands', { name: 'Волма' });
  expect((await change(url, { name: 'Волма' })).body.error.fields).toEqual({
    name: 'Бренд с таким названием уже есть',
  });
  expect((await change(url, { slug: 'volma' })).body.error.fields).toEqual({ slug: 'Адрес занят другим брендом' });

  const dealer = { status: 'Официальный дилер', file: null, since: '2026-01-01', until: null };
  const description = '<script>alert(1)</script>Смеси из Вологды';
  const saved = await change(url, { slug: 'gipsar-rossiya', description, dealer });
  expect(saved.body).toMatchObject({ slug: 'gipsar-rossiya', dealer });
  expect(await page('/brand/gipsar/')).toMatchObject({
    statusCode: 301,
    headers: { location: '/brand/gipsar-rossiya/' },
  });
  const shown = await page('/brand/gipsar-rossiya/');
  expect(shown.body).toContain('Официальный дилер');
  expect(shown.body).not.toContain('<script>alert(1)');
  const wrong = await change(url, { dealer: { ...dealer, until: '2025-12-31' } });
  expect(wrong.body.error.fields).toEqual({ 'dealer.until': 'Окончание раньше начала' });
  expect((await undoLast()).status).toBe(200);
  expect((await ask('GET', url)).body).toMatchObject({ slug: 'gipsar', description: null, dealer: null });
});

test('a unit that is described reads so in the shop; a share that leaves long fractions is refused', async () => {
  await makeProduct(db, { unit: 'пар', base_unit: 'пар', name: 'Перчатки зимние', slug: 'perchatki-zimnie' });
  const url = `/api/admin/units/${encodeURIComponent('пар')}`;
  expect((await ask('GET', url)).body).toMatchObject({ short: null, products: 1 });
  const forms = ['пара', 'пары', 'пар', 'пару', 'пары', 'пар'];
  const saved = await change(url, { short: 'пара', is_counted_short: false, forms });
  expect(saved.body).toMatchObject({ short: 'пара', parts: 1, forms });
  await expect.poll(async () => (await page('/product/perchatki-zimnie/')).body).toMatch(/за[\s\u00a0]пару/);
  const wrong = await change(url, { parts: 7 });
  expect(wrong.body.error.fields.parts).toMatch(/^Делитель 1000/);
  expect((await change(url, { forms: forms.slice(1) })).status).toBe(422);
});

test('a short listing is made of filters that there are, its page stands in the shop, and a former address leads to it', async () => {
  const category = (await ask('POST', '/api/admin/categories', { name: 'Штукатурки по основе', parent_id: null })).body;
  await db
    .insertInto('attributes')
    .values({ code: 'osnova_smesi', name: 'Основа', type: 'enum', filter: 'values' })
    .execute();
  const names = ['Гипсовая А', 'Гипсовая Б', 'Гипсовая В', 'Цементная'];
  const products: { id: number }[] = [];
  for (const name of names)
    products.push(
      await makeProduct(db, {
        name,
        category_id: category.id,
        price: 40_000,
        specs: { osnova_smesi: name.startsWith('Гипс') ? 'Гипс' : 'Цемент' },
      }),
    );
  await db.transaction().execute((db) =>
    deriveProducts(
      db,
      products.map(({ id }) => id),
    ),
  );
  const goods = async (filters: object) =>
    (await ask('POST', '/api/admin/short-goods', { category_id: category.id, filters })).body;
  await expect.poll(async () => (await goods({})).total).toBe(4);
  const facet = (await goods({})).facets.find(({ code }: { code: string }) => code === 'osnova_smesi');
  const gypsum = facet.values.find(({ value }: { value: string }) => value === 'Гипс');
  expect(gypsum.count).toBe(3);
  const filters = { osnova_smesi: [gypsum.id] };
  expect(await goods(filters)).toMatchObject({ department_id_1c: branches.own, total: 3, ignored: [] });

  const fieldsOf = async (wrong: object) =>
    (await ask('POST', '/api/admin/shorts', { category_id: category.id, name: 'Гипсовые', filters: wrong })).body.error
      .fields;
  expect(await fieldsOf({})).toEqual({ filters: 'Отметьте хотя бы один фильтр' });
  expect(await fieldsOf({ tsvet: ['1'] })).toEqual({ filters: 'Таких фильтров нет: tsvet' });
  expect(await fieldsOf({ q: ['клей'] })).toEqual({ filters: 'Подборка складывается только из фильтров' });

  const made = await ask('POST', '/api/admin/shorts', { category_id: category.id, name: 'Гипсовые', filters });
  const url = `/api/admin/shorts/${made.body.id}`;
  const address = (code: string) => `/category/${category.code}/shorts/${code}/`;
  const text = '<p>Держатся на бетоне.</p><script>1</script>';
  const faq = [{ question: 'Сколько сохнет?', answer: 'Сутки.' }];
  await change(url, { text, faq, title: 'Гипсовые штукатурки' });
  const shown = (await page(address('gipsovye'))).body;
  for (const words of ['Держатся на', 'Сколько', 'Гипсовая']) expect(shown).toContain(words);
  expect(shown).not.toContain('Цементная');
  expect((await ask('GET', url)).body.text.replaceAll('\u00a0', ' ')).toBe('<p>Держатся на бетоне.</p>');

  expect((await change(url, { code: 'iz-gipsa' })).status).toBe(200);
  expect((await page(address('gipsovye'))).headers.location).toBe(address('iz-gipsa'));
  // Back under the first address: it leads nowhere else any more.
  expect((await change(url, { code: 'gipsovye' })).status).toBe(200);
  expect((await page(address('gipsovye'))).statusCode).toBe(200);
  const second = await ask('POST', '/api/admin/shorts', { category_id: category.id, name: 'Гипсовые', filters });
  expect(second.body.error.fields).toEqual({ code: 'Адрес занят подборкой «Гипсовые»' });

  expect((await ask('POST', `${url}/remove`)).status).toBe(200);
  const gone = await page(address('gipsovye'));
  expect([gone.statusCode, gone.headers.location]).toEqual([301, `/category/${category.code}/`]);
});

test('no attribute can have the code of a key that the addresses of lists hold', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'attributes_code_is_free'`.execute(
    db,
  );
  const refused = [...(rows[0]?.definition ?? '').matchAll(/'([a-z_]+)'::text/g)].map(([, code]) => code);
  expect([...refused, 'constructor'].sort()).toEqual([...reservedCodes].sort());
  for (const code of refused) {
    const made = await ask('POST', '/api/admin/attributes', {
      name: String(code).replaceAll('_', ' '),
      type: 'text',
      unit: null,
      filter: null,
    });
    expect(made.status, code).toBe(201);
  }
});
