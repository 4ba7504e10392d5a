import type { JobHelpers } from 'graphile-worker';
import { beforeAll, expect, test } from 'vitest';
import { workOnGoodsImports } from '#jobs/work-on-goods-imports.ts';
import { takeFields } from '#modules/catalogue/field-owners.ts';
import { goodsColumns } from '#modules/exchange/goods-table/columns.ts';
import { readShopWords } from '#modules/exchange/goods-table/words-of-shop.ts';
import { workOnGoods } from '#modules/exchange/work-on-goods-imports.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { fileForm } from './admin/example.ts';
import { testDatabase } from './support/database.ts';
import { jobContext } from './support/jobs.ts';
import { makeCategory, makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  const plasters = await makeCategory(db, 'shtukaturki', 'Штукатурки', cast.category.id);
  await makeCategory(db, 'kraski', 'Краски');
  await db.insertInto('brands').values({ slug: 'gipsar', name: 'Гипсар' }).execute();
  await db
    .insertInto('attributes')
    .values([
      { code: 'osnova', name: 'Основа', type: 'enum', filter: 'values' },
      { code: 'rashod', name: 'Расход', type: 'number', unit: 'кг/м²' },
      { code: 'moroz', name: 'Морозостойкий', type: 'boolean' },
    ])
    .execute();
  const { id } = await db.selectFrom('attributes').select('id').where('code', '=', 'osnova').executeTakeFirstOrThrow();
  await db
    .insertInto('attribute_values')
    .values(['Гипс', 'Цемент'].map((value) => ({ attribute_id: id, value })))
    .execute();
  await makeProduct(db, { name: 'Плитонит', category_id: plasters.id, specs: { osnova: 'Гипс' } });
});

const work = async () => workOnGoodsImports({}, await jobContext(db), {} as JobHelpers);

async function ask(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, headers?: Record<string, string>) {
  const answer = await call(cast, cast.headers.owner, {
    method,
    url,
    ...(body && { body }),
    ...(headers && { headers }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function send(url: string, table: string | Buffer, more: Record<string, string> = {}, name = 'товары.csv') {
  const form = await fileForm(url, Buffer.from(table), name, more);
  const answer = await call(cast, cast.headers.owner, { method: 'POST', ...form });
  return { status: answer.statusCode, body: answer.json() };
}

type Line = {
  row: number;
  name: string;
  product_id: number | null;
  state: string | null;
  problem: string | null;
  cells: { heading: string; from: string; to: string; problem?: string }[];
};

/** What a table would do, after the worker has read it. */
async function rehearse(table: string | Buffer, name = 'товары.csv') {
  const { columns } = (await send('/api/admin/goods-imports/headings', table, {}, name)).body;
  const { body, status } = await send('/api/admin/goods-imports', table, { columns: JSON.stringify(columns) }, name);
  expect([status, body.error?.message]).toEqual([202, undefined]);
  await work();
  return (await ask('GET', `/api/admin/goods-imports/${body.id}`)).body;
}

async function rowsOf(id: number, kind: string): Promise<Line[]> {
  return (await ask('GET', `/api/admin/goods-imports/${id}/rows?kind=${kind}`)).body.items;
}

const recordOf = async (id: number) => (await ask('GET', `/api/admin/products/${id}`)).body;

test('columns are known by their headings, and by what was chosen for them last time', async () => {
  const table = 'Код;Основа;Расход, кг/м²;Заметки\nA;Гипс;9;x';
  const { body } = await send('/api/admin/goods-imports/headings', table);
  expect(body.columns.map(({ field }: { field: string }) => field)).toEqual([
    ...['idcode', 'specs.osnova', 'specs.rashod', ''],
  ]);
  const columns = body.columns.map((column: { heading: string; field: string }) =>
    column.heading === 'Заметки' ? { ...column, field: 'description' } : column,
  );
  const kept = async (list: object[]) =>
    (await send('/api/admin/goods-imports', table, { columns: JSON.stringify(list) })).body;
  expect((await kept(columns.slice(1))).error.message).toContain('Выберите столбец, по которому находят товар');
  expect((await kept(columns.slice(0, 1))).error.message).toContain('хотя бы один столбец');
  expect((await kept([...columns, columns[1]])).error.message).toBe('«Основа» выбрано в двух столбцах');
  expect((await kept(columns)).id).toEqual(expect.any(Number));
  const again = (await send('/api/admin/goods-imports/headings', 'КОД;заметки\nA;x')).body;
  expect(again.columns.map(({ field }: { field: string }) => field)).toEqual(['idcode', 'description']);
  await db.deleteFrom('goods_headings').execute();
  await work();
});

test('a table sent again by its key is the same import; another table by that key is refused', async () => {
  const url = '/api/admin/goods-imports';
  const key = { 'idempotency-key': crypto.randomUUID() };
  const columns = JSON.stringify([
    { heading: 'Код', field: 'idcode' },
    { heading: 'Вес, г', field: 'weight' },
  ]);
  const sent = async (table: string) => {
    const form = await fileForm(url, Buffer.from(table), 'товары.csv', { columns });
    const headers = { ...form.headers, ...key };
    const answer = await call(cast, cast.headers.owner, { method: 'POST', ...form, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const first = await sent('Код;Вес, г\nA;1');
  expect(first.status).toBe(202);
  expect(await sent('Код;Вес, г\nA;1')).toEqual(first);
  expect(await sent('Код;Вес, г\nA;2')).toMatchObject({ status: 422, body: { error: { code: 'request_key_reused' } } });
  await work();
});

test('a YML feed brings whole goods: category by its path, kilograms as grams, properties by name and unit', async () => {
  const feed = `<yml_catalog date="2026-11-01"><shop>
    <categories>
      <category id="1">Сухие смеси</category><category id="7" parentId="1">Штукатурки</category>
      <category id="8" parentId="9">Круг</category><category id="9" parentId="8">Круглее</category>
    </categories>
    <offers>
      <offer id="x-1" available="true">
        <name>Штукатурка «Волма &amp; Ко»</name><vendor>Гипсар</vendor><vendorCode>YML-1</vendorCode>
        <barcode>4600000000901</barcode><categoryId>7</categoryId><weight>29.75</weight><price>490</price>
        <description><![CDATA[<p>${'Слой до 60 мм. '.repeat(200)}</p><script>alert(1)</script>]]></description>
        <param name="Основа">Гипс</param><param name="Основа">Цемент</param><param name="Расход" unit="кг/м²">8,5</param>
      </offer>
      <offer id="x-4"><name>Одна картинка</name><vendorCode>YML-4</vendorCode><categoryId>7</categoryId>
        <description>&lt;img src="x.png"&gt;</description></offer>
      <offer id="x-2"><name>Круглая</name><vendorCode>YML-2</vendorCode><categoryId>8</categoryId></offer>
      <offer id="x-3"><name>Без категории</name><vendorCode>YML-3</vendorCode><categoryId>404</categoryId></offer>
    </offers></shop></yml_catalog>`;
  const looked = await rehearse(feed, 'выгрузка.yml');
  expect(looked).toMatchObject({ state: 'rehearsed', counts: { rows: 4, create: 1, refused: 3 } });
  const problems = (await rowsOf(looked.id, 'refused')).flatMap(({ cells }) => cells.map(({ problem }) => problem));
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/раздела «Круг.* нет/),
      expect.stringMatching(/раздела «404» нет: заведите его/),
      'в описании нет текста',
    ]),
  );
  await ask('POST', `/api/admin/goods-imports/${looked.id}/confirm`);
  await work();
  const [made] = await rowsOf(looked.id, 'create');
  const product = await recordOf(Number(made?.product_id));
  expect(product).toMatchObject({
    name: 'Штукатурка «Волма & Ко»',
    article: 'YML-1',
    barcode: '4600000000901',
    weight_grams: 29_750,
    specs: { osnova: 'Гипс, Цемент', rashod: 8.5 },
  });
  expect(product.description_html).toMatch(/^<p>Слой до 60 мм\. .{2900,}<\/p>$/);
  const category = await db
    .selectFrom('product_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select('c.name')
    .where('pc.product_id', '=', Number(made?.product_id))
    .execute();
  expect(category).toEqual([{ name: 'Штукатурки' }]);
  expect((await rehearse(feed, 'выгрузка.yml')).counts).toMatchObject({ create: 0, change: 0, same: 1 });
});

test('a wrong file is refused in words, one that cannot be read fails by itself', async () => {
  const refused = async (name: string, bytes: string) =>
    (await send('/api/admin/goods-imports/headings', bytes, {}, name)).body.error.message;
  expect(await refused('virus.exe', 'MZ')).toContain('таблица читается из CSV, TXT или XLSX');
  expect(await refused('feed.yml', '<yml/>')).toContain('в файле нет ни одного предложения');
  expect(await refused('broken.xlsx', 'PK\u0003\u0004')).toBe('файл не читается как таблица XLSX');
  expect(await refused('empty.csv', '\n\n')).toBe('в таблице не нашлось строки с заголовками столбцов');
  const columns = [
    { heading: 'Код', field: 'idcode' },
    { heading: 'Вес, г', field: 'weight' },
  ];
  const { body } = await send('/api/admin/goods-imports', 'Иное;Чужое\n1;2', { columns: JSON.stringify(columns) });
  await work();
  expect((await ask('GET', `/api/admin/goods-imports/${body.id}`)).body).toMatchObject({
    state: 'failed',
    counts: null,
    problem: expect.stringContaining('в таблице нет столбцов: Код, Вес, г'),
  });
});

test('a rehearsal says what would change, cell by cell, and why not; nothing is written before it is confirmed', async () => {
  const product = await makeProduct(db, {
    name: 'Гладь',
    article: '0077',
    barcode: '4600000000017',
    category_id: cast.category.id,
    specs: { osnova: 'Гипс', rashod: 9 },
  });
  const second = await makeProduct(db, { name: 'Ровно', weight_grams: 5_000 });
  const from1c = await makeProduct(db, { name: 'Из 1С', id_1c: 'guid-1', brand_id: null });
  await takeFields(db, { product_id: from1c.id, fields: ['weight'], until: null });
  const head = 'Код;Артикул;Штрихкод;Название;Бренд;Раздел;Вес, г;Основа;Расход, кг/м²;Морозостойкий;На сайте;Описание';
  const row = (...cells: string[]) => [...cells, ...Array(12 - cells.length).fill('')].join(';');
  const table = [
    head,
    row(product.idcode, '', '', 'Гладь финишная', 'гипсар', 'Сухие смеси / Штукатурки', '1 500', 'цемент', '9,5', 'да'),
    row(from1c.idcode, '', '', 'Своё имя', 'Гипсар', '', '700'),
    row('НЕТ-ТАКОГО', '', '', 'Пена'),
    row(second.idcode, '', '4600000000017'),
    row(cast.product.idcode, '', '', '', 'Неведомый', 'Шпаклёвки', 'тяжёлый', 'Песок', 'много', 'иногда'),
    row(
      '',
      'NEW-1',
      '',
      'Новинка',
      'Гипсар',
      'Краски',
      '300',
      '',
      '',
      '',
      'да',
      '<p>Белая<script>alert(1)</script></p>',
    ),
    row('', 'NEW-2', '', 'Без раздела'),
    row('', 'NEW-1', '', 'Та же', '', 'Краски'),
    row(second.idcode, '', '', 'Второй раз'),
    row(from1c.idcode.replace(/./g, 'X'), '77'),
  ].join('\n');
  const looked = await rehearse(table);
  expect(looked).toMatchObject({
    state: 'rehearsed',
    counts: { rows: 10, create: 1, change: 2, same: 0, skipped: 0, refused: 7, owned: 2 },
  });
  const changes = await rowsOf(looked.id, 'change');
  expect(changes[0]?.cells).toEqual([
    { heading: 'Название', from: 'Гладь', to: 'Гладь финишная' },
    { heading: 'Бренд', from: '', to: 'гипсар' },
    { heading: 'Раздел', from: 'Сухие смеси', to: 'Сухие смеси / Штукатурки' },
    { heading: 'Вес, г', from: '30000', to: '1 500' },
    { heading: 'Основа', from: 'Гипс', to: 'цемент' },
    { heading: 'Расход, кг/м²', from: '9', to: '9,5' },
    { heading: 'Морозостойкий', from: '', to: 'да' },
  ]);
  expect(changes[1]?.cells.map(({ heading, problem }) => [heading, problem])).toEqual([
    ['Название', 'поле ведёт 1С'],
    ['Бренд', 'поле ведёт 1С'],
    ['Вес, г', undefined],
  ]);
  const refused = await rowsOf(looked.id, 'refused');
  expect(refused.map(({ row, cells }) => [row, cells.map(({ problem }) => problem).join(' | ')])).toEqual([
    [4, 'товара с кодом «НЕТ-ТАКОГО» нет'],
    [5, expect.stringMatching(/^штрихкод уже у товара «Гладь»/)],
    [
      6,
      expect.stringMatching(
        /бренда «Неведомый» нет.*раздела «Шпаклёвки» нет.*не целое число.*значения «Песок».*не число.*«да» или «нет»/,
      ),
    ],
    [8, 'такого товара нет, а чтобы завести его, не хватает: раздел'],
    [9, 'тот же код уже в строке 7'],
    [10, expect.stringContaining('тот же товар уже назван в строке 5')],
    [11, expect.stringContaining('нет')],
  ]);
  expect((await recordOf(product.id)).name).toBe('Гладь');

  const confirmed = await ask('POST', `/api/admin/goods-imports/${looked.id}/confirm`);
  expect(confirmed.body).toMatchObject({ state: 'running', waiting: 3 });
  expect((await ask('POST', `/api/admin/goods-imports/${looked.id}/confirm`)).status).toBe(422);
  await work();
  await work();
  const done = (await ask('GET', `/api/admin/goods-imports/${looked.id}`)).body;
  expect(done).toMatchObject({ state: 'done', applied: 3, left: 0, can_be_undone: true });
  const changed = await recordOf(product.id);
  expect(changed).toMatchObject({
    name: 'Гладь финишная',
    brand: 'Гипсар',
    weight_grams: 1_500,
    article: '0077',
    specs: { osnova: 'Цемент', rashod: 9.5, moroz: true },
  });
  expect(changed.categories[0].name).toBe('Штукатурки');
  expect(await recordOf(from1c.id)).toMatchObject({ name: 'Из 1С', brand: null, weight_grams: 700 });
  const [made] = await rowsOf(looked.id, 'create');
  const created = await recordOf(Number(made?.product_id));
  expect(created).toMatchObject({ name: 'Новинка', article: 'NEW-1', is_on: true, weight_grams: 300, brand: 'Гипсар' });
  expect(created.description_html).toBe('<p>Белая</p>');
  const lines = await db
    .selectFrom('audit_log')
    .select(['words', 'who', 'before', 'after'])
    .where('resource', '=', 'products')
    .where('record_id', '=', String(product.id))
    .execute();
  expect(lines).toEqual([
    expect.objectContaining({
      words:
        'Товар «Гладь»: Название, Бренд, Раздел, Вес, г, Морозостойкий, Основа, Расход, кг/м² (таблица «товары.csv»)',
      who: 'Роль owner',
      before: expect.objectContaining({ name: 'Гладь', specs: { osnova: 'Гипс', rashod: 9 } }),
    }),
  ]);

  // Somebody changes the name since: it stays, the rest goes back.
  const { headers } = await ask('GET', `/api/admin/products/${product.id}`);
  await ask('PATCH', `/api/admin/products/${product.id}`, { name: 'Гладь 2' }, { 'if-match': String(headers.etag) });
  await ask('POST', `/api/admin/goods-imports/${looked.id}/undo`);
  await work();
  expect((await ask('GET', `/api/admin/goods-imports/${looked.id}`)).body).toMatchObject({
    state: 'undone',
    undone: 3,
  });
  expect(await recordOf(product.id)).toMatchObject({
    name: 'Гладь 2',
    brand: null,
    weight_grams: 30_000,
    specs: { osnova: 'Гипс', rashod: 9 },
  });
  expect((await recordOf(created.id)).is_on).toBe(false);
  const [back] = await rowsOf(looked.id, 'change');
  expect([back?.state, back?.problem]).toEqual(['undone', 'с тех пор изменили: Название']);
  expect((await ask('POST', `/api/admin/goods-imports/${looked.id}/undo`)).status).toBe(422);
});

test('an empty cell changes nothing, the mark empties; what a spreadsheet made of codes is refused', async () => {
  const product = await makeProduct(db, {
    name: 'Пустышка',
    article: '00123',
    barcode: '4600000000024',
    description: 'Было',
    specs: { osnova: 'Гипс', rashod: 3 },
  });
  const head = 'Код;Артикул;Штрихкод;Название;Вес, г;Основа;Описание';
  const cleared = await rehearse(`${head}\n${product.idcode};;[пусто];;-;[пусто];-`);
  await ask('POST', `/api/admin/goods-imports/${cleared.id}/confirm`);
  await work();
  expect(await recordOf(product.id)).toMatchObject({
    article: '00123',
    barcode: null,
    weight_grams: null,
    description_html: '',
    specs: { rashod: 3 },
  });
  const wrong = await rehearse(`${head}\n${product.idcode};123;4,60123E+12;[пусто]`);
  expect((await rowsOf(wrong.id, 'refused'))[0]?.cells.map(({ problem }) => problem)).toEqual([
    'таблица потеряла нули в начале: в магазине «00123»',
    'таблица превратила код в число 4,60123E+12: сделайте столбец текстовым',
    'это поле нельзя очистить',
  ]);
});

test('a product that somebody changed after the rehearsal is left alone; a worker that is killed goes on where it was', async () => {
  const goods: { id: number; idcode: string }[] = [];
  for (let n = 0; n < 60; n++) goods.push(await makeProduct(db, { weight_grams: 1_000 }));
  const looked = await rehearse(`Код;Вес, г\n${goods.map(({ idcode }, n) => `${idcode};${2_000 + n}`).join('\n')}`);
  await ask('POST', `/api/admin/goods-imports/${looked.id}/confirm`);
  const [first] = goods;
  await db
    .updateTable('products')
    .set({ weight_grams: 7 })
    .where('id', '=', first?.id ?? 0)
    .execute();
  const killed = db.transaction().execute(async (db) => {
    await workOnGoods(db);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  const portion = await db.transaction().execute((db) => workOnGoods(db));
  expect([portion?.changes.length, portion?.left]).toEqual([49, 1]);
  await work();
  const done = (await ask('GET', `/api/admin/goods-imports/${looked.id}`)).body;
  expect(done).toMatchObject({ state: 'done', applied: 59, left: 1 });
  expect((await rowsOf(looked.id, 'left'))[0]?.problem).toBe('за это время товар изменили');
  const weights = await db
    .selectFrom('products')
    .select('weight_grams')
    .where(
      'id',
      'in',
      goods.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  expect(weights.map((row) => row.weight_grams)).toEqual([7, ...goods.slice(1).map((_, n) => 2_001 + n)]);
});

test('what is given out by the filter of the list comes back by its own headings; formulas are text both ways', async () => {
  await makeProduct(db, { name: '=HYPERLINK("http://zlo.example")', specs: { osnova: '-5 °C' } });
  const filter = encodeURIComponent(JSON.stringify({ q: 'HYPERLINK' }));
  const answer = await call(cast, cast.headers.owner, {
    method: 'GET',
    url: `/api/admin/goods-table?as=csv&filter=${filter}`,
  });
  const [head = '', row = '', end] = answer.body.replace('\uFEFF', '').split('\r\n');
  const fields = goodsColumns(await readShopWords(db)).filter(
    ({ field }) => !field.startsWith('specs.') || field === 'specs.osnova',
  );
  expect(head).toBe(fields.map(({ heading }) => heading).join(';'));
  expect([row.includes(`"'=HYPERLINK(""http://zlo.example"")"`), row.endsWith(`'-5 °C`), end]).toEqual([
    true,
    true,
    '',
  ]);
  expect((await rehearse(answer.body)).counts).toMatchObject({ rows: 1, same: 1 });
});

test('[2.3] analogues by codes: the product itself, its variant, a circle, what is off and unknown codes are refused; undone, the former ones are back', async () => {
  const glue = await makeProduct(db, { name: 'Клей плиточный', category_id: cast.category.id });
  const variant = await makeProduct(db, {
    name: 'Клей, ведро',
    category_id: cast.category.id,
    model_id: glue.model_id,
  });
  const other = await makeProduct(db, { name: 'Клей для камня', category_id: cast.category.id });
  const former = await makeProduct(db, { name: 'Клей прежний', category_id: cast.category.id, successor_id: glue.id });
  const off = await makeProduct(db, {
    name: 'Клей снятый',
    category_id: cast.category.id,
    switched_off_at: new Date(),
  });
  await db
    .insertInto('product_links')
    .values({ product_id: glue.id, linked_product_id: off.id, kind: 'analogue' })
    .execute();
  const problemOf = async (cell: string) => {
    const { id } = await rehearse(`Код;Аналоги\n${glue.idcode};"${cell}"`);
    return (await rowsOf(id, 'refused'))[0]?.cells[0]?.problem;
  };
  expect(await problemOf(glue.idcode)).toBe('товар не бывает аналогом самого себя');
  expect(await problemOf(variant.idcode)).toMatch(/вариант этого же товара/);
  expect(await problemOf(former.idcode)).toMatch(/сам заменён этим товаром: вышел бы круг/);
  expect(await problemOf('нет-такого')).toBe('товара с кодом «нет-такого» нет');
  await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', variant.id).execute();
  const { id: another } = await rehearse(`Код;Аналоги\n${other.idcode};${off.idcode}`);
  expect((await rowsOf(another, 'refused'))[0]?.cells[0]?.problem).toBe('«Клей снятый» снят с продажи');

  // What stood there before may stay, off or not; each of two may stand in for the other.
  const table = [glue, other].map(({ idcode }) => idcode);
  const { id, counts } = await rehearse(
    `Код;Аналоги\n${table[0]};"${off.idcode}, ${other.idcode}"\n${table[1]};${glue.idcode}`,
  );
  expect(counts).toMatchObject({ change: 2, refused: 0 });
  await ask('POST', `/api/admin/goods-imports/${id}/confirm`);
  await work();
  expect((await recordOf(glue.id)).analogue_ids).toEqual([off.id, other.id]);
  expect((await recordOf(other.id)).analogue_ids).toEqual([glue.id]);
  await ask('POST', `/api/admin/goods-imports/${id}/undo`);
  await work();
  expect((await recordOf(glue.id)).analogue_ids).toEqual([off.id]);
  expect((await recordOf(other.id)).analogue_ids).toEqual([]);
});

test('[2.3] a product that this one has replaced is no analogue of it, on its own page either', async () => {
  const glue = await makeProduct(db, { name: 'Затирка', category_id: cast.category.id });
  const former = await makeProduct(db, {
    name: 'Затирка прежняя',
    category_id: cast.category.id,
    successor_id: glue.id,
  });
  const { headers } = await ask('GET', `/api/admin/products/${glue.id}`);
  const { status, body } = await ask(
    'PATCH',
    `/api/admin/products/${glue.id}`,
    { analogue_ids: [former.id] },
    {
      'if-match': String(headers.etag),
    },
  );
  expect([status, body.error.fields]).toEqual([
    422,
    { analogue_ids: 'Среди аналогов товар, вместо которого уже предлагают этот' },
  ]);
});
