import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { ensure } from '#shared/ensure.ts';
import { budgetLines } from './support/budgets.ts';
import type { Row } from './support/report.ts';
import { dataFolder, makeOnce, shopSetting, startWeb } from './support/shop.ts';
import { isMet, type Measured, markdownOf, withPart } from './support/table.ts';

/**
 * `npm run bench -- table [PRODUCTS …] [--seconds N] [--print]`: the budgets that one web process can be measured
 * against, at 3,000, 10,000, 100,000 and 1,000,000 goods unless told, in one table with how cost grows. Runs the other
 * measurements against one process per size and writes docs/performance.md, unless --print. Ends with code 1 when a
 * budget is missed.
 */
const words = process.argv.slice(2);
const secondsAt = words.indexOf('--seconds');
const seconds = secondsAt < 0 ? 4 : Number(words.splice(secondsAt, 2)[1]);
const isPrintedOnly = words.includes('--print');
const asked = words.filter((word) => /^\d+$/.test(word)).map(Number);
const sizes = asked.length > 0 ? asked : [3_000, 10_000, 100_000, 1_000_000];

/**
 * Each is given so many seconds per figure and ends by itself; one that hangs is ended. `next` installs and builds its
 * peer the first time.
 */
const benches = ['machine', 'pages', 'next', 'api', 'plain-sql', 'purchase'];
const longestMs = 420_000;

const measured: Measured[] = [];
for (const products of sizes) measured.push(await measureSize(products));

const table = markdownOf(budgetLines, measured);
const versions = await versionsOf();
console.log(`\n${table}\n\n${versions}`);
if (!isPrintedOnly) {
  const file = join(import.meta.dirname, '../docs/performance.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'table', `${versions}\n\n${table}`));
}
const missed = budgetLines.filter((line) => isMet(line, measured) === false);
if (missed.length > 0) {
  console.error(`Не выполнены: ${missed.map((line) => line.what).join('; ')}`);
  process.exitCode = 1;
}

async function measureSize(products: number): Promise<Measured> {
  const dataDir = dataFolder(products);
  const embedded = await openEmbedded(dataDir, 'command');
  try {
    await makeOnce(embedded.url, products);
    const started = performance.now();
    const web = await startWeb(embedded.url, dataDir);
    const ready = (performance.now() - started) / 1_000;
    let peak = web.memory();
    const watch = setInterval(() => {
      peak = Math.max(peak, web.memory());
    }, 500);
    try {
      const rows = new Map<string, Row[]>();
      for (const bench of benches) rows.set(bench, await run(bench, products, shopSetting(web, embedded.url)));
      rows.set('process', [
        { what: 'ready', seconds: Math.round(ready * 10) / 10 },
        { what: 'memory', megabytes: peak },
      ]);
      return { products, rows };
    } finally {
      clearInterval(watch);
      await web.stop();
    }
  } finally {
    await embedded.close();
  }
}

/** The rows of one measurement; none when it failed, which the table shows as missed. */
async function run(bench: string, products: number, shop: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-rows-'));
  const file = join(folder, 'rows');
  writeFileSync(file, '');
  console.log(`\n${bench}, ${products}`);
  const child = spawn(process.execPath, [join(import.meta.dirname, `${bench}.ts`), String(products), String(seconds)], {
    stdio: 'inherit',
    timeout: longestMs,
    env: { ...process.env, BENCH_SHOP: shop, BENCH_ROWS: file },
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) console.error(`${bench}, ${products}: кончилось с кодом ${code}`);
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true });
  return code === 0 ? rows.map((row) => JSON.parse(row) as Row) : [];
}

/** When and on what: figures of another machine or day are not to be compared with these. */
async function versionsOf(): Promise<string> {
  const embedded = await openEmbedded(dataFolder(ensure(sizes[0])), 'command');
  const db = openDatabase(embedded.url);
  const { rows } = await db.pool.query(`select current_setting('server_version') as version`);
  await db.destroy();
  await embedded.close();
  const processors = cpus();
  const day = new Date().toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day} Машина: ${processors.length} × ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)}\u00a0ГБ памяти; Node ${process.version.slice(1)}, PostgreSQL ${rows[0].version}. Один процесс web; он, PostgreSQL и сама нагрузка делят эти ядра. ${seconds}\u00a0с на каждое измерение.`;
}
