import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { emptySummary } from '#integrations/onec/summary.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { pinnedOf } from '#modules/catalogue/price-pins.ts';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeCategory, makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, cookie = cast.headers.owner) {
  const answer = await call(cast, cookie, { method, url, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json() };
}

const write = (cells: object[], cookie?: string) => ask('POST', '/api/admin/prices/cells', { cells }, cookie);

async function priceOf(product_id: number, price_column = 'vologda') {
  return db
    .selectFrom('prices')
    .select(['price', 'old_price'])
    .where('product_id', '=', product_id)
    .where('price_column', '=', price_column)
    .executeTakeFirst();
}

test('a great change and a price of 0 are asked about; one wrong cell leaves all as they were', async () => {
  const [a, b] = [await makeProduct(db, { price: 48_900 }), await makeProduct(db, { price: 10_000 })];
  const cells = [
    { product_id: b.id, price_column: 'vologda', price: 11_000 },
    { product_id: a.id, price_column: 'vologda', price: 4_890_000 },
  ];
  const refused = await write(cells);
  expect(refused.status).toBe(422);
  expect(refused.body.error.problems).toEqual([
    { row: 1, code: 'ask', words: expect.stringMatching(/^Цена изменится с 489\s₽ до 48\s900\s₽\. Это верно\?$/) },
  ]);
  expect(await priceOf(b.id)).toMatchObject({ price: 10_000 });
  expect((await write(cells.map((cell) => ({ ...cell, is_sure: true })))).body.changed).toBe(2);
  expect(await priceOf(a.id)).toMatchObject({ price: 4_890_000 });
  const zero = await write([{ product_id: b.id, price_column: 'vologda', price: 0 }]);
  expect(zero.body.error.problems[0].code).toBe('ask');
  await write([{ product_id: b.id, price_column: 'vologda', price: 0, is_sure: true }]);
  expect(await priceOf(b.id)).toMatchObject({ price: null });
});

test('a price that somebody else changed meanwhile is not overwritten', async () => {
  const { id } = await makeProduct(db, { price: 10_000 });
  const { status, body } = await write([{ product_id: id, price_column: 'vologda', price: 11_000, was: 9_000 }]);
  expect([status, body.error.problems[0].code]).toEqual([422, 'changed']);
  expect(await priceOf(id)).toMatchObject({ price: 10_000 });
});

const pinnedForEver = { is_pinned: true, pinned_until: null };

test('an edited price of 1C is pinned, and can be given back', async () => {
  const { id } = await makeProduct(db, { price: 10_000, id_1c: crypto.randomUUID() });
  await write([{ product_id: id, price_column: 'vologda', price: 10_500 }]);
  const cellOf = async () => {
    const { body } = await ask('GET', `/api/admin/prices?ids=${id}`);
    return body.items[0].cells.find((cell: { price_column: string }) => cell.price_column === 'vologda');
  };
  expect(await cellOf()).toMatchObject({ price: 10_500, is_pinned: true });
  expect(
    (await ask('POST', `/api/admin/prices/${id}/unpin`, { price_column: 'vologda', seen: pinnedForEver })).status,
  ).toBe(200);
  expect(await cellOf()).toMatchObject({ is_pinned: false });
  const { rows } = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs where task_identifier = 'derive_released'`.execute(db);
  expect(rows).not.toEqual([]);
});

test('[2.4] a price of 1C is pinned until the end of a day, and the day stands when the price is changed', async () => {
  const { id } = await makeProduct(db, { price: 10_000, id_1c: crypto.randomUUID() });
  const own = await makeProduct(db, { price: 10_000 });
  const pin = async (until: string | null, product = id) => {
    const { is_pinned, pinned_until } = await columnOf();
    const seen = { is_pinned, pinned_until };
    return ask('PUT', `/api/admin/prices/${product}/pin`, { price_column: 'vologda', until, seen });
  };
  const columnOf = async () =>
    (await ask('GET', `/api/admin/prices/${id}/history`)).body.columns.find(
      ({ price_column }: { price_column: string }) => price_column === 'vologda',
    );
  expect(await columnOf()).toMatchObject({ is_pinned: false, pinned_until: null });
  expect((await pin('2020-01-01')).body.error.fields).toEqual({ until: 'Этот день уже прошёл' });
  expect((await pin('2099-12-31', own.id)).body.error.message).toContain('и так ведёт магазин');
  expect((await pin('2099-12-31')).status).toBe(200);
  expect(await columnOf()).toMatchObject({ is_pinned: true, pinned_until: '2099-12-31T20:59:59.999Z' });
  await write([{ product_id: id, price_column: 'vologda', price: 10_500 }]);
  expect(await columnOf()).toMatchObject({ price: 10_500, pinned_until: '2099-12-31T20:59:59.999Z' });
  expect((await pin(null)).status).toBe(200);
  expect(await columnOf()).toMatchObject({ is_pinned: true, pinned_until: null });
});

test('the history of a price says from what to what and by whom, a program by its name; a list taken away is in the journal', async () => {
  const { id } = await makeProduct(db, { price: 10_000, id_1c: crypto.randomUUID() });
  await write([{ product_id: id, price_column: 'vologda', price: 10_500 }]);
  await db.transaction().execute(async (db) => {
    await namePriceAuthor(db, 'программа «Склад»');
    await sql`update prices set price = 10700 where product_id = ${id}`.execute(db);
  });
  await sql`update prices set price = 10800 where product_id = ${id}`.execute(db);
  await ask('PUT', `/api/admin/prices/${id}/tiers`, {
    price_column: 'vologda',
    tiers: [{ from_count: 10, price: 9_900 }],
    was: [],
  });
  const { body } = await ask('GET', `/api/admin/prices/${id}/history`);
  const own = (rows: { price_column: string }[]) => rows.filter(({ price_column }) => price_column === 'vologda');
  expect(own(body.items)).toMatchObject([
    { was: 10_700, price: 10_800, who: null },
    { was: 10_500, price: 10_700, who: 'программа «Склад»' },
    { was: 10_000, price: 10_500, who: 'Роль owner' },
    { was: null, price: 10_000, who: null },
  ]);
  expect(own(body.columns)).toMatchObject([{ tiers: [{ from_count: 10, price: 9_900 }] }]);
  expect((await ask('GET', '/api/admin/prices/999999/history')).status).toBe(404);

  await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/goods-export?as=csv' });
  const { rows } = await sql<{ who: string; words: string }>`
    select who, words from audit_log where verb = 'GET /api/admin/goods-export'`.execute(db);
  const { rows: goods } = await sql<{ count: number }>`select count(*)::int as count from products`.execute(db);
  expect(rows).toEqual([{ who: 'Роль owner', words: expect.stringContaining(`остатками: ${goods[0]?.count}`) }]);
});

test('each price from a count on is cheaper than the one before', async () => {
  const { id } = await makeProduct(db, { price: 48_900 });
  const put = (tiers: object[]) =>
    ask('PUT', `/api/admin/prices/${id}/tiers`, { price_column: 'vologda', tiers, was: [] });
  const dear = await put([
    { from_count: 12, price: 46_500 },
    { from_count: 24, price: 46_500 },
  ]);
  expect(dear.body.error.fields['tiers.1.price']).toMatch(/^Цена от 24 шт\. должна быть ниже 465\s₽$/);
  expect((await put([{ from_count: 24, price: 46_500 }])).status).toBe(200);
  const low = await write([{ product_id: id, price_column: 'vologda', price: 46_000 }]);
  expect(low.body.error.problems[0].code).toBe('tiers');
});

test('prices from a count on that somebody else changed meanwhile are not overwritten, and what stands now is said', async () => {
  const { id } = await makeProduct(db, { price: 48_900 });
  const put = (tiers: object[], was: object[]) =>
    ask('PUT', `/api/admin/prices/${id}/tiers`, { price_column: 'vologda', tiers, was });
  const [first, second] = [
    { from_count: 10, price: 45_000 },
    { from_count: 20, price: 44_000 },
  ];
  expect((await put([first], [])).status).toBe(200);
  const late = await put([second], []);
  expect(late.status).toBe(422);
  expect(late.body.error.fields.tiers).toMatch(/^Пока вы правили, цены от количества изменились: от 10 по 450\s₽$/);
  expect((await put([first, second], [first])).status).toBe(200);
  expect((await put([], [second, first])).status).toBe(200);
  expect((await put([second], [first])).body.error.fields.tiers).toMatch(/изменились: их сняли$/);
});

test('[17] a purchase price is seen with its right alone, in no call of the shop, and nobody can sell by it', async () => {
  const secret = 123_457;
  await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
  const product = await makeProduct(db, {
    price: 200_000,
    name: 'Товар с закупкой',
    category_id: cast.category.id,
    images: ['products/x.webp'],
  });
  await db.insertInto('prices').values({ price_column: 'zakupka', product_id: product.id, price: secret }).execute();
  const shown = /1\s?234[.,]57|123457|zakupka|Закупка/;

  for (const role of ['owner', 'accounting', 'content', 'orders', 'support', 'marketing'] as const) {
    const isAllowed = role === 'owner' || role === 'accounting';
    for (const url of [`prices?ids=${product.id}`, 'price-columns', `prices/${product.id}/history`]) {
      const { body } = await call(cast, cast.headers[role], { method: 'GET', url: `/api/admin/${url}` });
      expect(shown.test(body), `${role} ${url}`).toBe(isAllowed);
    }
    for (const url of [`products/${product.id}`, `products?ids=${product.id}`, `products/${product.id}/branches`]) {
      const { body } = await call(cast, cast.headers[role], { method: 'GET', url: `/api/admin/${url}` });
      expect(body, `${role} ${url}`).not.toMatch(shown);
    }
  }
  const cells = [{ product_id: product.id, price_column: 'zakupka', price: 130_000 }];
  expect((await write(cells, cast.headers.content)).status).toBe(404);

  const visitor = (url: string) => cast.app.inject({ url, headers: { host: 'idd.localhost' } });
  for (const url of [
    `/product/${product.slug}/`,
    `/category/${cast.category.code}/`,
    '/catalog/?q=закупкой',
    `/api/ecm/idd/products/${product.id}/`,
    '/api/ecm/idd/search/suggest/?q=закупкой',
    '/yml.xml',
    '/sitemap-1.xml',
  ]) {
    const { statusCode, body } = await visitor(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(body, `${url} is about the product`).toMatch(new RegExp(`Товар с закупкой|${product.slug}`));
    expect(body, url).not.toMatch(shown);
  }

  const sold = sql`update departments set base_price = 'zakupka' where id_1c = '00052'`.execute(db);
  await expect(sold).rejects.toThrow(/purchase prices are not sold by/);
  const turned = sql`update price_columns set is_cost = true where price_column = 'vologda'`.execute(db);
  await expect(turned).rejects.toThrow(/it holds no purchase prices/);
});

test('[17] what a package of 1C says of a purchase price that it did not take is shown by right alone', async () => {
  await sql`
    insert into onec_price_types (id_1c, name, currency, price_column, target, is_manual)
    values ('cost', 'Закупочная', 'RUB', 'zakupka', 'price', true)`.execute(db);
  const reason = 'несколько цен одного вида (300; 310), взята последняя';
  const summary = emptySummary();
  summary.prices.refused = [
    { id: 'k1', name: 'Балка: Закупочная', reason },
    { id: 'k1', name: 'Балка: Розничная', reason: 'несколько цен одного вида (500; 520), взята последняя' },
  ];
  const { id } = await db
    .insertInto('onec_packages')
    .values({
      source: 'import.xml',
      state: 'imported',
      finished_at: new Date(),
      summary: JSON.stringify({ ...summary, result: 'imported' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = async (role: 'owner' | 'content') =>
    (await call(cast, cast.headers[role], { method: 'GET', url: `/api/admin/onec-packages/${id}` })).json().refused;
  expect(await refused('owner')).toHaveLength(2);
  expect(await refused('content')).toEqual([expect.stringContaining('Балка: Розничная')]);
});

test('categories move among each other, never below themselves; a former code leads on', async () => {
  const root = await makeCategory(db, 'kraski', 'Краски');
  const below = await makeCategory(db, 'emali', 'Эмали', root.id);
  const move = (id: number, body: object) => ask('POST', `/api/admin/categories/${id}/move`, body);
  const ring = await move(root.id, { parent_id: below.id, place: 0 });
  expect([ring.status, ring.body.error.message]).toEqual([422, 'Нельзя вложить раздел в его же подраздел']);
  const second = await makeCategory(db, 'laki', 'Лаки', root.id);
  expect((await move(second.id, { parent_id: root.id, place: 0 })).body).toEqual({ parent_id: root.id, position: 0 });
  const url = `/api/admin/categories/${below.id}`;
  const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
  const changed = await call(cast, cast.headers.owner, {
    method: 'PATCH',
    url,
    body: { code: 'emali-i-laki' },
    headers: { 'if-match': String(headers.etag) },
  });
  expect(changed.statusCode, changed.body).toBe(200);
  const page = await cast.app.inject({ url: '/category/emali/', headers: { host: 'idd.localhost' } });
  expect([page.statusCode, page.headers.location]).toEqual([301, expect.stringContaining('/category/emali-i-laki/')]);
});

test('spellings of one value are merged, and filters follow', async () => {
  const created = await ask('POST', '/api/admin/attributes', { name: 'Основание', type: 'enum', filter: 'values' });
  expect(created.status).toBe(201);
  const { code } = await db
    .selectFrom('attributes')
    .select('code')
    .where('id', '=', created.body.id)
    .executeTakeFirstOrThrow();
  for (const value of ['Гипс', 'гипс ', 'Цемент']) await makeProduct(db, { specs: JSON.stringify({ [code]: value }) });
  const { body } = await ask('GET', `/api/admin/attributes/${created.body.id}/values`);
  expect(body.items.find(({ value }: { value: string }) => value === 'Гипс').twins).toEqual(['гипс ']);
  const merged = await ask('POST', `/api/admin/attributes/${created.body.id}/merge`, { from: ['гипс '], into: 'Гипс' });
  expect(merged.body).toEqual({ changed: 1 });
  const again = await ask('GET', `/api/admin/attributes/${created.body.id}/values`);
  expect(again.body.items.map(({ value, goods }: { value: string; goods: number }) => [value, goods])).toEqual([
    ['Гипс', 2],
    ['Цемент', 1],
  ]);
});

test('the place of storage is written in one’s own stores alone', async () => {
  const { header } = await makeStaff(db, ['content'], { departments: ['00131'] });
  const put = (store: string) =>
    ask('PUT', `/api/admin/stock/${cast.product.id}/shelf`, { store, shelf: 'А-12', seen: null }, header);
  expect((await put('store12')).body).toEqual({ shelf: 'А-12' });
  expect((await put('store52')).status).toBe(404);
  const { body } = await ask('GET', '/api/admin/stock?per_page=250', undefined, header);
  expect(new Set(body.items.map(({ store }: { store: string }) => store))).toEqual(new Set(['store12']));
});

test('what was saved in the sheet is taken back from the journal, pins and a typed 0 too; not once it was changed again', async () => {
  const fed = await makeProduct(db, { price: 10_000, id_1c: crypto.randomUUID() });
  const own = await makeProduct(db, { price: 20_000 });
  const body = {
    cells: [
      { product_id: fed.id, price_column: 'vologda', price: 10_500 },
      { product_id: own.id, price_column: 'vologda', price: 0, is_sure: true },
    ],
  };
  const saved = await call(cast, cast.headers.owner, { method: 'POST', url: '/api/admin/prices/cells', body });
  const line = Number(saved.headers['audit-line']);
  const pins = () => pinnedOf(db, [{ product_id: fed.id, price_column: 'vologda' }]);
  expect((await pins()).size).toBe(1);
  const journal = await ask('GET', '/api/admin/audit?per_page=1');
  expect(journal.body.items[0]).toMatchObject({ id: line, can_be_undone: true });
  expect((await ask('POST', `/api/admin/audit/${line}/undo`)).status).toBe(200);
  expect([await priceOf(fed.id), await priceOf(own.id)]).toMatchObject([{ price: 10_000 }, { price: 20_000 }]);
  expect((await pins()).size).toBe(0);
  expect((await ask('POST', `/api/admin/audit/${line}/undo`)).body.error.code).toBe('not_undoable');

  const next = await call(cast, cast.headers.owner, { method: 'POST', url: '/api/admin/prices/cells', body });
  await write([{ product_id: own.id, price_column: 'vologda', price: 21_000 }]);
  const late = await ask('POST', `/api/admin/audit/${Number(next.headers['audit-line'])}/undo`);
  expect([late.status, await priceOf(own.id)]).toMatchObject([409, { price: 21_000 }]);
});

test('lines about steps and pins are not taken back as prices', async () => {
  const { id } = await makeProduct(db, { price: 10_000, id_1c: crypto.randomUUID() });
  await write([{ product_id: id, price_column: 'vologda', price: 10_500 }]);
  await ask('POST', `/api/admin/prices/${id}/unpin`, { price_column: 'vologda', seen: pinnedForEver });
  const { body } = await ask('GET', '/api/admin/audit?per_page=1');
  expect(body.items[0]).toMatchObject({ resource: 'prices', can_be_undone: false });
  expect((await ask('POST', `/api/admin/audit/${body.items[0].id}/undo`)).status).toBe(409);
});

test('a mass change names each price that it left alone, with what stands there now', async () => {
  const [raised, left] = [
    await makeProduct(db, { name: 'Клей Гранит', price: 10_000 }),
    await makeProduct(db, { name: 'Клей Мрамор', price: 20_000 }),
  ];
  const planned = await ask('POST', '/api/admin/price-plans', {
    name: 'Клей +10 %',
    filter: { ids: [raised.id, left.id] },
    columns: ['vologda'],
    change: { base: { from: 'own' }, percent: 10, rounding: 'none', floor: null, is_struck: false },
  });
  const path = `/api/admin/price-plans/${planned.body.id}`;
  await ask('POST', `${path}/confirm`, { hash: planned.body.hash });
  await db.updateTable('prices').set({ price: 25_000 }).where('product_id', '=', left.id).execute();
  while (await db.transaction().execute((db) => applyPortion(db)));
  const cells = async (filter: object) =>
    (await ask('GET', `${path}/cells?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body;
  expect(await cells({})).toMatchObject({
    total: 2,
    items: [
      { product: 'Клей Гранит', before_price: 10_000, after_price: 11_000, price: 11_000, state: 'applied' },
      { product: 'Клей Мрамор', before_price: 20_000, after_price: 22_000, price: 25_000, state: 'skipped' },
    ],
  });
  expect((await cells({ state: ['skipped'] })).items).toMatchObject([{ product_id: left.id }]);
  expect((await cells({ q: 'гранит' })).total).toBe(1);
});
