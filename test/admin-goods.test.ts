import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { catalog, classifier, commerceml, good, group, groups, openImports } from './support/commerceml.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeCategory, makeProduct } from './support/shop.ts';

const { db, url } = await testDatabase();
const dataDir = await testFolder();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: dataDir });
});

async function ask(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await call(cast, cast.headers.owner, { method, url, headers, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json(), etag: String(answer.headers.etag) };
}

async function change(id: number, body: object) {
  const { etag } = await ask('GET', `/api/admin/products/${id}`);
  return ask('PATCH', `/api/admin/products/${id}`, body, { 'if-match': etag });
}

const listOf = (filter: object, more = '') =>
  ask('GET', `/api/admin/products?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`);

test('goods are found by name, article, barcode and code, and by what they lack', async () => {
  const bare = await makeProduct(db, {
    name: 'Кельма каменщика',
    article: 'КМ-7/1',
    barcode: '4600000000017',
    price: null,
  });
  for (const q of ['кельма камен', 'км 71', '4600000000017', bare.idcode]) {
    const { body } = await listOf({ q });
    expect(
      body.items.map(({ id }: { id: number }) => id),
      q,
    ).toEqual([bare.id]);
  }
  const { body } = await listOf({ without: ['price', 'category'] });
  expect(body.items.map(({ id }: { id: number }) => id)).toContain(bare.id);
  expect(body.items.map(({ id }: { id: number }) => id)).not.toContain(cast.product.id);
  const { items } = (await listOf({ q: 'Гладь' })).body;
  expect(items[0]).toMatchObject({ price_from: 48_950, price_to: 49_950, available: 10_000, category: 'Сухие смеси' });
  const own = (await listOf({ q: 'Гладь' }, '&branch=00131')).body.items;
  expect(own[0]).toMatchObject({ price_from: 48_950, price_to: 48_950, available: 5_000 });
});

test('a category is asked for with everything below it', async () => {
  const below = await makeCategory(db, 'shpatlevki', 'Шпатлёвки', cast.category.id);
  const product = await makeProduct(db, { category_id: below.id });
  const { body } = await listOf({ category_id: cast.category.id });
  expect(body.items.map(({ id }: { id: number }) => id).sort()).toEqual([cast.product.id, product.id].sort());
});

test('a new product is switched off, gets its page, and its old address leads to the new one', async () => {
  const created = await ask('POST', '/api/admin/products', {
    name: 'Тёплый плинтус, 2 м',
    category_id: cast.category.id,
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const { body } = await ask('GET', `/api/admin/products/${id}`);
  expect(body).toMatchObject({
    slug: 'teplyy-plintus-2-m',
    is_on: false,
    category_ids: [cast.category.id],
    id_1c: null,
  });
  expect((await change(id, { slug: 'plintus', is_on: true })).body).toMatchObject({ slug: 'plintus', is_on: true });
  const page = await cast.app.inject({ url: '/product/teplyy-plintus-2-m/', headers: { host: 'idd.localhost' } });
  expect([page.statusCode, page.headers.location]).toEqual([301, expect.stringContaining('/product/plintus/')]);
  const other = await makeProduct(db);
  expect((await change(other.id, { slug: 'teplyy-plintus-2-m' })).body.error.fields.slug).toMatch(
    /занят товаром «Тёплый/,
  );
});

test('a description keeps its blocks and loses what could run; texts of strangers stay text', async () => {
  const { id } = await makeProduct(db);
  const hostile = '<h2>Расход</h2><p onclick="x()">8 кг<script>alert(1)</script><img src=x onerror=y></p>';
  const { body } = await change(id, { description_html: hostile, name: '<b>Имя</b>' });
  expect(body).toMatchObject({ description_html: '<h2>Расход</h2><p>8 кг</p>', name: '<b>Имя</b>' });
});

test('a field of 1C that is edited becomes the shop’s, and can be given back', async () => {
  const { id } = await makeProduct(db, { id_1c: crypto.randomUUID() });
  const { body } = await change(id, { name: 'Наше имя' });
  expect(body.owners).toEqual([{ field: 'name', until: null, is_everywhere: false }]);
  expect((await ask('POST', `/api/admin/products/${id}/release`, { field: 'name' })).status).toBe(200);
  expect((await ask('GET', `/api/admin/products/${id}`)).body.owners).toEqual([]);
  expect((await change(id, { factor_base: 25 })).body.error.fields.unit).toBe('Единицы этого товара ведёт 1С');
});

test('units stay as they are while an order holds the product', async () => {
  await cast.anOrder();
  const { status, body } = await change(cast.product.id, { factor_base: 25 });
  expect([status, body.error.fields.unit]).toEqual([
    422,
    expect.stringMatching(/^Единицы и коэффициент нельзя менять: \d+ заказ\S* в работе$/),
  ]);
});

test('specs become ticks of filters and words of the search; an undone change puts them back', async () => {
  const { id: attribute } = await db
    .insertInto('attributes')
    .values({ code: 'osnova', name: 'Основа', type: 'enum', filter: 'values' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await makeProduct(db);
  await change(id, { specs: { osnova: 'Гипс' } });
  const row = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const value = await db
    .selectFrom('attribute_values')
    .select(['id', 'attribute_id'])
    .where('value', '=', 'Гипс')
    .executeTakeFirstOrThrow();
  expect(value.attribute_id).toBe(attribute);
  expect(row.facets).toEqual([value.id]);
  expect(row.search_text).toContain('Гипс');
  const line = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect((await ask('POST', `/api/admin/audit/${line.id}/undo`)).status).toBe(200);
  expect((await ask('GET', `/api/admin/products/${id}`)).body.specs).toEqual({});
  const wrong = await change(id, { specs: { osnova: 5, net: 'x' } });
  expect(wrong.body.error.fields).toEqual({ 'specs.osnova': '«Основа» — текст', 'specs.net': 'Такого свойства нет' });
});

test('a picture is drawn again without what the camera wrote; SVG, HTML and too many pixels are refused', async () => {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a6' } })
    .withExif({ IFD0: { Copyright: 'Секрет' } })
    .jpeg()
    .toBuffer();
  const sent = await upload(photo, 'фото.jpg', '10,0,30,40');
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  expect(sent.body).toMatchObject({ kind: 'picture', width: 30, height: 40 });
  expect(sent.body.file).toMatch(/^uploads\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/);
  const stored = join(dataDir, 'files', sent.body.file);
  await access(stored);
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  const { id } = await makeProduct(db);
  expect((await change(id, { images: [sent.body.file] })).body.images).toEqual([sent.body.file]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await upload(svg, 'рисунок.png')).body.error.message).toBe('Подходят JPG, PNG, WebP и PDF');
  const huge = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect((await upload(huge, 'карта.png')).body.error.message).toBe('В картинке больше 60 мегапикселей');
  const stranger = await upload(photo, 'фото.jpg', undefined, cast.headers.buyer);
  expect(stranger.status).toBe(403);
});

test('[17] a part of a stored picture becomes a picture of its own; nothing else of the disk is read so', async () => {
  const halves = await sharp({ create: { width: 1_000, height: 600, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 500, height: 600, channels: 3, background: '#0000ff' } }, left: 500, top: 0 },
    ])
    .png()
    .toBuffer();
  const { file } = (await upload(halves, 'половины.png')).body;
  const crop = (body: object) => ask('POST', '/api/admin/pictures/crop', body);
  const right = await crop({ file, part: { left: 0.5, top: 0.25, width: 0.5, height: 0.5 } });
  expect([right.status, right.body.width, right.body.height]).toEqual([201, 500, 300]);
  const { dominant } = await sharp(join(dataDir, 'files', right.body.file)).stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(50);
  const whole = await crop({ file, part: { left: 0, top: 0, width: 1, height: 1 } });
  expect([whole.body.width, whole.body.height]).toEqual([1_000, 600]);
  const empty = await crop({ file, part: { left: 1, top: 0, width: 0, height: 1 } });
  expect(empty.body.error.fields.file).toBe('Выделите на картинке то, что оставить');
  await mkdir(join(dataDir, 'files/media'), { recursive: true });
  await writeFile(join(dataDir, 'files/media/film.mp4'), Buffer.alloc(21 * 1024 * 1024));
  for (const other of [
    'media/film.mp4',
    'uploads/00/none.webp',
    '../../etc/passwd',
    'https://zlo.example/a.png',
    '.private/a',
  ])
    expect((await crop({ file: other, part: { left: 0, top: 0, width: 1, height: 1 } })).status).toBe(404);
});

async function upload(bytes: Buffer, name: string, crop?: string, cookie = cast.headers.owner) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  if (crop) form.set('crop', crop);
  const request = new Request('http://idd.localhost/', { method: 'POST', body: form });
  const answer = await cast.app.inject({
    method: 'POST',
    url: '/api/admin/files',
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      accept: 'application/json',
      cookie,
      'content-type': String(request.headers.get('content-type')),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

test('merged spellings of a value from 1C stay merged when 1C sends the old ones again', async () => {
  const onec = await openImports(url);
  const said = (value: string) =>
    `<ЗначенияСвойств><ЗначенияСвойства><Ид>p-base</Ид><Значение>${value}</Значение></ЗначенияСвойства></ЗначенияСвойств>`;
  const properties = `<Свойства><Свойство><Ид>p-base</Ид><Наименование>Вяжущее</Наименование><ТипЗначений>Строка</ТипЗначений></Свойство></Свойства>`;
  const sent = (...names: string[]) => ({
    'import.xml': commerceml(
      classifier(`${groups(group('g1', 'Сухие смеси'))}${properties}`) +
        catalog(
          names.map((name, at) => good(`m${at}`, `Смесь ${at}`, said(name))),
          { changes: true },
        ),
    ),
  });
  const values = async () => {
    const { rows } = await sql<{ value: string }>`
      select distinct specs ->> a.code as value from products, attributes a
      where a.name = 'Вяжущее' and specs ? a.code order by 1`.execute(db);
    return rows.map(({ value }) => value);
  };
  await onec.import(sent('Гипс', 'ГИПС природный', 'Цемент'));
  expect(await values()).toEqual(['Гипс', 'ГИПС природный', 'Цемент']);
  const { id } = await db.selectFrom('attributes').select('id').where('name', '=', 'Вяжущее').executeTakeFirstOrThrow();
  const merged = await ask('POST', `/api/admin/attributes/${id}/merge`, { from: ['ГИПС природный'], into: 'Гипс' });
  expect(merged).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(await values()).toEqual(['Гипс', 'Цемент']);

  await onec.import(sent('Гипс', 'Гипс  природный', 'Цемент'));
  expect(await values()).toEqual(['Гипс', 'Цемент']);
  // What was merged into something is merged with it.
  await ask('POST', `/api/admin/attributes/${id}/merge`, { from: ['Гипс'], into: 'Гипсовое' });
  await onec.import(sent('Гипс', 'Гипс природный', 'Цемент'));
  expect(await values()).toEqual(['Гипсовое', 'Цемент']);
});
