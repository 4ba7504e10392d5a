import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { importPackage } from '#integrations/onec/import-package.ts';
import { openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { makeCommerceml } from './make-commerceml.ts';
import { makeExchangeShop, settingsOf } from './support/exchange-shop.ts';
import { startWeb, type Web } from './support/shop.ts';
import { Wire } from './support/wire.ts';

/**
 * `npm run bench -- import-while-serving [GOODS] [PAGES A SECOND]`: pages of one web process in quiet, while 1C's
 * package with every price changed is taken in beside it, and from its commit until the process has read the catalogue
 * again and five seconds more. Pages are asked at a steady rate, whether or not the last one has come: category and
 * product pages, every tenth past the cache of pages. `held`: the longest the serving thread was held at once. Budget:
 * p95 during the import at most twice that of quiet.
 */
const [goods = '100000', rate = '40', role, path = '', url = ''] = process.argv.slice(2);
const host = 'idd.localhost';
const quietSeconds = 20;
/** However busy the machine, the measurement ends: what has not come by then is an error. */
const importSeconds = 150;
const readingSeconds = 40;
const pageSeconds = 10;
const openPages = 400;
if (role === 'import') {
  // As the command does it.
  const { serveFirst } = await import('#src/commands/import-commerceml.ts');
  serveFirst();
  const { result, reason, seconds } = await importPackage({ url, path, filesDir: path });
  process.send?.({ result, reason, seconds });
} else await main();

async function main() {
  const server = await openScratchServer({ isDurable: true });
  const folder = await mkdtemp(join(tmpdir(), 'idd-bench-'));
  const name = `bench_serving_${process.pid}`;
  await administer(server.url, `create database ${name}`);
  try {
    const own = databaseUrl(server.url, name);
    await makeExchangeShop(own);
    const size = { goods: Number(goods), groups: 150, priceTypes: 12, warehouses: 1 };
    await makeCommerceml(folder, size);
    await importPackage({ url: own, path: folder, filesDir: folder });
    await makeCommerceml(folder, { ...size, dearer: 1 });
    console.log(JSON.stringify({ ...size, pages_a_second: Number(rate), settings: await settingsOf(own) }));
    await measure(own, folder);
  } finally {
    await administer(server.url, `drop database ${name} with (force)`);
    await rm(folder, { recursive: true });
    await server.close();
  }
}

async function measure(own: string, folder: string) {
  const delays = join(folder, 'delays');
  const web = await startWeb(own, folder, {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'support/loop-delay.ts'))}`,
    LOOP_DELAY_FILE: delays,
    MAIN_DOMAIN: host,
  });
  try {
    const paths = await somePaths(own);
    const ask = (until: Promise<unknown>) => asking(web.port, paths, until, delays);
    await ask(sleep(5_000));
    const quiet = await ask(sleep(quietSeconds * 1_000));
    const child = fork(import.meta.filename, [goods, rate, 'import', folder, own], {
      execArgv: [...process.execArgv, '--max-semi-space-size=16'], // as scripts/run.mjs starts the command
    });
    let said: unknown;
    child.on('message', (message) => {
      said = message;
    });
    const builds = await built(web);
    const during = await ask(ended(child));
    const after = await ask(readAgain(web, builds));
    const ratio = (page: { p95: number }) => Number((page.p95 / quiet.p95).toFixed(2));
    const ratios = { ratio_of_p95: ratio(during), after_the_commit: ratio(after), budget: 2 };
    console.log(JSON.stringify({ import: said, quiet, during, after, ...ratios }, null, 1));
  } finally {
    await web.stop();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  const isOver = await Promise.race([gone, sleep(importSeconds * 1_000, 'late', { ref: false })]);
  if (isOver === 'late') child.kill('SIGKILL');
  await gone;
}

/** Until the catalogue was read whole once more than `builds` times, and five seconds. */
async function readAgain(web: Web, builds: number): Promise<void> {
  const end = performance.now() + readingSeconds * 1_000;
  while ((await built(web)) <= builds && performance.now() < end) await sleep(200);
  await sleep(5_000);
}

/** How often the process has read the catalogue whole. */
async function built(web: Web): Promise<number> {
  const wire = new Wire(web.port);
  const { body } = await wire.ask('GET', '/metrics', { host });
  wire.close();
  return Number(/^catalogue_index\{what="rebuilds"\} (\d+)/m.exec(body)?.[1] ?? 0);
}

async function somePaths(own: string): Promise<string[]> {
  const db = openDatabase(own);
  try {
    const { rows } = await db.pool.query<{ path: string }>(`
      (select '/category/' || code || '/' as path from categories where id_1c is not null order by id limit 50)
      union all
      (select '/product/' || slug || '/' from products order by id limit 200)`);
    return rows.map(({ path }) => path);
  } finally {
    await db.destroy();
  }
}

/** Milliseconds from the moment a page was due to its last byte. */
async function asking(port: number, paths: string[], until: Promise<unknown>, delays: string) {
  const times: number[] = [];
  const free: Wire[] = [];
  const running = new Set<Promise<void>>();
  const lists = paths.filter((path) => path.startsWith('/category/'));
  let errors = 0;
  let isOver = false;
  until.finally(() => {
    isOver = true;
  });
  const begun = performance.now();
  const from = Date.now();
  for (let turn = 0; !isOver; turn++) {
    const due = begun + (turn * 1_000) / Number(rate);
    await sleep(Math.max(0, due - performance.now()));
    if (running.size >= openPages) {
      errors += 1;
      continue;
    }
    const wire = free.pop() ?? new Wire(port);
    // Another bound of the price each time, above every price: the page is rendered for every request.
    const path =
      turn % 10 === 9
        ? `${lists[turn % lists.length]}?price_to=${9_000_000 + turn}`
        : ensure(paths[(turn * 7) % paths.length]);
    const answer = wire.ask('GET', path, { host }).then(
      ({ status }) => status,
      () => 0,
    );
    const one = Promise.race([answer, sleep(pageSeconds * 1_000, 0, { ref: false })]).then((status) => {
      times.push(performance.now() - due);
      if (status !== 200) errors += 1;
      if (status === 0) wire.close();
      else free.push(wire);
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  for (const wire of free) wire.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1));
  const seconds = Math.round((performance.now() - begun) / 1_000);
  return {
    ...{ seconds, pages: times.length, errors, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
    held: await longestDelay(delays, from),
  };
}

async function longestDelay(file: string, from: number): Promise<number> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return Math.max(
    0,
    ...lines.map((line) => line.split(' ').map(Number)).flatMap(([at, ms]) => (ensure(at) >= from ? ensure(ms) : [])),
  );
}
