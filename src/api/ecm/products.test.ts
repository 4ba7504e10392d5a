import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const root = await makeCategory(db, 'smesi', 'Сухие смеси');
const category = await makeCategory(db, 'shtukaturki', 'Штукатурки', root.id);
const hidden = await makeCategory(db, 'sezon', 'Сезонное');
await makeCategory(db, 'elki', 'Ёлки', hidden.id);
await db.insertInto('category_former_codes').values({ code: 'staraya', category_id: category.id }).execute();
await db
  .insertInto('dynamic_menus')
  .values([root.id, category.id].map((category_id) => ({ department_id_1c: '00131', category_id })))
  .execute();
const brand = await db
  .insertInto('brands')
  .values({ slug: 'suhona', name: 'СУХОНА' })
  .returning('id')
  .executeTakeFirstOrThrow();
const attribute = await db
  .insertInto('attributes')
  .values({
    code: 'ves',
    name: 'Вес',
    type: 'number',
    unit: 'кг',
    filter: 'values',
    group_name: 'Размеры',
    card_position: 1,
  })
  .returning('id')
  .executeTakeFirstOrThrow();
const weights = await db
  .insertInto('attribute_values')
  .values([5, 30].map((number) => ({ attribute_id: attribute.id, value: String(number), number, position: number })))
  .returning('id')
  .execute();
const plaster = await makeProduct(db, {
  name: 'Штукатурка гипсовая СУХОНА',
  description: 'Для ручного нанесения.',
  highlights: ['Слой до 50 мм'],
  price: 48_950,
  on_hand: 12,
  category_id: category.id,
  brand_id: brand.id,
  specs: JSON.stringify({ ves: 30 }),
  facets: [weights[1]!.id],
});
const small = await makeProduct(db, {
  price: 14_900,
  category_id: category.id,
  specs: JSON.stringify({ ves: 5 }),
  facets: [weights[0]!.id],
});
const onRequest = await makeProduct(db, { price: null, category_id: category.id });
const off = await makeProduct(db, { switched_off_at: new Date(), category_id: category.id });
await db
  .insertInto('prices')
  .values([
    { price_column: 'cherepovets', product_id: plaster.id, price: 51_000 },
    { price_column: 'vologda_b2b', product_id: plaster.id, price: 40_000 },
  ])
  .execute();
const app = await testApp(db);

async function get(url: string, host = 'idd.localhost') {
  const answer = await app.inject({ url, headers: { host } });
  return { status: answer.statusCode, body: answer.json() };
}

async function post(url: string, payload: unknown, host = 'idd.localhost') {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const byCodes = '/api/ecm/idd/products/idcodes/';

test('[S7-10] products by their codes, in the order asked, prices in roubles', async () => {
  const { status, body } = await post(byCodes, [small.idcode, plaster.idcode, 'нет-такого', '\u0000']);
  expect(status).toBe(200);
  expect(body.map((product: { id: number }) => product.id)).toEqual([small.id, plaster.id]);
  expect(body[1]).toMatchObject({
    idcode: plaster.idcode,
    slug: plaster.slug,
    model_id: plaster.model_id,
    category_code: 'shtukaturki',
    brand: { slug: 'suhona', name: 'СУХОНА' },
    price: 489.5,
    old_price: null,
    available: 12,
    weight: 30,
    unit: 'меш.',
    base_unit: 'кг',
    factor: [30, 1],
    step: 1,
    min_count: 1,
    max_count: 99_999,
    attributes: ['30\u00a0кг'],
    is_on_sale_now: true,
  });
  expect(body[1]).not.toHaveProperty('buyer_price');
});

test('[S7-10] domain_id_1c chooses a public branch, with and without _b2b; absent is the host’s, unknown is 404', async () => {
  const price = async (query: string, host?: string) =>
    (await post(`${byCodes}${query}`, [plaster.idcode], host)).body[0].price;
  expect(await price('')).toBe(489.5);
  expect(await price('', 'cherepovets.idd.localhost')).toBe(510);
  expect(await price('?domain_id_1c=00052')).toBe(510);
  expect(await price('?domain_id_1c=00052_b2b')).toBe(510);
  expect(await price('?domain_id_1c=00131_b2b')).toBe(489.5);
  const unknown = await post(`${byCodes}?domain_id_1c=99999`, [plaster.idcode]);
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'unknown_department' } } });
});

test('[S6-03] a forged price column, store or buyer column gives nobody another price or stock', async () => {
  const forged = await post(`${byCodes}?price_column=vologda_b2b&buyer_price_column=vologda_b2b&store=store52`, [
    plaster.idcode,
  ]);
  expect(forged.body[0]).toMatchObject({ price: 489.5, available: 12 });
  expect(forged.body[0]).not.toHaveProperty('buyer_price');
  expect((await get(`/api/ecm/idd/products/${plaster.id}/?buyer_price_column=vologda_b2b`)).body.price).toBe(489.5);
  const list = await get('/api/ecm/idd/products/?category=shtukaturki&buyer_price_column=vologda_b2b&sort=-price');
  expect(list.body.items[0].price).toBe(489.5);
});

test('[S7-10] limit is respected, switched-off products are left out, a price on request is null', async () => {
  const codes = [plaster.idcode, off.idcode, onRequest.idcode, small.idcode];
  const limited = await post(`${byCodes}?limit=2`, codes);
  expect(limited.body.map((product: { id: number }) => product.id)).toEqual([plaster.id, onRequest.id]);
  expect(limited.body[1]).toMatchObject({ price: null, unit_price: null, is_on_sale_now: false });
});

test('[S7-35] an unknown product code is 404, a malformed body 422 with fields', async () => {
  expect(await post('/api/ecm/other/products/idcodes/', [])).toMatchObject({
    status: 404,
    body: { error: { code: 'unknown_product_code', message: 'Неизвестный код продукта' } },
  });
  const malformed = await post(byCodes, { idcodes: [] });
  expect(malformed).toMatchObject({ status: 422, body: { error: { code: 'bad_input' } } });
  expect(malformed.body.error.fields).toBeTruthy();
  expect((await post(byCodes, Array(401).fill('1'))).status).toBe(422);
});

test('[S7-11] the product by id, with and without the final slash; unknown and switched off are 404', async () => {
  const { status, body } = await get(`/api/ecm/idd/products/${plaster.id}/`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: plaster.id, price: 489.5, description: 'Для ручного нанесения.', vat_rate: 22 });
  expect(body.points[0]).toMatchObject({ department_id_1c: '00131', available: 12, quantity_text: 'более 10' });
  expect((await get(`/api/ecm/idd/products/${plaster.id}`)).body.id).toBe(plaster.id);
  expect((await get('/api/ecm/idd/products/2000000000/')).status).toBe(404);
  expect((await get(`/api/ecm/idd/products/${off.id}/`)).status).toBe(404);
  expect((await get('/api/ecm/idd/products/abc/')).status).toBe(422);
});

test('[S2-15] the call of the product page tells its branch’s price: 489,5 ₽ in Vologda, 510 ₽ in Cherepovets', async () => {
  expect((await get(`/api/ecm/idd/products/${plaster.id}/`)).body.price).toBe(489.5);
  expect((await get(`/api/ecm/idd/products/${plaster.id}/`, 'cherepovets.idd.localhost')).body.price).toBe(510);
});

test('[S7-12] specifications come grouped and with units', async () => {
  const { status, body } = await post(`/api/ecm/idd/products/${plaster.id}/specifications/`, {
    distributor_id: 1,
    direction_id: '2',
  });
  expect(status).toBe(200);
  expect(body).toEqual([
    { name: 'Размеры', rows: [{ code: 'ves', name: 'Вес', value: '30', unit: 'кг', text: '30\u00a0кг' }] },
  ]);
  expect((await post('/api/ecm/idd/products/2000000000/specifications/', {})).status).toBe(404);
});

test('[S7-13] features name what is good about the product', async () => {
  const { body } = await get(`/api/ecm/idd/products/${plaster.id}/features/`);
  expect(body).toEqual({
    highlights: ['Слой до 50 мм'],
    description: 'Для ручного нанесения.',
    facts: [{ name: 'Вес', text: '30\u00a0кг' }],
  });
});

test('[S7-19] the menu is the tree of categories; [S3-07] each with code, name and children', async () => {
  const { status, body } = await get('/api/ecm/idd/menu/');
  expect(status).toBe(200);
  expect(body).toContainEqual({
    code: 'smesi',
    name: 'Сухие смеси',
    children: [{ code: 'shtukaturki', name: 'Штукатурки', children: [] }],
  });
  expect((await get('/api/ecm/other/menu/')).status).toBe(404);
});

test('[S7-20] the dynamic menu names by category_id the codes a branch keeps', async () => {
  const vologda = await get('/api/ecm/sites-content/idd/dynamic-menu/?domain_id_1c=00131');
  expect(vologda.body.map((item: { category_id: string }) => item.category_id)).toEqual(['smesi', 'shtukaturki']);
  expect((await get('/api/ecm/sites-content/idd/dynamic-menu/?domain_id_1c=00052')).body).toEqual([]);
  expect((await get('/api/ecm/sites-content/idd/dynamic-menu')).body).toHaveLength(2);
  expect(await get('/api/ecm/sites-content/other/dynamic-menu/')).toMatchObject({
    status: 404,
    body: { error: { code: 'unknown_site_code' } },
  });
  expect((await get('/api/ecm/sites-content/idd/dynamic-menu/?domain_id_1c=1')).status).toBe(404);
});

test('[S7-30] a list of a category with disjunctive facets, price bounds in roubles and pages', async () => {
  const { body } = await get(`/api/ecm/idd/products/?category=smesi&ves=${weights[1]!.id}`);
  expect(body).toMatchObject({ total: 1, pages: 1 });
  expect(body.items[0].id).toBe(plaster.id);
  expect(body.facets.find((facet: { code: string }) => facet.code === 'ves').values).toEqual([
    { id: String(weights[0]!.id), value: '5', count: 1, selected: false },
    { id: String(weights[1]!.id), value: '30', count: 1, selected: true },
  ]);
  const cheap = await get('/api/ecm/idd/products/?category=smesi&price_from=100&price_to=200,50');
  expect(cheap.body.items.map((item: { id: number }) => item.id)).toEqual([small.id]);
  expect(cheap.body.price_range).toEqual({ min: 149, max: 489.5 });
  const second = await get('/api/ecm/idd/products/?category=smesi&sort=price&limit=1&page=2');
  expect(second.body).toMatchObject({ total: 3, pages: 3, items: [{ id: plaster.id }] });
  expect((await get('/api/ecm/idd/products/?brand=suhona')).body.total).toBe(1);
  expect((await get('/api/ecm/idd/products/?q=штукатурку гипсовую')).body.items[0].id).toBe(plaster.id);
  expect((await get('/api/ecm/idd/products/?category=staraya')).body.total, 'a former code').toBe(3);
});

test('[S7-30] an unknown category, brand or action is 404, a wrong page or limit 422', async () => {
  for (const query of ['category=net', 'brand=net', 'action=net', 'category=%00']) {
    expect((await get(`/api/ecm/idd/products/?${query}`)).status, query).toBe(404);
  }
  for (const query of ['limit=0', 'limit=101', 'page=0', 'page=x', 'sort=best', 'price_from=много', 'in_stock=2']) {
    expect((await get(`/api/ecm/idd/products/?${query}`)).status, query).toBe(422);
  }
});

test('[S7-31] suggestions over HTTP carry roubles', async () => {
  const { body } = await get('/api/ecm/idd/search/suggest/?q=штук');
  expect(body.products.find((product: { id: number }) => product.id === plaster.id)).toMatchObject({
    price: 489.5,
    available: 12,
  });
  expect(body.categories[0]).toEqual({ code: 'shtukaturki', name: 'Штукатурки', parent_name: 'Сухие смеси' });
  expect(body.corrected_query).toBeNull();
  expect((await get('/api/ecm/idd/search/suggest/?q=inerfnehrf')).body.corrected_query).toBe('штукатурка');
});

test('[S7-34] the API description names all these calls', async () => {
  const paths = Object.keys((await get('/api/openapi.json')).body.paths);
  for (const path of [
    '/api/ecm/{product}/products/idcodes/',
    '/api/ecm/{product}/products/{id}/',
    '/api/ecm/{product}/products/{id}/specifications/',
    '/api/ecm/{product}/products/{id}/features/',
    '/api/ecm/{product}/products/',
    '/api/ecm/{product}/menu/',
    '/api/ecm/sites-content/{site}/dynamic-menu/',
    '/api/ecm/{product}/search/suggest/',
  ]) {
    expect(paths).toContain(path);
  }
});
