import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { fileForm } from './admin/example.ts';
import { testDatabase } from './support/database.ts';
import { makePurchasePrice } from './support/purchase-price.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const answer = await call(cast, cast.headers.owner, { method, url, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function send(url: string, table: string, more: Record<string, string> = {}, name = 'prices.csv') {
  const form = await fileForm(url, Buffer.from(table), name, more);
  const answer = await call(cast, cast.headers.owner, { method: 'POST', ...form });
  return { status: answer.statusCode, body: answer.json() };
}

/** Taken as on the screen: after a look. */
async function take(table: string, mode: 'rehearse' | 'apply', map = 'Прайс') {
  const looked = await send('/api/admin/file-imports', table, { map, mode: 'rehearse' });
  return mode === 'rehearse' ? looked : apply(table, looked.body.hash, map);
}

const apply = (table: string, hash: string, map = 'Прайс') =>
  send('/api/admin/file-imports', table, { map, mode: 'apply', hash });

const columns = [
  { heading: 'Код', field: 'idcode', target: null },
  { heading: 'Цена', field: 'price', target: 'vologda' },
  { heading: 'Остаток', field: 'stock', target: 'store12' },
];

async function priceOf(product_id: number) {
  const row = await db
    .selectFrom('prices')
    .select('price')
    .where('product_id', '=', product_id)
    .where('price_column', '=', 'vologda')
    .executeTakeFirst();
  return row?.price;
}

/** In place of the one of its name that is there. */
async function keepMap(map: { name: string; columns: object[] }) {
  const { items } = (await ask('GET', '/api/admin/file-maps')).body;
  const seen = items.find(({ name }: { name: string }) => name === map.name) ?? null;
  expect((await ask('PUT', '/api/admin/file-maps', { ...map, seen })).status).toBe(200);
}

test('headings are found below what stands above them; a map is checked in words', async () => {
  const table = 'Прайс от 25.11.2026\n\nКод;Название;Цена, ₽\nA-1;Клей;489\nA-2;Грунт;"1 290,50"';
  expect((await send('/api/admin/file-imports/headings', table)).body).toEqual({
    headings: ['Код', 'Название', 'Цена, ₽'],
    rows: [
      ['A-1', 'Клей', '489'],
      ['A-2', 'Грунт', '1 290,50'],
    ],
  });
  const refused = async (name: string, bytes: string) =>
    (await send('/api/admin/file-imports/headings', bytes, {}, name)).body.error.message;
  expect(await refused('virus.exe', 'MZ')).toBe('таблица читается из CSV, TXT или XLSX, выгрузка YML — из XML');
  expect(await refused('empty.csv', '\n\n')).toBe('в таблице не нашлось строки с заголовками столбцов');
  expect(await refused('broken.xlsx', 'PK\u0003\u0004')).toBe('файл не читается как таблица XLSX');
  const map = { name: 'Плохая', columns: columns.slice(1), seen: null };
  expect((await ask('PUT', '/api/admin/file-maps', map)).body.error.message).toContain('нет столбца, по которому');
});

test('a rehearsal changes nothing; what is taken is put back, but not where somebody changed it since', async () => {
  await keepMap({ name: 'Прайс', columns });
  const goods = [];
  for (const price of [10_000, 20_000, 30_000]) goods.push(await makeProduct(db, { price }));
  const [a, b, c] = goods as [(typeof goods)[0], (typeof goods)[0], (typeof goods)[0]];
  const table = `Код;Цена;Остаток\n${a.idcode};110;7\n${b.idcode};=1+1;\n${c.idcode};310;\nНЕТ;1;1`;
  const rehearsed = await take(table, 'rehearse');
  expect(rehearsed.body).toMatchObject({
    state: 'rehearsed',
    summary: { rows: 4, prices: { changed: 2, refused: 2 }, stock: { changed: 1, refused: 1 } },
  });
  expect(await priceOf(a.id)).toBe(10_000);
  const { items } = (await ask('GET', `/api/admin/file-imports/${rehearsed.body.id}/rows`)).body;
  expect(items.map(({ words }: { words: string }) => words)).toEqual([
    expect.stringMatching(/цена vologda: 100\s₽ → 110\s₽ \(\+10 %\)/),
    expect.stringMatching(/остаток store12: \d+ → 7/),
    expect.stringContaining('цена'),
    expect.stringMatching(/310\s₽/),
    expect.stringContaining('нет товара'),
  ]);

  const taken = await take(table, 'apply');
  expect([taken.status, taken.body.state, await priceOf(a.id), await priceOf(c.id)]).toEqual([
    201,
    'applied',
    11_000,
    31_000,
  ]);
  await ask('POST', '/api/admin/prices/cells', {
    cells: [{ product_id: c.id, price_column: 'vologda', price: 32_000 }],
  });
  const undone = await ask('POST', `/api/admin/file-imports/${taken.body.id}/undo`);
  expect(undone.body).toEqual({ restored: 1, changed_since: 1 });
  expect([await priceOf(a.id), await priceOf(c.id)]).toEqual([10_000, 32_000]);
  expect((await ask('POST', `/api/admin/file-imports/${taken.body.id}/undo`)).status).toBe(409);
  expect((await ask('POST', `/api/admin/file-imports/${rehearsed.body.id}/undo`)).status).toBe(409);
  expect((await ask('POST', '/api/admin/file-imports/999999/undo')).status).toBe(404);
});

test('[3.5] a table is taken as it was looked at: over a price, stock or product that is another by now it is not', async () => {
  await keepMap({ name: 'Прайс', columns });
  const { id, idcode } = await makeProduct(db, { price: 48_900, on_hand: 5 });
  const table = `Код;Цена;Остаток\n${idcode};499;7`;
  const look = async () => (await take(table, 'rehearse')).body.hash;
  const changes = [
    () =>
      ask('POST', '/api/admin/prices/cells', {
        cells: [{ product_id: id, price_column: 'vologda', price: 45_000, was: 48_900 }],
      }),
    () => db.updateTable('stock').set({ on_hand: 3, on_hand_base: '3' }).where('product_id', '=', id).execute(),
    () =>
      db
        .updateTable('products')
        .set({ idcode: `${idcode}-2` })
        .where('id', '=', id)
        .execute(),
  ];
  for (const change of changes) {
    const seen = await look();
    await change();
    const { status, body } = await apply(table, seen);
    expect([status, body.error.code]).toEqual([409, 'seen_changed']);
    expect(body.error.message.replaceAll('\u00a0', ' ')).toMatch(
      /^За это время изменилось то, с чем сравнивали таблицу: 1 строка \(Код .+\)\. Проверьте её ещё раз$/,
    );
  }
  expect(await priceOf(id)).toBe(45_000);
  await db.updateTable('products').set({ idcode }).where('id', '=', id).execute();
  const seen = await look();
  // What orders hold is nothing that the table changes.
  await db.updateTable('stock').set({ reserved: 1 }).where('product_id', '=', id).execute();
  expect([(await apply(table, seen)).status, await priceOf(id)]).toEqual([201, 49_900]);
  const unseen = await send('/api/admin/file-imports', table, { map: 'Прайс', mode: 'apply' });
  expect([unseen.status, unseen.body.error.fields.hash]).toEqual([422, expect.stringMatching(/^Сначала проверьте/)]);
});

test('five thousand rows are looked at, taken and put back', async () => {
  await keepMap({ name: 'Прайс', columns });
  const goods: { id: number; idcode: string }[] = [];
  for (let n = 0; n < 40; n++) goods.push(await makeProduct(db, { price: 10_000 + n }));
  const many = Array.from({ length: 5_000 }, (_, n) => {
    const product = goods[n];
    return product ? `${product.idcode};${200 + n};` : `NO-${n};1;`;
  });
  const taken = await take(`Код;Цена;Остаток\n${many.join('\n')}`, 'apply');
  expect(taken.body.summary.prices).toMatchObject({ changed: 40, refused: 4_960 });
  expect((await ask('POST', `/api/admin/file-imports/${taken.body.id}/undo`)).body.restored).toBe(40);
  expect(await Promise.all(goods.map(({ id }) => priceOf(id)))).toEqual(goods.map((_, n) => 10_000 + n));
  const { body } = await ask('GET', `/api/admin/file-imports/${taken.body.id}/rows`);
  expect([body.items.length, body.more]).toEqual([2_000, true]);
});

test('what is given out comes back by its own headings; a name that looks like a formula is text', async () => {
  const product = await makeProduct(db, { price: 48_950, on_hand: 12, name: '=HYPERLINK("http://zlo.example")' });
  const answer = await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/goods-export?as=csv' });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename.*goods-\d{4}-\d\d-\d\d\.csv/);
  const [head = '', ...rows] = answer.body.replace('\uFEFF', '').split('\r\n');
  const row = rows.find((line) => line.startsWith(product.idcode)) ?? '';
  expect(head).toMatch(/^Код;Артикул;Штрихкод;Название;Бренд;Раздел;Единица;Цена, /);
  expect(row).toContain(`"'=HYPERLINK(""http://zlo.example"")"`);
  expect(row).toContain(';489,5');
  const price = head.split(';').find((heading) => heading.startsWith('Цена, ') && !heading.includes('бизнес')) ?? '';
  const map = {
    name: 'Наш же',
    columns: [
      { heading: 'Код', field: 'idcode', target: null },
      { heading: price, field: 'price', target: 'vologda' },
    ],
  };
  await keepMap(map);
  const back = await take(answer.body, 'rehearse', 'Наш же');
  expect(back.body.summary.prices.refused).toBe(0);
});

test('[17] tables with purchase prices are there for those alone who may see these', async () => {
  const product = await makeProduct(db, { price: 200_000 });
  await makePurchasePrice(db, product);
  const by = async (role: 'content' | 'owner', method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
    const answer = await call(cast, cast.headers[role], { method, url, ...(body && { body }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const map = {
    name: 'Закупка',
    columns: [columns[0], { heading: 'Цена', field: 'price', target: 'zakupka' }],
    seen: null,
  };
  expect((await by('content', 'PUT', '/api/admin/file-maps', map)).body.error.message).not.toContain('zakupka');
  expect((await by('owner', 'PUT', '/api/admin/file-maps', map)).status).toBe(200);
  const over = await by('content', 'PUT', '/api/admin/file-maps', { name: map.name, columns, seen: null });
  expect(over.body.error.message).toBe('такое название уже занято, выберите другое');

  const table = `Код;Цена\n${product.idcode};130`;
  const taken = await take(table, 'apply', map.name);
  expect([taken.status, taken.body.summary.prices.changed]).toEqual([201, 1]);
  const sent = { map: map.name, mode: 'rehearse' };
  const form = await fileForm('/api/admin/file-imports', Buffer.from(table), 'a.csv', sent);
  expect((await call(cast, cast.headers.content, { method: 'POST', ...form })).statusCode).toBe(404);
  const rows = `/api/admin/file-imports/${taken.body.id}/rows`;
  for (const [role, isShown] of [
    ['owner', true],
    ['content', false],
  ] as const) {
    const { items: maps, price_columns } = (await by(role, 'GET', '/api/admin/file-maps')).body;
    expect(maps.some(({ name }: { name: string }) => name === map.name)).toBe(isShown);
    expect(price_columns.some(({ id }: { id: string }) => id === 'zakupka')).toBe(isShown);
    const { items } = (await by(role, 'GET', '/api/admin/file-imports')).body;
    expect(items.some(({ id }: { id: number }) => id === taken.body.id)).toBe(isShown);
    expect((await by(role, 'GET', rows)).status).toBe(isShown ? 200 : 404);
  }
  expect((await by('content', 'POST', `/api/admin/file-imports/${taken.body.id}/undo`)).status).toBe(404);
  expect((await by('owner', 'POST', `/api/admin/file-imports/${taken.body.id}/undo`)).body.restored).toBe(1);
});
