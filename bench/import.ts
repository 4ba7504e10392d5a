import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importPackage } from '#integrations/onec/import-package.ts';
import { ensure } from '#shared/ensure.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { makeCommerceml } from './make-commerceml.ts';
import { makeExchangeShop, settingsOf } from './support/exchange-shop.ts';

/**
 * How long a large export of 1C takes: `npm run bench -- import [GOODS] [PRICE TYPES] [WAREHOUSES]`, on a scratch
 * database. One JSON text per import: first, the same again, the same goods with every price changed. The server keeps
 * its data as safe as a real shop's. `cpu` are processor seconds of the import, `database_cpu` of its PostgreSQL
 * process until then.
 */
const [goods = '100000', priceTypes = '12', warehouses = '1', what, databaseName = '', folder = '', serverUrl = ''] =
  process.argv.slice(2);
let databaseStat = '';
if (what) await measure(what);
else {
  const server = await openScratchServer({ isDurable: true });
  await main(server.url).finally(server.close);
}

async function main(serverUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'idd-bench-'));
  const name = `bench_import_${process.pid}`;
  await administer(serverUrl, `create database ${name}`);
  try {
    await makeExchangeShop(databaseUrl(serverUrl, name));
    const size = { goods: Number(goods), groups: 150, priceTypes: Number(priceTypes), warehouses: Number(warehouses) };
    await makeCommerceml(folder, size);
    const bytes = (await stat(join(folder, 'import.xml'))).size + (await stat(join(folder, 'offers.xml'))).size;
    const settings = await settingsOf(serverUrl);
    console.log(JSON.stringify({ ...size, megabytes: Math.round(bytes / 1e6), settings }));
    // Each in a process of its own, so that its memory is its own.
    for (const what of ['first', 'again', 'prices']) {
      if (what === 'prices') await makeCommerceml(folder, { ...size, dearer: 1 });
      const { stdout } = await promisify(execFile)(process.execPath, [
        // With the flag that scripts/run.mjs gives the command.
        ...[
          ...process.execArgv,
          '--max-semi-space-size=16',
          import.meta.filename,
          goods,
          priceTypes,
          warehouses,
          what,
          name,
          folder,
          serverUrl,
        ],
      ]);
      process.stdout.write(stdout);
    }
  } finally {
    await administer(serverUrl, `drop database ${name} with (force)`);
    await rm(folder, { recursive: true });
  }
}

async function measure(what: string) {
  const started = performance.now();
  const stages: Record<string, { seconds: number; cpu: number; database_cpu: number }> = {};
  const summary = await importPackage({
    url: databaseUrl(serverUrl, databaseName),
    path: folder,
    filesDir: folder,
    progress: (text) => {
      stages[ensure(text.split(' ', 1)[0])] = {
        seconds: seconds(performance.now() - started),
        cpu: ownCpu(),
        database_cpu: databaseCpu(),
      };
    },
  });
  const { goods, prices, stocks } = summary;
  const took = { seconds: seconds(performance.now() - started), cpu: ownCpu() };
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ what, ...took, memory_megabytes: megabytes, stages, goods, prices, stocks }, null, 1));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}

/** Processor seconds of this process: the figure to compare where others use the machine too. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return seconds((user + system) / 1000);
}

/**
 * Processor seconds of the import's own PostgreSQL process, where it runs beside us (Linux, 100 ticks a second). Looked
 * for once: the import says where it is a thousand times.
 */
function databaseCpu(): number {
  databaseStat ||= findDatabaseStat();
  if (!databaseStat) return 0;
  const fields = ensure(readFileSync(databaseStat, 'utf8').split(') ')[1]).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function findDatabaseStat(): string {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (title.startsWith('postgres:') && title.includes(` ${databaseName} `)) return `/proc/${pid}/stat`;
    } catch {
      // a process that ended meanwhile
    }
  }
  return '';
}
