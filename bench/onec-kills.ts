import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importPackage } from '#integrations/onec/import-package.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { exchangedRows, sendingOver } from '#test/support/onec.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { type ExportSize, makeCommerceml } from './make-commerceml.ts';
import { exchangeGoods, onecClient, type Product, products } from './onec-client.ts';
import { exchangeNode, makeExchangeShop, startExchangeWeb, startExchangeWorker } from './support/exchange-shop.ts';
import { randomOf } from './support/random-of.ts';
import type { Web } from './support/shop.ts';

/**
 * `npm run bench -- onec-kills [POINTS] [GOODS|FOLDER] [SEED] [WAY]`: exchanges of a simulated 1C with web and worker
 * processes, in which every price changes and of invented goods some come and go; at random points the worker, the web
 * process or 1C itself is killed (-9), started again, and 1C repeats its exchange. Until then the shop holds the goods
 * of before or of after, never a half; afterwards it holds what an undisturbed import of the same files makes. FOLDER:
 * its import….xml and offers….xml, as a real base wrote them, instead of invented goods. WAY: `plain` files and `zip`
 * as УТ 11 sends them, `deactivate` as УНФ ends a full exchange, there goods that are gone stay on until then; without
 * it they take turns.
 */
const [points = '20', goods = '3000', seed = '1', way] = process.argv.slice(2);
const ways = {
  plain: { ...products.ut11, packs: false },
  zip: products.ut11,
  deactivate: products.unf,
} satisfies Record<string, Product>;
type Way = keyof typeof ways;
const turns = (way === undefined ? Object.keys(ways) : [way]) as Way[];
if (turns.some((one) => !Object.hasOwn(ways, one))) throw new Error(`the ways are ${Object.keys(ways).join(', ')}`);
const size: ExportSize = { goods: Number(goods) || 0, groups: 40, priceTypes: 6, warehouses: 2 };
/** The second day has so many goods less: fewer than guards ask about. */
const goneGoods = Math.floor(size.goods / 100);
const longestExchangeMs = 180_000;

type Files = Record<string, Buffer>;
type Shop = { url: string; db: Database; dataDir: string; web: Web; worker: ChildProcess };

const server = await openScratchServer();
const folder = await mkdtemp(join(tmpdir(), 'idd-bench-'));
const names = [`bench_kills_${process.pid}`, `bench_kills_whole_${process.pid}`] as const;
try {
  for (const name of names) await administer(server.url, `create database ${name}`);
  const [url, wholeUrl] = names.map((name) => databaseUrl(server.url, name)) as [string, string];
  await makeExchangeShop(url);
  await makeExchangeShop(wholeUrl);
  const packages = await makePackages();
  const states = await expectedStates(wholeUrl, packages);
  await measure(url, packages, states);
} finally {
  for (const name of names) await administer(server.url, `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true });
  await server.close();
}

/** Two days of one shop: the second has other prices, and of invented goods the last are gone. */
async function makePackages(): Promise<Files[]> {
  const made: Files[] = [];
  for (const dearer of [0, 1]) {
    const own = join(folder, `day-${dearer}`);
    if (size.goods > 0)
      await makeCommerceml(own, dearer === 0 ? size : { ...size, dearer, goods: size.goods - goneGoods });
    else await copySample(goods, own, dearer);
    const entries = await readdir(own);
    made.push(
      Object.fromEntries(await Promise.all(entries.map(async (name) => [name, await readFile(join(own, name))]))),
    );
  }
  return made;
}

/** The files of a sample; `dearer` by so many kopecks. */
async function copySample(from: string, to: string, dearer: number): Promise<void> {
  await mkdir(to);
  for (const name of (await readdir(from)).filter((name) => /^(?:import|offers).*\.xml$/.test(name))) {
    const text = await readFile(join(from, name), 'utf8');
    const changed = text.replace(
      /(<ЦенаЗаЕдиницу>)(\d+)(?:[.,]\d+)?(<)/g,
      (whole, open: string, roubles: string, close: string) =>
        dearer === 0 ? whole : `${open}${roubles}.${String(dearer).padStart(2, '0')}${close}`,
    );
    await writeFile(join(to, name), changed);
  }
}

async function expectedStates(url: string, packages: Files[]): Promise<string[]> {
  const db = openDatabase(url);
  const states: string[] = [];
  for (const day of packages.keys()) {
    const { result, reason } = await importPackage({ url, path: join(folder, `day-${day}`), filesDir: folder });
    if (result !== 'imported') throw new Error(reason);
    states.push(await stateOf(db));
  }
  await db.destroy();
  if (states[0] === states[1]) throw new Error('both days are the same: nothing could be seen half done');
  return states;
}

async function measure(url: string, packages: Files[], states: string[]) {
  const dataDir = join(folder, 'data');
  const db = openDatabase(url);
  const shop: Shop = {
    url,
    db,
    dataDir,
    web: await startExchangeWeb(url, dataDir),
    worker: startExchangeWorker(url, dataDir),
  };
  const random = randomOf(Number(seed));
  const undisturbed = new Map<Way, { states: string[]; duration: number }>();
  for (const one of new Set(turns)) undisturbed.set(one, await exchangeUndisturbed(shop, packages, states, one));
  const failures: string[] = [];
  for (let point = 0; point < Number(points); point++) {
    // All days of one way, then those of the next.
    const day = (point + 1) % 2;
    const one = ensure(turns[Math.floor(point / 2) % turns.length]);
    const { states: seen, duration } = ensure(undisturbed.get(one));
    await expectDeactivate(db, one);
    const victim = ensure((['worker', 'web', '1C'] as const)[Math.floor(random() * 3)]);
    const afterMs = Math.round(random() * duration * 1.1);
    const { halves } = await disturb(shop, ensure(packages[day]), { way: one, victim, afterMs, states: seen });
    const tries = await untilTaken(shop, ensure(packages[day]), one);
    const isSame = (await stateOf(db)) === states[day];
    console.log(JSON.stringify({ point: point + 1, way: one, victim, after_ms: afterMs, halves, tries, same: isSame }));
    if (!isSame || halves > 0) failures.push(`point ${point + 1}`);
  }
  process.kill(shop.web.pid, 'SIGKILL');
  shop.worker.kill('SIGKILL');
  await db.destroy();
  console.log(failures.length === 0 ? 'every point: the same end' : `DIFFERENT: ${failures.join(', ')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/**
 * Both days by one way without anybody killed: the states that may be seen of it, and how long the second day takes.
 * Before `deactivate` stands one of its own, in which the goods that are gone are still on.
 */
async function exchangeUndisturbed(shop: Shop, packages: Files[], states: string[], way: Way) {
  const take = async (day: number, ends: boolean) => {
    await untilTaken(shop, ensure(packages[day]), way, ends);
    return stateOf(shop.db);
  };
  await expectDeactivate(shop.db, way);
  const first = await take(0, true);
  const begun = Date.now();
  const between = ways[way].completes ? [await take(1, false)] : [];
  const second = await take(1, true);
  const duration = Date.now() - begun;
  const isEnded = between.length === 0 || goneGoods === 0 || between[0] !== second;
  if (first !== states[0] || second !== states[1] || !isEnded || (await take(0, true)) !== states[0])
    throw new Error(`undisturbed exchanges came to something else: ${way}`);
  console.log(JSON.stringify({ ...size, way, points: Number(points), seed: Number(seed), undisturbed_ms: duration }));
  return { states: [...states, ...between], duration };
}

/** Whether the shop knows the base as one that ends with `deactivate`, as if none had come by another way before. */
async function expectDeactivate(db: Database, way: Way): Promise<void> {
  const deactivates_at = ways[way].completes ? new Date() : null;
  await db.updateTable('onec_nodes').set({ deactivates_at }).execute();
}

type Disturbance = { way: Way; victim: 'worker' | 'web' | '1C'; afterMs: number; states: string[] };

/** One exchange in which somebody is killed and started again; how often a half was seen meanwhile. */
async function disturb(shop: Shop, files: Files, { way, victim, afterMs, states }: Disturbance) {
  const off = new AbortController();
  const running = exchange(shop, files, way, { signal: off.signal }).catch(() => null);
  await sleep(afterMs);
  if (victim === 'worker') {
    shop.worker.kill('SIGKILL');
    await once(shop.worker, 'exit');
    shop.worker = startExchangeWorker(shop.url, shop.dataDir);
  } else if (victim === 'web') {
    process.kill(shop.web.pid, 'SIGKILL');
    shop.web = await startExchangeWeb(shop.url, shop.dataDir);
  } else off.abort();
  let halves = 0;
  let isOver = false;
  const over = running.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (!states.includes(await stateOf(shop.db))) halves += 1;
    await Promise.race([over, sleep(500)]);
  }
  return { halves };
}

/** 1C tries again until its files are taken; the number of tries. */
async function untilTaken(shop: Shop, files: Files, way: Way, isFull = true): Promise<number> {
  const until = Date.now() + longestExchangeMs;
  for (let tries = 1; Date.now() < until; tries++) {
    const failed = await exchange(shop, files, way, { isFull }).then(
      ({ failed }) => failed,
      (error: Error) => error.message,
    );
    if (failed === null) return tries;
    await sleep(2_000);
  }
  throw new Error('the exchange was not taken in time');
}

function exchange(shop: Shop, files: Files, way: Way, options: { isFull?: boolean; signal?: AbortSignal }) {
  const product = ways[way];
  const client = onecClient(sendingOver(shop.web.port), product, exchangeNode);
  return exchangeGoods(client, product, files, { partBytes: 1_000_003, isFull: true, ...options });
}

async function stateOf(db: Database): Promise<string> {
  const hash = createHash('sha256');
  for (const row of await exchangedRows(db)) hash.update(row);
  return hash.digest('hex');
}
