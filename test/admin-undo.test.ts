import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { deriveReleased } from '#integrations/onec/own-fields.ts';
import { ensure } from '#shared/ensure.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { ifMatch } from './admin/example.ts';
import { examples } from './admin/examples.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeProduct } from './support/shop.ts';

const { db, url: dbUrl } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
});

/**
 * What is written of each change and never taken back: that it was made, told to open screens, and to be followed; of a
 * draft that was published, that it was.
 */
const ofTheChange = [
  ...['audit_log', 'admin_keys', 'price_changes', 'office_messages', 'catalogue_version', 'drafts'],
  // Counted by the worker when it comes to it.
  'product_quality',
];
/** When a row was written, and words that are put together again from the others of its row. */
const ofTheWriting = ['changed_at', 'updated_at', 'changed_xid', 'search_text'];
/** Their rows are written again with their record: the numbers are others. */
const rewritten = ['fortune_prizes'];

type Rows = Record<string, string[]>;

/** Every row of the shop, by table. */
async function everyRow(): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${ofTheChange}::text[]) order by 1`.execute(db);
  const parts = tables.map(
    ({
      name,
    }) => sql`select ${sql.lit(name)} as name, (to_jsonb(t) - ${rewritten.includes(name) ? [...ofTheWriting, 'id'] : ofTheWriting}::text[])::text as row
      from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(parts, sql` union all `)} order by 1, 2`.execute(db);
  const found: Rows = {};
  for (const { name, row } of rows) found[name] = [...(found[name] ?? []), row];
  return found;
}

/** What of the rows differs, by table: a column that has another value, or a row too many or too few. */
function differences(before: Rows, after: Rows): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name] ?? [], after[name] ?? []];
    const gone = was.filter((row) => !is.includes(row)).map((row) => JSON.parse(row));
    const come = is.filter((row) => !was.includes(row)).map((row) => JSON.parse(row));
    if (gone.length !== 1 || come.length !== 1)
      return gone.length + come.length === 0 ? [] : [`${name}: ${gone.length} rows less, ${come.length} more`];
    const columns = Object.keys(gone[0]).filter((column) => !isDeepStrictEqual(gone[0][column], come[0][column]));
    return columns.map((column) => `${name}.${column}: ${JSON.stringify([gone[0][column], come[0][column]])}`);
  });
}

const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;
const writing = adminRoutes.filter(({ method, limit }) => method !== 'GET' && limit === 'writes');

/** Besides every change of a record: what ends it or publishes its draft, and sheets. */
const alsoUndoable = [
  ...['actions', 'banners', 'coupons', 'credit-programs', 'wobblers'].map((resource) => `POST ${resource}/:id/end`),
  ...['attributes', 'branches', 'brands', 'categories', 'email-texts', 'products', 'seo-texts', 'settings'].map(
    (resource) => `POST ${resource}/:id/draft/publish`,
  ),
  ...['POST attributes/:id/release', 'POST attributes/:id/type', 'POST categories/:id/release'],
  ...['POST prices/cells', 'PUT prices/:id/tiers', 'PUT stock/:id/shelf'],
  ...['POST categories/:id/move', 'POST menu-links/order'],
];
const isPromised = (name: string) =>
  name.startsWith('PATCH ') || alsoUndoable.includes(name.replace('/api/admin/', ''));

/** Sends the example of a call; the line that it left in the journal. */
async function done(name: string): Promise<{ id: number; can_be_undone: boolean } | string> {
  const { make, answers = 200 } = examples[name]!;
  const [method] = name.split(' ') as ['POST'];
  const { statusCode, body } = await call(cast, cast.headers.owner, { method, ...(await make(cast)) });
  if (statusCode !== answers) return `${name}: ${statusCode} ${body.slice(0, 200)}`;
  const log = await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit?per_page=1' });
  return log.json().items[0];
}

test('[3.10] every change of a record is taken back from the journal, and the shop is as it was before', {
  timeout: 300_000,
}, async () => {
  const wrong: string[] = [];
  const promised = writing.map(nameOf).filter(isPromised);
  expect(promised.length).toBeGreaterThan(50);
  // What was never written stands for itself; taken back it is written as it stood.
  await done('PATCH /api/admin/reply-templates/:id');
  for (const name of promised) {
    const { make, answers = 200 } = examples[name]!;
    const [method] = name.split(' ') as ['POST'];
    const given = { method, ...(await make(cast)) };
    const before = await everyRow();
    const { statusCode, body, headers } = await call(cast, cast.headers.owner, given);
    if (statusCode !== answers) wrong.push(`${name}: ${statusCode} ${body.slice(0, 200)}`);
    const url = `/api/admin/audit/${headers['audit-line']}/undo`;
    const back = await call(cast, cast.headers.owner, { method: 'POST', url });
    if (back.statusCode !== 200)
      wrong.push(`${name}: is not taken back, ${back.statusCode} ${back.body.slice(0, 300)}`);
    else wrong.push(...differences(before, await everyRow()).map((words) => `${name}: ${words.slice(0, 600)}`));
  }
  expect(wrong).toEqual([]);
});

test('[3.10] the journal offers to take back exactly that', { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  for (const name of writing.map(nameOf)) {
    const { answers = 200, leavesNoLine } = examples[name]!;
    // Of the role login_by_user and of the person's own rows: nobody else does them.
    if (leavesNoLine || answers >= 300) continue;
    const line = await done(name);
    if (typeof line === 'string') wrong.push(line);
    else if (line.can_be_undone !== isPromised(name)) wrong.push(`${name}: ${line.can_be_undone}`);
  }
  expect(wrong).toEqual([]);
});

test('[3.10] a pin that was placed again goes back to its place and days; a category and an order of links that others moved stay', async () => {
  const { owner } = cast.headers;
  const send = async (url: string, body: object) => {
    const { statusCode, headers } = await call(cast, owner, { method: 'POST', url, body });
    expect([url, Math.floor(statusCode / 100)]).toEqual([url, 2]);
    return Number(headers['audit-line']);
  };
  const undo = (line: number) => call(cast, owner, { method: 'POST', url: `/api/admin/audit/${line}/undo` });
  const pin = { words: 'плитка', product_id: cast.product.id, department_id_1c: null, accepts_fall: true };
  const season = { starts_at: '2090-12-01T00:00:00.000Z', ends_at: '2091-01-10T00:00:00.000Z' };
  await send('/api/admin/search-pins', { ...pin, position: 1, ...season });
  const before = await everyRow();
  const placed = await send('/api/admin/search-pins', { ...pin, position: 3, starts_at: null, ends_at: null });
  expect((await undo(placed)).statusCode).toBe(200);
  expect(differences(before, await everyRow())).toEqual([]);

  const makeOne = async (name: string) => {
    const { body } = await call(cast, owner, { method: 'POST', url: '/api/admin/categories', body: { name } });
    return JSON.parse(body).id as number;
  };
  const [parent, child] = [await makeOne('Смеси'), await makeOne('Клеи')];
  const moved = await send(`/api/admin/categories/${child}/move`, { parent_id: parent, place: 0 });
  await send(`/api/admin/categories/${child}/move`, { parent_id: cast.category.id, place: 0 });
  expect((await undo(moved)).json().error.code).toBe('not_undoable');
  const one = db.selectFrom('categories').select('parent_id').where('id', '=', child);
  expect((await one.executeTakeFirstOrThrow()).parent_id).toBe(cast.category.id);

  const { make } = examples['POST /api/admin/menu-links/order']!;
  const { url, body } = (await make(cast)) as { url: string; body: { ids: number[] } };
  const ordered = await send(url, body);
  await db.deleteFrom('menu_links').where('id', '=', ensure(body.ids[0])).execute();
  expect((await undo(ordered)).json().error.code).toBe('not_undoable');
});

test('[3.10] a change of goods of 1C that is taken back leaves their fields to 1C, save what the shop led before', async () => {
  const { id } = await makeProduct(db, { id_1c: crypto.randomUUID(), name: 'Имя из 1С' });
  const url = `/api/admin/products/${id}`;
  const read = async () => (await call(cast, cast.headers.owner, { method: 'GET', url })).json();
  const ownersOf = async () => (await read()).owners.map(({ field }: { field: string }) => field).sort();
  const change = async (body: object) => {
    const headers = await ifMatch(cast, url);
    return (await call(cast, cast.headers.owner, { method: 'PATCH', url, body, headers })).headers['audit-line'];
  };
  const undo = async (line: unknown) =>
    (await call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/audit/${line}/undo` })).statusCode;
  const last = async () =>
    (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/audit?per_page=1' })).json().items[0].id;

  await change({ barcode: '4600000000017' });
  const line = await change({ name: 'Наше имя', is_on: false, barcode: '4600000000024' });
  expect(await ownersOf()).toEqual(['barcode', 'name', 'sale']);
  expect(await undo(line)).toBe(200);
  expect(await read()).toMatchObject({ name: 'Имя из 1С', is_on: true, barcode: '4600000000017' });
  expect(await ownersOf()).toEqual(['barcode']);
  // Taking back what was taken back takes the fields again.
  expect(await undo(await last())).toBe(200);
  expect(await read()).toMatchObject({ name: 'Наше имя', is_on: false, barcode: '4600000000024' });
  expect(await ownersOf()).toEqual(['barcode', 'name', 'sale']);
  expect(await undo(await last())).toBe(200);
  await deriveReleased(dbUrl);
  const { rows } = await sql<{ field: string }>`select field from field_owners where product_id = ${id}`.execute(db);
  expect(rows).toEqual([{ field: 'barcode' }]);
  expect(await read()).toMatchObject({ name: 'Имя из 1С', is_on: true });
});
