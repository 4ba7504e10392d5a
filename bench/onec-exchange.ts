import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { approvePackage } from '#integrations/onec/changes/decide.ts';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import { authorWithoutCall } from '#modules/audit/write-audit.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { sendingOver } from '#test/support/onec.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { zip } from '#test/support/zip.ts';
import { makeCommerceml } from './make-commerceml.ts';
import { exchangeGoods, onecClient, products } from './onec-client.ts';
import { askingPages, somePaths } from './support/asking-pages.ts';
import { exchangeNode, makeExchangeShop, startExchangeWeb, startExchangeWorker } from './support/exchange-shop.ts';
import { untilQuiet } from './support/quiet.ts';

/**
 * `npm run bench -- onec-exchange [GOODS] [PRICE TYPES] [PAGES A SECOND] [plain|zip]`: exchanges of a simulated 1C with
 * web and worker processes, in parts of the size that `init` allows: plain files, or a zip, as real 1C sends when
 * `init` offers it. 1C packs on its own machine, before the clock starts. Each package is compared with the shop: the
 * first, the same again, every price a little dearer, every price much dearer, which is held; that approved, and rolled
 * back by the worker, as staff ask for it. One line each: seconds of the whole (`exchange`, with what is sent over
 * HTTP), of the import alone, the most memory of its process, and p95 of the pages that are asked meanwhile and for ten
 * seconds more, with its ratio to quiet; before it, how many megabytes are sent. Budgets: p95 at most 150 ms, 450 MB.
 */
const [goods = '100000', priceTypes = '12', rate = '40', way = 'plain'] = process.argv.slice(2);
if (way !== 'plain' && way !== 'zip') throw new Error(`plain или zip, а не ${way}`);
const isPacked = way === 'zip';
const quietSeconds = 20;
const afterwardsSeconds = 10;
const size = { goods: Number(goods), groups: 150, priceTypes: Number(priceTypes), warehouses: 1 };

const server = await openScratchServer({ isDurable: true });
const folder = await mkdtemp(join(tmpdir(), 'idd-bench-'));
const name = `bench_exchange_${process.pid}`;
try {
  await administer(server.url, `create database ${name}`);
  const url = databaseUrl(server.url, name);
  await makeExchangeShop(url);
  await measure(url);
} finally {
  await administer(server.url, `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true });
  await server.close();
}

async function measure(url: string) {
  const dataDir = join(folder, 'data');
  const db = openDatabase(url);
  const web = await startExchangeWeb(url, dataDir);
  const worker = startExchangeWorker(url, dataDir);
  try {
    let timed: Timed | null = null;
    for (const [what, dearer] of Object.entries({ first: 0, again: 0, prices: 1, held: 100_000 })) {
      const files = await filesOf(dearer);
      const archive = isPacked ? packed(files) : undefined;
      const [sent, unpacked] = [archive ? { archive } : files, files].map(megabytesOf);
      console.log(JSON.stringify({ what: `sent for ${what}`, way, sent, unpacked }));
      // Of an empty shop there are no pages to ask.
      timed ??= what === 'first' ? null : await timedBeside(url, web.port);
      await (timed ?? timedAlone)(db, what, async () => {
        const client = onecClient(sendingOver(web.port), products.ut11, exchangeNode);
        await exchangeGoods(client, { ...products.ut11, packs: isPacked }, files, { archive });
      });
    }
    const { id } = await lastPackage(db);
    const beside = timed ?? timedAlone;
    await beside(db, 'approved', async () => {
      await approvePackage(db, id, { who: 'замер' });
      while (['waiting', 'importing'].includes((await lastPackage(db)).state)) await sleep(200);
    });
    await beside(db, 'rolled back', async () => {
      const author = authorWithoutCall('замер', 'bench onec-exchange');
      await db.transaction().execute((db) => askStaffJob(db, 'rollback', { package_id: id }, author));
      while ((await lastPackage(db)).state === 'imported') await sleep(200);
    });
  } finally {
    process.kill(web.pid, 'SIGKILL');
    worker.kill('SIGKILL');
    await db.destroy();
  }
}

async function filesOf(dearer: number): Promise<Record<string, Buffer>> {
  const own = join(folder, 'files');
  await makeCommerceml(own, { ...size, ...(dearer && { dearer }) });
  const names = await readdir(own);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(own, name))])));
}

function packed(files: Record<string, Buffer>): Buffer {
  return zip(
    Object.entries(files).map(([name, data]) => ({ name, data })),
    { isPacked: true },
  );
}

function megabytesOf(files: Record<string, Buffer>): number {
  return Number((Object.values(files).reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1));
}

async function lastPackage(db: Database) {
  return db
    .selectFrom('onec_packages')
    .select(['id', 'state', 'summary'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

type Timed = (db: Database, what: string, work: () => Promise<unknown>) => Promise<void>;

/** The same while pages are asked, after a quiet time to compare with. */
async function timedBeside(url: string, port: number): Promise<Timed> {
  const paths = await somePaths(url);
  const ask = (until: Promise<unknown>) => askingPages(port, paths, until, { rate: Number(rate) });
  await untilQuiet(url);
  // Slow enough that a process which has compiled nothing yet renders each page and owes none when it is measured.
  await askingPages(port, paths, sleep(30_000), { rate: Number(rate) / 4 });
  const quiet = await ask(sleep(quietSeconds * 1_000));
  console.log(JSON.stringify({ what: 'quiet', ...quiet }));
  return async (db, what, work) => {
    const working = timedAlone(db, what, work);
    // Pages that its commit has dropped are rendered again after it: they are its own, not those of the next package.
    const { pages, errors, p95, longest } = await ask(working.then(() => sleep(afterwardsSeconds * 1_000)));
    await working;
    const ratio = Number((p95 / quiet.p95).toFixed(2));
    console.log(JSON.stringify({ what: `pages while ${what}`, pages, errors, p95, longest, ratio_to_quiet: ratio }));
  };
}

async function timedAlone(db: Database, what: string, work: () => Promise<unknown>): Promise<void> {
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, importMegabytes());
  }, 100);
  const began = performance.now();
  await work().finally(() => clearInterval(watch));
  const exchange = Math.round(performance.now() - began) / 1000;
  const { state, summary } = await lastPackage(db);
  const { seconds } = summary as { seconds: number };
  console.log(JSON.stringify({ what, exchange, import: seconds, megabytes, state }));
}

/** The most memory that a process of an import has had so far; 0: none runs. */
function importMegabytes(): number {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Math.max(
    0,
    ...own.map((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('onec-process.ts')) return 0;
        const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        return Math.round(Number(kilobytes) / 1024);
      } catch {
        return 0; // a process that ended meanwhile
      }
    }),
  );
}
