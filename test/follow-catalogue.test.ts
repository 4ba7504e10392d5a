import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Listing } from '#modules/catalogue/schema.ts';
import { followCatalogue } from '#modules/catalogue-index/follow-catalogue.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { preparePlace } from '#platform/postgres/place.ts';
import { type Server, startServer } from '#platform/postgres/server.ts';
import { type Replica, startReplica } from '../bench/support/replica.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  group,
  groups,
  offer,
  offersPackage,
  openImports,
  prices,
  rests,
  retail,
} from './support/commerceml.ts';
import { ask } from './support/http.ts';
import { processesOf, temporaryFolder, waitFor } from './support/processes.ts';
import { makeBranches } from './support/shop.ts';
import { startWebProcess, type WebProcess } from './support/web-process.ts';

/** A shop of its own: two web processes on one PostgreSQL that may be killed. */
const folder = await temporaryFolder();
const place = await preparePlace(folder);
let server: Server;
let db: Database;
let replica: Replica | undefined;
let webs: WebProcess[];
let onec: Awaited<ReturnType<typeof openImports>>;
let cheap: { id: number; slug: string };
let dear: { id: number; slug: string };

beforeAll(async () => {
  server = await startServer(place);
  await migrate(server.url);
  db = openDatabase(server.url, { max: 4 });
  await makeBranches(db);
  onec = await openImports(server.url);
  await onec.import({
    'import.xml': commerceml(
      classifier(groups(group('g1', 'Штукатурки'))) +
        catalog([good('cheap', 'Штукатурка дешёвая'), good('dear', 'Штукатурка дорогая')]),
    ),
    'offers.xml': offers({ cheap: 100, dear: 200 }),
  });
  const { rows } = await sql<{ id: number; slug: string }>`select id, slug from products order by id_1c`.execute(db);
  [cheap, dear] = rows as [typeof cheap, typeof dear];
  webs = await Promise.all([startWebProcess(server.url), startWebProcess(server.url)]);
});
afterAll(async () => {
  await Promise.all(webs.map((web) => web.kill()));
  await db.destroy();
  await replica?.stop();
  await server.stop('fast');
});

async function openReplica(): Promise<Replica> {
  replica ??= await startReplica({ url: server.url, place, server, close: async () => {} }, join(folder, 'replica'));
  return replica;
}

/** Roubles by the good's id in 1C. */
function offers(roubles: Record<string, number>): string {
  const all = Object.entries(roubles).map(([id, retail]) => offer(id, 'Гипс', prices({ retail }), rests({ main: 50 })));
  return commerceml(offersPackage(all, { types: retail, changes: true }));
}

const listed = async (web: WebProcess, query: string) =>
  JSON.parse((await web.get(`/api/ecm/idd/products/?${query}`)).text) as { total: number; items: { id: number }[] };
const ids = async (web: WebProcess, query: string) => (await listed(web, query)).items.map(({ id }) => id);
const suggested = async (web: WebProcess) => {
  const { text } = await web.get(`/api/ecm/idd/search/suggest/?q=${encodeURIComponent('штукатурка')}`);
  return (JSON.parse(text).products as { id: number; price: number }[]).map(({ id, price }) => [id, price]);
};
/** Which of the two stands first on a page that is kept. */
const firstOnPage = async (web: WebProcess, path: string) => {
  const { text } = await web.get(path);
  const places = [cheap, dear].map(({ slug }) => text.indexOf(`/product/${slug}/`));
  return places.some((at) => at === -1) ? places.findIndex((at) => at !== -1) : places[0]! < places[1]! ? 0 : 1;
};
const pages = ['/category/shtukaturki/?sort=price', `/catalog/?q=${encodeURIComponent('штукатурка')}&sort=price`];

/** True on every list of both processes: by price the cheaper first, the bound of price, the pages. */
async function allShow(first: { id: number }, second: { id: number }, price: number) {
  for (const web of webs) {
    if ((await ids(web, 'category=shtukaturki&sort=price')).join() !== [first.id, second.id].join()) return false;
    if ((await ids(web, `q=${encodeURIComponent('штукатурка')}&sort=price`)).join() !== [first.id, second.id].join())
      return false;
    if ((await ids(web, `category=shtukaturki&price_to=${price}`)).join() !== String(first.id)) return false;
    if (!(await suggested(web)).some(([id, own]) => id === first.id && own === price)) return false;
    for (const page of pages) if ((await firstOnPage(web, page)) !== (first.id === cheap.id ? 0 : 1)) return false;
  }
  return true;
}

/** Asks for two seconds; how long the answers themselves take on a busy machine does not count. */
const within2s = (isTrue: () => Promise<boolean>) => waitFor(isTrue, 40);

describe('a price is on all lists of two processes within 2 s', () => {
  test('[S7-30] changed by plain SQL', async () => {
    expect(await allShow(cheap, dear, 100)).toBe(true);
    await sql`update prices set price = 30000 where product_id = ${cheap.id}`.execute(db);
    await within2s(() => allShow(dear, cheap, 200));
  });

  test('[S7-30] changed by a package of 1C', async () => {
    await onec.import({ 'offers.xml': offers({ cheap: 150 }) });
    await within2s(() => allShow(cheap, dear, 150));
  });
});

test('[S7-34] PostgreSQL killed with -9 under load: no wrong answer, recovery without help, nothing kept from before', async () => {
  expect(await allShow(cheap, dear, 150)).toBe(true);
  const former = `${cheap.id},${dear.id}`;
  let isOver = false;
  let mayBeNew = false;
  const wrong: string[] = [];
  const load = webs.flatMap((web) =>
    [web, web].map(async () => {
      while (!isOver) {
        const wasOld = !mayBeNew;
        const { status, text } = await web.get('/api/ecm/idd/products/?category=shtukaturki&sort=price');
        if (status >= 500) continue;
        const answer = (JSON.parse(text).items as { id: number }[]).map(({ id }) => id).join();
        if (status !== 200 || (wasOld && !mayBeNew && answer !== former)) wrong.push(`${status} ${answer}`);
        if (![former, `${dear.id},${cheap.id}`].includes(answer)) wrong.push(answer);
        await web.get(pages[0]!);
      }
    }),
  );
  const cluster = processesOf(place.cluster);
  for (const { pid, command } of cluster) if (!command.includes('guard.ts')) killHard(pid);
  await server.gone;
  server = await startServer(place);
  mayBeNew = true;
  // Before anybody has connected again: what an invalidation would have reported reaches nobody.
  await waitFor(() =>
    sql`update departments set phones = jsonb_build_object('main', '+7 (8172) 11-22-33') where id_1c = '00131'`
      .execute(db)
      .catch(() => null),
  );
  await sql`update prices set price = 50000 where product_id = ${cheap.id}`.execute(db);
  await waitFor(() => allShow(dear, cheap, 200));
  for (const web of webs) {
    await waitFor(async () => (await web.get('/catalog/')).text.includes('11-22-33'));
    expect((await web.get('/readyz')).status).toBe(200);
  }
  isOver = true;
  await Promise.all(load);
  expect(wrong).toEqual([]);
});

test('[S7-34] while the catalogue is read /readyz refuses, lists answer 503 with the reason, everything else works', async () => {
  // A store of another branch is locked: whoever reads everything waits for it.
  const lock = new pg.Client({ connectionString: server.url });
  await lock.connect();
  await lock.query('begin; lock table stock_store52 in access exclusive mode');
  const port = await freePort();
  const starting = startWebProcess(server.url, { PORT: String(port) });
  const get = (path: string) => ask(port, path);
  await waitFor(() =>
    get('/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  expect(JSON.parse((await get('/readyz')).text)).toEqual({
    status: 'catalogue is loading',
    message: 'Каталог загружается',
  });
  const [list, page, readyz, ...others] = await Promise.all(
    ['/api/ecm/idd/products/?category=shtukaturki', pages[0]!, '/readyz', '/', '/contacts/', '/cart/', '/login/'].map(
      get,
    ),
  );
  await lock.query('rollback');
  await lock.end();
  expect([list!.status, page!.status, readyz!.status]).toEqual([503, 503, 503]);
  expect(JSON.parse(list!.text)).toEqual({
    error: { code: 'catalogue_loading', message: 'Каталог загружается. Попробуйте через минуту' },
  });
  expect(list!.headers['retry-after']).toBe('5');
  expect(page!.text).toContain('Каталог сейчас недоступен');
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const web = await starting;
  await waitFor(async () => (await web.get('/readyz')).status === 200);
  expect(await ids(web, 'category=shtukaturki')).toHaveLength(2);
  await web.kill();
});

test('a replica that is behind loses nothing: what it has not got yet is read from the primary', async () => {
  const replica = await openReplica();
  const [late, standby] = [new pg.Client(server.url), new pg.Client(replica.url)];
  await Promise.all([late.connect(), standby.connect()]);
  // Begun before what the replica has got, ended after it.
  await late.query('begin');
  await late.query('update prices set price = 60000 where product_id = $1', [dear.id]);
  await sql`update prices set price = 40000 where product_id = ${cheap.id}`.execute(db);
  await waitFor(async () => {
    const { rows } = await standby.query('select price from prices where product_id = $1', [cheap.id]);
    return rows[0].price === 40_000;
  });
  await standby.query('select pg_wal_replay_pause()');
  await waitFor(async () => {
    const { rows } = await standby.query('select pg_get_wal_replay_pause_state() as state');
    return rows[0].state === 'paused';
  });
  await late.query('commit');
  await sql`delete from stock where product_id = ${cheap.id}`.execute(db);

  const own = openDatabase(server.url, { max: 2 });
  const reported: unknown[] = [];
  const log = Object.assign(openLog('silent'), { info: (fields: unknown) => reported.push(fields) });
  const follower = followCatalogue(own, { replicaUrl: replica.url, log, changed: () => {} });
  await follower.loaded;
  const priceContext = priceContextOf((await listDepartments(own)).find(({ is_main }) => is_main)!);
  const found = async (more: object) =>
    (await query(own, priceContext, Listing.parse({ category: 'shtukaturki', ...more }))).items.map(({ id }) => id);
  expect(reported).toMatchObject([{ from: 'replica' }]);
  expect(await found({ sort: 'price' })).toEqual([cheap.id, dear.id]);
  expect(await found({ in_stock: true })).toEqual([dear.id]);
  await follower.stop();
  await standby.query('select pg_wal_replay_resume()');
  await Promise.all([own.destroy(), late.end(), standby.end()]);
});

test('of two servers in DATABASE_URL the shop goes on with the second by itself when the first dies and the second is promoted', async () => {
  const replica = await openReplica();
  const hosts = [server.url, replica.url].map((url) => new URL(url).searchParams.get('host')).join();
  const web = await startWebProcess(
    `postgres://postgres@/shop?host=${encodeURIComponent(hosts)}&target_session_attrs=read-write`,
  );
  const status = async (path: string) => (await web.get(path)).status;
  await waitFor(async () => (await status('/readyz')) === 200);
  expect(await status('/cart/')).toBe(200);
  for (const { pid, command } of processesOf(place.cluster)) if (!command.includes('guard.ts')) killHard(pid);
  await server.gone;
  // The standby answers, but nobody can order there.
  expect([await status('/readyz'), await status('/cart/')]).toEqual([503, 503]);
  const standby = new pg.Client(replica.url);
  await standby.connect();
  await standby.query('select pg_promote()');
  await standby.end();
  await waitFor(async () => (await status('/readyz')) === 200 && (await status('/cart/')) === 200, 200);
  await web.kill();
  server = await startServer(place);
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function killHard(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended with the others
  }
}
