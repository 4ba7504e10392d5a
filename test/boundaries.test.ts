import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findModuleFaults, findNeedlessLooks, findViolations, readSources } from '../scripts/boundaries.ts';
import { findDatedReads, findDraftReads } from '../scripts/dated-reads.ts';
import { findNeedlessAllowances } from '../scripts/module-state.ts';
import { findPrivateParts } from '../scripts/private-parts.ts';
import { readSheets } from '../scripts/style-layers.ts';
import { findWriterViolations } from '../scripts/table-writers.ts';
import { findLevelFault } from '../scripts/web-layers.ts';

test('the project keeps to its layers', async () => {
  const root = join(import.meta.dirname, '..');
  const sources = await readSources(root);
  const sheets = await readSheets(root);
  expect(sources.size).toBeGreaterThan(50);
  expect(findViolations(new Map([...sources, ...sheets]))).toEqual([]);
  expect(findNeedlessLooks(sheets)).toEqual([]);
  expect(findNeedlessLooks(new Map())).toHaveLength(2);
});

test('from ui to the pages there are five levels, and a sixth is named', () => {
  expect(findLevelFault()).toEqual([]);
  expect(findLevelFault([['request'], ['forms'], ['signing'], ['shell']])).toEqual([
    'scripts/web-layers.ts: 6 levels from ui to the pages, at most 5',
  ]);
});

test('a module stands on those alone that it imports, and on itself through none of them', async () => {
  expect(findModuleFaults(await readSources(join(import.meta.dirname, '..')))).toEqual([]);
  const planted = new Map([
    ['src/modules/cart/a.ts', `import { x } from '#modules/orders/a.ts';`],
    ['src/modules/cart/a.test.ts', `import { x } from '#modules/pricing/a.ts';`],
    ['src/modules/orders/a.ts', `import { x } from '#modules/cart/a.ts';`],
  ]);
  expect(findModuleFaults(planted, { cart: ['orders', 'pricing'], orders: ['cart'], codes: [] })).toEqual([
    'scripts/boundaries.ts: cart imports nothing of pricing, take it out',
    'scripts/boundaries.ts: cart stands on itself, through others',
    'scripts/boundaries.ts: orders stands on itself, through others',
    'scripts/boundaries.ts: there is no module codes, take it out',
  ]);
});

test('a table is written by one module, or by the two that share it', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'));
  expect(findWriterViolations(sources)).toEqual([]);
  const foreign = "await db.updateTable('carts').set({ version: 1 }).execute();";
  sources.set('src/modules/accounts/a.ts', foreign);
  sources.set('src/integrations/onec/a.ts', 'await sql`update orders as o set state = null`;');
  expect(findWriterViolations(sources)).toHaveLength(2);
  sources.set('src/modules/accounts/b.ts', 'await sql`insert into "cart_lines" (cart_id) values (1)`;');
  sources.set('src/modules/accounts/c.ts', 'await db.deleteFrom(table).execute();');
  sources.set('src/modules/accounts/d.ts', `await sql\`delete from \${sql.table(table)}\`.execute(db);`);
  sources.set('src/modules/accounts/e.ts', "await db.updateTable('orders as o').set({ state: null }).execute();");
  sources.set('src/modules/accounts/f.ts', 'await sql`update public.reviews set text = null`;');
  sources.set('src/modules/accounts/g.ts', 'await sql`truncate users, leads`;');
  sources.set('src/api/h.ts', 'await sql`insert into demonstration_rows default values`;');
  sources.set('src/integrations/onec/i.ts', "await client.copy('order_lines (id, name)', rows);");
  sources.set('src/modules/accounts/j.ts', "await client.copyPieces('payments (id)', [rows]);");
  sources.set('src/modules/search/rules.ts', '');
  const found = findWriterViolations(sources).join('\n');
  for (const path of [
    'b.ts: cart_lines',
    'c.ts: a table is',
    'd.ts: a table is',
    'e.ts: orders',
    'f.ts: reviews',
    'g.ts: leads',
    'j.ts: payments',
  ])
    expect(found).toContain(`src/modules/accounts/${path}`);
  expect(found).toContain('src/integrations/onec/i.ts: order_lines');
  expect(found).toContain('src/api/h.ts: demonstration_rows is written by a module alone');
  expect(found).toContain('src/modules/search/rules.ts names no table');
  expect(findWriterViolations(new Map([['src/modules/orders/a.ts', 'update stock s set reserved = 0']]))).toEqual([
    expect.stringContaining('stock has one writer'),
  ]);
});

test('what is allowed to keep state still does', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'));
  expect(findNeedlessAllowances(sources)).toEqual([]);
  sources.set('src/platform/failures.ts', '');
  expect(findNeedlessAllowances(sources)).toEqual([expect.stringContaining('src/platform/failures.ts')]);
});

test('private parts of Node and of libraries are found, whoever leans on them', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'));
  expect(findPrivateParts(sources)).toEqual([]);
  const guard = 'src/web/parts/chunk-guard/vite-plugin.ts';
  expect(findPrivateParts(new Map([...sources, [guard, '']]))).toEqual([expect.stringContaining(guard)]);
  const found = (path: string, text: string) =>
    findPrivateParts(new Map([[path, text]])).filter((sentence) => sentence.startsWith(`${path}:`));
  expect(found('src/a.test.ts', 'update graphile_worker._private_jobs set attempts = 1')).toHaveLength(1);
  for (const text of [
    'await sql`select from graphile_worker._private_jobs`;',
    "import { parse } from 'pg/dist/parser.js';",
    "import { serialize } from 'pg/lib/utils.js';",
    "client['_queryable'] = false;",
    "transform: (code, id) => /react-router\\/dist\\/lib/.test(id) && code.replace('a', 'b')",
    'class Client extends pg.Client {}',
    'window.fetch = patched;',
    'globalThis.Request = FormRequest;',
    'Object.assign(window, { fetch: patched });',
    'window.history.pushState = push;',
    'ServerResponse.prototype.end = end;',
    'const { adapter } = db.getExecutor();',
    'socket._handle.unref();',
    'socket?._handle.unref();',
    'const { remoteAddress, _handle } = socket;',
    "Server.prototype['emit'] = emit;",
    "Reflect.set(Server.prototype, 'emit', emit);",
    "import { Pool } from 'pg-pool/esm/index.js';",
    "import { Kysely } from 'kysely/build/kysely.js';",
    'window.__reactRouterDataRouter.navigate(path);',
    "process.binding('http_parser');",
    "import { UNSAFE_DataRouterContext } from 'react-router';",
  ])
    expect(found('src/a.ts', text), text).toHaveLength(1);
  expect(found('src/a.ts', "select from graphile_worker.jobs; import '@fastify/static'; build/client/a.js")).toEqual(
    [],
  );
});

test('what has dates is read at the moment of the page, so that a preview shows its own day', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'));
  expect(findDatedReads(sources)).toEqual([]);
  const page = 'src/web/pages/actions/planted.ts';
  const found = (path: string, text: string) => findDatedReads(new Map([...sources, [path, text]]));
  expect(found(page, 'const actions = await listActions(db, department.id_1c);')).toEqual([
    `${page}: listActions is read without the moment of the page (shownAt)`,
  ]);
  expect(found(page, 'homeSlides(db, department.id_1c, requestContext.preview)')).toEqual([]);
  const read = 'src/modules/content/queries.ts';
  const text = sources.get(read) ?? '';
  for (const line of ['where starts_at <= now()', 'const at = Date.now();', 'const at = new Date();'])
    expect(found(read, `${text}\n${line}`), line).toEqual([`${read}: a dated read asks the clock, «${line}»`]);
  expect(found('src/modules/landings/queries.ts', '')).toEqual([]);
  const without = new Map([...sources].filter(([path]) => path !== read));
  expect(findDatedReads(without)).toEqual([`scripts/dated-reads.ts: ${read} is no more, take the entry out`]);
});

test('a statement that reads what may be a draft leaves drafts out, whoever writes it', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'));
  expect(findDraftReads(sources)).toEqual([]);
  const found = (path: string, text: string) => findDraftReads(new Map([...sources, [path, text]]));
  const page = 'src/modules/feeds/planted.ts';
  for (const text of [
    "sql`select slug from actions where ends_at > '2026-01-01'`.execute(db);",
    "db.selectFrom('coupons').select('code').where('code', '=', code).execute();\n",
    'sql`select 1 from orders o join banners b on b.id = o.id`.execute(db);',
  ])
    expect(found(page, text), text).toEqual([`${page}: 1 of its statements read drafts; leave them out (is_draft)`]);
  expect(found(page, 'sql`select slug from actions where not is_draft`.execute(db);')).toEqual([]);
  const coupon = 'src/modules/pricing/coupon.ts';
  expect(found(coupon, '')).toEqual([`scripts/dated-reads.ts: ${coupon} reads fewer drafts, mend its entry`]);
});

const planted: [why: string, path: string, text: string][] = [
  ['a module that imports a page', 'src/modules/cart/get-cart.ts', `import { Icon } from '#web/ui/icon.tsx';`],
  ['shared that imports the platform', 'src/shared/money.ts', `import { openLog } from '#platform/log.ts';`],
  ['a relative way up', 'src/platform/log.ts', `import { x } from '../modules/cart/get-cart.ts';`],
  ['a page that imports the API', 'src/web/root.tsx', `import { x } from '#api/api.ts';`],
  ['an import over several lines', 'src/shared/a.ts', `import {\n  x,\n  y,\n} from '#modules/cart/b.ts';`],
  ['an import on demand', 'src/shared/a.ts', `const x = await import('#web/root.tsx');`],
  [
    'a thread of a layer above',
    'src/modules/cart/a.ts',
    `const thread = new Worker(new URL('../../web/server.ts', import.meta.url));`,
  ],
  ['a re-export', 'src/shared/a.ts', `export { x } from '#platform/log.ts';`],
  ['the catalogue standing on the cart', 'src/modules/catalogue/a.ts', `import type { X } from '#modules/cart/b.ts';`],
  [
    'the catalogue standing on its index',
    'src/modules/catalogue/a.ts',
    `import { x } from '#modules/catalogue-index/b.ts';`,
  ],
  ['the index standing on the search', 'src/modules/catalogue-index/a.ts', `import { x } from '#modules/search/b.ts';`],
  [
    "the index's private folder",
    'src/modules/search/a.ts',
    `import { x } from '#modules/catalogue-index/building/b.ts';`,
  ],
  ["a foreign module's private folder", 'src/web/a.ts', `import { x } from '#modules/catalogue/index/load.ts';`],
  ['a module nobody has given a place', 'src/modules/loyalty/a.ts', `import { x } from '#modules/cart/b.ts';`],
  ['sources that import test support', 'src/platform/a.ts', `import { x } from '#test/support/app.ts';`],
  ['a page file outside the pages', 'src/modules/cart/email.tsx', ''],
  ['a button that knows goods', 'src/web/ui/button.tsx', `import type { X } from '#modules/catalogue/offers.ts';`],
  ['a button that leans on a part', 'src/web/ui/button.tsx', `import { x } from '../parts/forms/draft.ts';`],
  ['a part that imports a page', 'src/web/parts/shell/a.tsx', `import { x } from '#web/pages/cart/dates.ts';`],
  ['a style of a page in a part', 'src/web/parts/shell/a.tsx', `import '../../pages/cart/cart.css';`],
  ['a part that imports one of its own row', 'src/web/parts/shell/a.tsx', `import { x } from '#web/parts/lists/b.ts';`],
  ['a part that imports one above', 'src/web/parts/request/a.ts', `import { x } from '#web/parts/goods/b.ts';`],
  ['a part nobody has given a place', 'src/web/parts/odds/a.ts', `import { x } from '#web/ui/icon.tsx';`],
  ['a part that imports the router’s root', 'src/web/parts/shell/a.tsx', `import { x } from '#web/root.tsx';`],
  ['a page that imports a page', 'src/web/pages/cart/a.tsx', `import { x } from '#web/pages/order/b.ts';`],
  ['a page that imports the page server', 'src/web/pages/cart/a.tsx', `import { x } from '#web/page-server.ts';`],
  ['a variable of a module', 'src/modules/cart/a.ts', `let known: string | undefined;\n`],
  ['a variable of the back office', 'admin/src/a.ts', `let known: string | undefined;\n`],
  ['a map that a module fills', 'src/modules/cart/a.ts', `const known = new Map<string, Promise<number>>();\n`],
  ['a variable that is taken apart', 'src/modules/cart/a.ts', `let { known } = read();\n`],
  ['a static member of a class', 'src/modules/cart/a.ts', `export class Known {\n  static all = new Map();\n}\n`],
  ['a map inside an object', 'src/modules/cart/a.ts', `const known = { carts: new Map<string, number>() };\n`],
  ['a queue of a module', 'src/modules/cart/a.ts', `const inTurn = createWorkQueue({ atOnce: 1 });\n`],
  ['a value that parts share', 'src/web/parts/a.ts', `export const isOpen = createStore<boolean>(false);\n`],
  ['listeners of a module', 'admin/src/a.ts', `export const signals = new EventTarget();\n`],
  ['values that parts share', 'src/web/parts/a.ts', `const stores = { menu: createStore(false) };\n`],
  [
    'an object that lives with the page',
    'src/web/parts/a.ts',
    `const of = perObject((_page: Window) => ({ last: 1 }));\n`,
  ],
  [
    'values of a database that are filled later',
    'src/modules/a/b.ts',
    `const rowsOf = perObject((_db: Db) => new Map<string, Row>());\n`,
  ],
  ['counts that wait in a module', 'src/modules/cart/a.ts', `const waiting = waitingCounts<Cart>({\n  most: 1,\n});\n`],
  [
    'a variable of a function that is called where it stands',
    'src/modules/cart/a.ts',
    `export const next = (() => {\n  let last = 0;\n  return () => ++last;\n})();\n`,
  ],
  [
    'a map of a function that is called where it stands',
    'src/web/parts/a.ts',
    `export const known = await (async function () {\n  const rows = new Map();\n  return { add: (key: string) => rows.set(key, 1) };\n})();\n`,
  ],
  [
    'what a function of the file remembers',
    'src/modules/cart/a.ts',
    `const { take } = counter();\nfunction counter(count = 0) {\n  return { take: () => count++ };\n}\n`,
  ],
  [
    'an object of the file’s own class that changes',
    'src/modules/cart/a.ts',
    `class Known {\n  #all: string[] = [];\n  add(one: string) {\n    this.#all.push(one);\n  }\n}\nexport const known = new Known();\n`,
  ],
  ['a value that a module makes once', 'src/modules/cart/a.ts', `const known = once(() => 1);\n`],
  [
    'a list that a module adds to',
    'src/platform/a.ts',
    `const all: string[] = [];\nexport const add = (one: string) => all.push(one);\n`,
  ],
  [
    'counts that a module raises',
    'src/api/a.ts',
    `const counts = { all: 0 };\nexport const count = () => counts.all++;\n`,
  ],
  [
    'a map that a module gives to a function that changes it',
    'src/modules/cart/a.ts',
    `const known = new Map([['a', 1]]);\nfunction note(rows: Map<string, number>, key: string) {\n  rows.set(key, 1);\n}\nexport const see = (key: string) => note(known, key);\n`,
  ],
  [
    'a map that hangs on the global object',
    'src/modules/cart/a.ts',
    `export function read() {\n  globalThis.known ??= new Map();\n}\n`,
  ],
  [
    'an object without a prototype that a module fills',
    'src/modules/cart/a.ts',
    `const known = Object.create(null);\nexport const note = (key: string) => {\n  known[key] = 1;\n};\n`,
  ],
  [
    'a list made of another that a module fills',
    'src/modules/cart/a.ts',
    `const seen = Array.from(kinds, () => 0);\nexport const note = (at: number) => seen[at]++;\n`,
  ],
  [
    'a counter on a function',
    'src/modules/cart/a.ts',
    `export function take() {\n  take.count = (take.count ?? 0) + 1;\n}\n`,
  ],
  ['a counter on an arrow function', 'src/modules/cart/a.ts', `export const take = () => {\n  take.count++;\n};\n`],
  ['a back office that imports a module', 'admin/src/a.ts', `import type { X } from '#modules/cart/b.ts';`],
  ['a back office that imports a page', 'admin/src/a.tsx', `import { x } from '../../src/web/ui/icon.tsx';`],
  ['a shop that imports the back office', 'src/shared/a.ts', `import { x } from '../../admin/src/request.ts';`],
  ['a test that imports the back office', 'test/a.ts', `import { x } from '../admin/src/request.ts';`],
  [
    'a map that is emptied when it is full',
    'src/modules/cart/a.ts',
    `function open() {\n  const known = new Map();\n  if (known.size >= maxKnown) known.clear();\n}\n`,
  ],
  [
    'a map that loses its first entry when it is full',
    'src/modules/cart/a.ts',
    `const add = (key: string) => {\n  if (own.size > 100) {\n    const [first] = own.keys();\n    own.delete(first);\n  }\n};\n`,
  ],
  [
    'a map that takes no more when it is full',
    'src/modules/cart/a.ts',
    `const add = (key: string) => own.size < limits.most && own.set(key, 1);\n`,
  ],
  [
    'a cache of the library in a function',
    'src/modules/cart/a.ts',
    `import { LRUCache } from 'lru-cache';\nexport function open() {\n  return new LRUCache<string, Cart>({ max: 100 });\n}\n`,
  ],
  [
    'work that is joined while it is under way',
    'src/platform/a.ts',
    `function open() {\n  const underWay = new Map<string, Promise<Picture>>();\n  return (key: string) => make(key).finally(() => underWay.delete(key));\n}\n`,
  ],
  [
    'a value that stands in when it cannot be read',
    'src/app/a.ts',
    `export function open(db: Db) {\n  let known: string[] = [];\n  return () => read(db).then((phones) => {\n    known = phones;\n  });\n}\n`,
  ],
  [
    'a value that is taken for a minute',
    'src/modules/cart/a.ts',
    `const rateMs = 60_000;\nexport async function read(state: State) {\n  const known = state.rate;\n  if (known && Date.now() - known.readAt < rateMs) return known.value;\n}\n`,
  ],
  [
    'a value that is asked for again ten seconds later',
    'src/web/parts/visitor/a.ts',
    `export class Cart {\n  #askedAt = 0;\n  askIfOld() {\n    if (performance.now() - this.#askedAt > freshMs) this.ask();\n  }\n}\n`,
  ],
  [
    'a map that is emptied every minute',
    'src/api/a.ts',
    `function open() {\n  let begun = 0;\n  let rowsBegun = 0;\n  return () => {\n    if (Date.now() - rowsBegun >= longestMs) rows.clear();\n  };\n}\n`,
  ],
  [
    'a value that is taken until it ends',
    'src/integrations/a/b.ts',
    `function take(held: Held, now: number) {\n  return held.until > now ? held.value : null;\n}\n`,
  ],
  [
    'a sheet of a part in the back office',
    'admin/src/styles/a.css',
    `@import "../../../src/web/parts/goods/card.css";`,
  ],
  ['a sheet of a page in the back office', 'admin/src/a.tsx', `import '../../src/web/pages/cart/cart.css';`],
  ['an index file', 'src/modules/cart/index.ts', ''],
  ['a name that says nothing', 'src/shared/utils.ts', ''],
];

test.each(planted)('finds %s', (_why, path, text) => {
  expect(findViolations(new Map([[path, text]]))).toHaveLength(1);
});

test('lets through what is allowed', () => {
  const allowed = new Map([
    [
      'src/modules/cart/get-cart.ts',
      `import { sql } from 'kysely';\nimport { x } from '#modules/catalogue/offers.ts';`,
    ],
    [
      'src/modules/catalogue/listing.ts',
      `import { x } from './index/load.ts';\nimport { y } from '#modules/catalogue/index/load.ts';`,
    ],
    ['src/web/a.ts', `import type { Config } from '../config.ts';\nimport type { Route } from './+types/route.ts';`],
    ['src/web/ui/a.tsx', `import { x } from '#shared/money.ts';\nimport { y } from './icon.tsx';`],
    [
      'src/web/parts/shell/a.tsx',
      `import { x } from '#web/parts/goods/b.ts';\nimport { y } from './static/c.tsx';\nimport z from '../../images/logo.svg';`,
    ],
    ['src/web/pages/order/a.tsx', `import { x } from './pass/b.ts';\nimport { y } from '#web/parts/order/c.ts';`],
    ['src/web/entry.server.tsx', `import { x } from './pages/cart/cart-action.ts';`],
    [
      'admin/src/orders/a.tsx',
      `import { x } from '#shared/money.ts';\nimport { y } from '../request.ts';\nimport z from '../../../src/web/images/logo.svg';`,
    ],
    [
      'admin/src/styles/a.css',
      `@import "./base.css";\n@import "../../../src/web/styles/tokens.css";\n@import "../../../src/web/parts/blocks/slide.css";`,
    ],
    ['src/start.ts', `import { x } from '#demo/load.ts';\nimport { y } from '#jobs/tasks.ts';`],
    [
      'src/shared/a.ts',
      `const kinds = new Set(['a']);\nexport function f() {\n  let last = 0;\n  const all = [];\n  all.push(kinds.has('a'), last++);\n  const own = new Map();\n  if (own.size > 0) own.clear();\n}\nconst all = sum();\nfunction sum() {\n  let total = 0;\n  for (const one of [1, 2]) total += one;\n  return total;\n}\n`,
    ],
    ['src/server.ts', `let stop = async () => {};\n`],
    ['src/shared/money.test.ts', `import { x } from '#test/support/app.ts';`],
  ]);
  expect(findViolations(allowed)).toEqual([]);
});
