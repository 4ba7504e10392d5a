import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importPackage } from '#integrations/onec/import-package.ts';
import { openDatabase } from '#platform/database.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { makeCommerceml } from './make-commerceml.ts';
import { makeExchangeShop, settingsOf } from './support/exchange-shop.ts';
import { startWeb } from './support/shop.ts';
import { Wire } from './support/wire.ts';

/**
 * `npm run bench -- import-while-serving [GOODS] [PAGES A SECOND]`: pages of one web process in quiet, and while 1C's package with every
 * price changed is taken in beside it. Pages are asked at a steady rate, whether or not the last one has come: category and product
 * pages, every tenth past the store of kept pages. Budget: p95 during the import at most twice that of quiet.
 */
const [goods = '100000', rate = '40', role, path = '', url = ''] = process.argv.slice(2);
const host = 'idd.localhost';
const quietSeconds = 20;
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
  const web = await startWeb(own, folder);
  try {
    const paths = await somePaths(own);
    await asking(web.port, paths, sleep(5_000));
    const quiet = await asking(web.port, paths, sleep(quietSeconds * 1_000));
    const child = fork(import.meta.filename, [goods, rate, 'import', folder, own], {
      execArgv: [...process.execArgv, '--max-semi-space-size=16'], // as scripts/run.mjs starts the command
    });
    let said: unknown;
    child.on('message', (message) => {
      said = message;
    });
    const during = await asking(web.port, paths, new Promise((done) => child.once('exit', done)));
    const after = await asking(web.port, paths, sleep(5_000));
    const ratio = Number((during.p95 / quiet.p95).toFixed(2));
    console.log(JSON.stringify({ import: said, quiet, during, after, ratio_of_p95: ratio, budget: 2 }, null, 1));
  } finally {
    await web.stop();
  }
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
async function asking(port: number, paths: string[], until: Promise<unknown>) {
  const times: number[] = [];
  const free: Wire[] = [];
  const running = new Set<Promise<void>>();
  let errors = 0;
  let isOver = false;
  until.finally(() => {
    isOver = true;
  });
  const begun = performance.now();
  for (let turn = 0; !isOver; turn++) {
    const due = begun + (turn * 1_000) / Number(rate);
    await sleep(Math.max(0, due - performance.now()));
    const wire = free.pop() ?? new Wire(port);
    // A business buyer's page is rendered for every request.
    const headers: Record<string, string> = turn % 10 === 9 ? { host, cookie: 'signed=b2b' } : { host };
    const one = wire
      .ask('GET', paths[(turn * 7) % paths.length]!, headers)
      .then(({ status }) => {
        if (status !== 200) errors += 1;
        times.push(performance.now() - due);
        free.push(wire);
      })
      .catch(() => {
        errors += 1;
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  for (const wire of free) wire.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1));
  return { pages: times.length, errors, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}
