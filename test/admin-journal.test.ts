import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { placeOf, recordPlaces, resourceWords } from '../admin/src/journal/record-places.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { ifMatch } from './admin/example.ts';
import { newQuestion, newReview } from './admin/request-examples.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeCategory } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

type Line = { id: number; resource: string; words: string; department_id_1c: string | null; can_be_undone: boolean };

async function linesOf(cookie: string): Promise<Line[]> {
  return (await call(cast, cookie, { method: 'GET', url: '/api/admin/audit' })).json().items;
}

function ask(cookie: string, method: 'POST' | 'PUT', url: string, body?: object) {
  return call(cast, cookie, { method, url, ...(body && { body }) });
}

async function setPrices(cookie: string, cells: Record<string, number>): Promise<number> {
  const rows = Object.entries(cells).map(([price_column, price]) => ({
    product_id: cast.product.id,
    price_column,
    price,
    is_sure: true,
  }));
  const { headers } = await ask(cookie, 'POST', '/api/admin/prices/cells', { cells: rows });
  return Number(headers['audit-line']);
}

async function columnOf(branch: string): Promise<string> {
  const { base_price } = await db
    .selectFrom('departments')
    .select('base_price')
    .where('id_1c', '=', branch)
    .executeTakeFirstOrThrow();
  return base_price;
}

async function isKeptOneYear(lines: number[]): Promise<boolean> {
  const { rows } = await sql<{ is_kept: boolean }>`
    select bool_and(keep_until < at + interval '13 months') as is_kept from audit_log where id = any(${lines}::bigint[])`.execute(
    db,
  );
  return rows[0]!.is_kept;
}

test('[S6-05] the journal shows staff of one branch its lines of prices, stock and staff, and nobody else’s', async () => {
  const { owner } = cast.headers;
  const [own, foreign] = [await columnOf(branches.own), await columnOf(branches.foreign)];
  const { header } = await makeStaff(db, ['owner'], { departments: [branches.own] });
  const hidden = [
    await setPrices(owner, { [foreign]: 50_123 }),
    await setPrices(owner, { [own]: 401, [foreign]: 402 }),
  ];
  const shown = [await setPrices(owner, { [own]: 48_900 })];
  const shelf = { store: 'store52', shelf: 'А-1', seen: null };
  const put = await ask(owner, 'PUT', `/api/admin/stock/${cast.product.id}/shelf`, shelf);
  hidden.push(Number(put.headers['audit-line']));
  for (const departments of [[branches.foreign], [branches.own], [], [branches.own, branches.foreign]]) {
    const email = `novichok-${departments.join('-') || 'all'}@idd.example`;
    const person = { email, full_name: 'Новый Сотрудник', roles: ['support'], departments };
    const { headers } = await ask(owner, 'POST', '/api/admin/staff', person);
    (departments.length === 1 && departments[0] === branches.own ? shown : hidden).push(Number(headers['audit-line']));
  }
  // As lines were written before they named their branch.
  const { rows } = await sql<{ id: number }>`
    insert into audit_log (who, verb, resource, words, keep_until)
    values ('Роль owner', 'POST /api/admin/prices/cells', 'prices', 'Цена изменена', now() + interval '1 year')
    returning id`.execute(db);
  hidden.push(rows[0]!.id);

  const seen = (await linesOf(header)).map(({ id }) => id);
  expect(shown.filter((id) => !seen.includes(id))).toEqual([]);
  expect(hidden.filter((id) => seen.includes(id))).toEqual([]);
  expect((await linesOf(owner)).map(({ id }) => id)).toEqual(expect.arrayContaining([...shown, ...hidden]));
  const undone = await ask(header, 'POST', `/api/admin/audit/${hidden[0]}/undo`);
  expect(undone.statusCode).toBe(404);
  expect((await ask(header, 'POST', `/api/admin/audit/${shown[0]}/undo`)).statusCode).toBe(200);
});

test('[S6-05] what was decided on a review or a question is read in the journal of its branch alone, for a year, without its author', async () => {
  const { header } = await makeStaff(db, ['owner'], { departments: [branches.own] });
  const lineAbout = async (table: 'reviews' | 'product_questions', department_id_1c: string) => {
    const text = { product_id: cast.product.id, author_name: 'Анна', text: 'Ложится ровно', is_demo: true };
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (product_id, author_name, text, is_demo, department_id_1c ${table === 'reviews' ? sql`, rating` : sql``})
      values (${text.product_id}, ${text.author_name}, ${text.text}, true, ${department_id_1c} ${table === 'reviews' ? sql`, 5` : sql``})
      returning id`.execute(db);
    const url = `/api/admin/${table === 'reviews' ? 'reviews' : 'questions'}/${rows[0]!.id}/approve`;
    const seen = table === 'reviews' ? newReview : newQuestion;
    return Number((await ask(cast.headers.owner, 'POST', url, { seen })).headers['audit-line']);
  };
  const shown = [await lineAbout('reviews', branches.own), await lineAbout('product_questions', branches.own)];
  const hidden = [await lineAbout('reviews', branches.foreign), await lineAbout('product_questions', branches.foreign)];
  const seen = (await linesOf(header)).map(({ id }) => id);
  expect(shown.filter((id) => !seen.includes(id))).toEqual([]);
  expect(hidden.filter((id) => seen.includes(id))).toEqual([]);
  expect(await isKeptOneYear([...shown, ...hidden])).toBe(true);
  const words = db
    .selectFrom('audit_log')
    .select('words')
    .where('id', 'in', [...shown, ...hidden])
    .where('words', 'like', '%Анна%');
  expect(await words.execute()).toEqual([]);
});

test('[3.8] the journal tells another receiving of an order by the town, not by the home of the buyer, for a year', async () => {
  const { id } = await cast.anOrder();
  await sql`
    update orders set receiving_type = 'delivery', pickup_department_id_1c = null,
      delivery_address = 'Вологда, ул. Мира, 5, кв. 7' where id = ${id}::uuid`.execute(db);
  const order = await call(cast, cast.headers.owner, { method: 'GET', url: `/api/admin/orders/${id}` });
  const { version } = order.json().receiving;
  const body = { type: 'pickup', unloading_note: 'Позвонить за час', seen: version };
  const { headers, statusCode } = await ask(cast.headers.owner, 'POST', `/api/admin/orders/${id}/receiving`, body);
  expect(statusCode).toBe(200);
  const line = Number(headers['audit-line']);
  const { rows } = await sql<{ place: string }>`
    select before ->> 'place' as place from audit_log where id = ${line}`.execute(db);
  expect(rows).toEqual([{ place: 'Вологда, •••' }]);
  expect(await isKeptOneYear([line])).toBe(true);
});

test('[3.8] what is taken back of a person is kept one year, as what was done was', async () => {
  const { id } = await makeStaff(db, ['support']);
  const url = `/api/admin/staff/${id}`;
  const headers = await ifMatch(cast, url);
  const done = await call(cast, cast.headers.owner, { method: 'PATCH', url, body: { roles: ['content'] }, headers });
  const line = Number(done.headers['audit-line']);
  expect((await ask(cast.headers.owner, 'POST', `/api/admin/audit/${line}/undo`)).statusCode).toBe(200);
  const [last] = await linesOf(cast.headers.owner);
  expect(last!.words).toMatch(/^Отменено: /);
  expect(await isKeptOneYear([line, last!.id])).toBe(true);
});

test('who works in two branches reads their own line of both', async () => {
  const { header } = await makeStaff(db, ['owner'], { departments: [branches.own, branches.foreign] });
  const [own, foreign] = [await columnOf(branches.own), await columnOf(branches.foreign)];
  const line = await setPrices(header, { [own]: 411, [foreign]: 412 });
  expect((await linesOf(header)).map(({ id }) => id)).toContain(line);
});

test('[3.10] a place of storage and prices from a count on are taken back from the journal, until somebody changes them again', async () => {
  const { owner } = cast.headers;
  const { id } = cast.product;
  const put = async (path: string, body: object) =>
    Number((await ask(owner, 'PUT', `/api/admin/${path}`, body)).headers['audit-line']);
  const undo = async (line: number) => (await ask(owner, 'POST', `/api/admin/audit/${line}/undo`)).statusCode;
  const shelfOf = async () => {
    const stock = db.selectFrom('stock').select('shelf').where('product_id', '=', id).where('store', '=', 'store12');
    return (await stock.executeTakeFirstOrThrow()).shelf;
  };
  const tiersNow = () =>
    db
      .selectFrom('price_tiers')
      .select(['from_count', 'price'])
      .where('product_id', '=', id)
      .orderBy('from_count')
      .execute();

  const first = await put(`stock/${id}/shelf`, { store: 'store12', shelf: 'А-1', seen: null });
  expect((await linesOf(owner)).find((line) => line.id === first)?.can_be_undone).toBe(true);
  const second = await put(`stock/${id}/shelf`, { store: 'store12', shelf: 'А-2', seen: 'А-1' });
  expect([await undo(first), await shelfOf()]).toEqual([409, 'А-2']);
  expect([await undo(second), await shelfOf()]).toEqual([200, 'А-1']);

  const tiers = [{ from_count: 10, price: 300 }];
  await put(`prices/${id}/tiers`, { price_column: 'vologda', tiers, was: [] });
  const changed = await put(`prices/${id}/tiers`, { price_column: 'vologda', tiers: [], was: tiers });
  expect([await undo(changed), await tiersNow()]).toEqual([200, [{ from_count: 10, price: 300 }]]);
});

test('a category that was moved and whose fields were changed is taken back by each of the two lines', async () => {
  const { owner } = cast.headers;
  const { id } = await makeCategory(db, 'gips', 'Гипс');
  const url = `/api/admin/categories/${id}`;
  const moved = await ask(owner, 'POST', `${url}/move`, { parent_id: cast.category.id, place: 0 });
  const { headers } = await call(cast, owner, { method: 'GET', url });
  const named = await call(cast, owner, {
    method: 'PATCH',
    url,
    body: { name: 'Гипсокартон' },
    headers: { 'if-match': String(headers.etag) },
  });
  for (const { headers } of [moved, named]) {
    const line = Number(headers['audit-line']);
    expect((await linesOf(owner)).find((one) => one.id === line)?.can_be_undone).toBe(true);
    expect((await ask(owner, 'POST', `/api/admin/audit/${line}/undo`)).statusCode).toBe(200);
  }
  expect((await call(cast, owner, { method: 'GET', url })).json()).toMatchObject({ name: 'Гипс', parent_id: null });
});

test('[2.15] every kind of line has its words in the journal, and every place that a line leads to is a screen', () => {
  const root = join(import.meta.dirname, '..');
  const texts = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const kinds = [...texts('src/api/admin/*.ts'), ...texts('src/integrations/onec/staff-jobs/*.ts')].flatMap((text) =>
    [...text.matchAll(/\bresource(?:: | = )'([^']+)'/g)].map(([, kind = '']) => kind),
  );
  const ofCommands = texts('src/commands/*.ts').flatMap((text) =>
    [...text.matchAll(/\bchanges: '([^']+)'/g)].map(([, kind = '']) => kind),
  );
  const unnamed = [...kinds, ...ofCommands].filter((kind) => !(kind in resourceWords));
  expect([kinds.length > 100, [...new Set(unnamed)].sort()]).toEqual([true, []]);

  const sections = [
    ...texts('admin/src/sections.ts')
      .join('')
      .matchAll(/path: '([^']+)'/g),
  ].map(([, path = '']) => path);
  const screens = texts('admin/src/**/*.tsx').join('\n');
  const nowhere = Object.values(recordPlaces).filter((place) => {
    const section = sections.find((path) => place === path || place.startsWith(`${path}/`));
    if (section === undefined) return true;
    return place !== section && !screens.includes(`path="${place.slice(section.length + 1)}"`);
  });
  expect(nowhere).toEqual([]);
});

test('[2.15] a line leads to its record by what the record is called there; a command, what was removed and what has no screen lead nowhere', () => {
  const place = (resource: string, record_id: string | null, verb = 'PATCH /api/admin/orders/:id') =>
    placeOf({ resource, record_id, verb });
  expect(place('orders', 'a1')).toBe('/orders/a1');
  expect(place('email_texts', 'order placed~00131')).toBe('/content/emails/order%20placed~00131');
  expect(place('settings', 'company')).toBe('/settings');
  expect([
    place('articles', '6', 'DELETE /api/admin/articles/:id'),
    place('shorts', '3', 'POST /x/:id/remove'),
  ]).toEqual([null, null]);
  expect([place('orders', null), place('views', '7'), place('staff', 'a@b.example', 'shop staff dismiss')]).toEqual([
    null,
    null,
    null,
  ]);
});
