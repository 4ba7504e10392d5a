import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { importPackage } from '#integrations/onec/import-package.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { makeCommerceml } from './make-commerceml.ts';
import { askingPages, somePaths } from './support/asking-pages.ts';
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
if (role === 'import') {
  // As the command does it.
  const { lowerPriority } = await import('#platform/lower-priority.ts');
  lowerPriority();
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
    const ask = (until: Promise<unknown>) => askingPages(web.port, paths, until, { rate: Number(rate), delays });
    await ask(sleep(5_000));
    const quiet = await ask(sleep(quietSeconds * 1_000));
    const child = fork(import.meta.filename, [goods, rate, 'import', folder, own], {
      execArgv: [...process.execArgv, '--max-semi-space-size=16'], // as scripts/run.mjs starts the command
    });
    let result: unknown;
    child.on('message', (message) => {
      result = message;
    });
    const builds = await built(web);
    const during = await ask(ended(child));
    const after = await ask(readAgain(web, builds));
    const ratio = (page: { p95: number }) => Number((page.p95 / quiet.p95).toFixed(2));
    const ratios = { ratio_of_p95: ratio(during), after_the_commit: ratio(after), budget: 2 };
    console.log(JSON.stringify({ import: result, quiet, during, after, ...ratios }, null, 1));
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
