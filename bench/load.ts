import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#platform/database.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { startServer } from '#platform/postgres/server.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { type Probe, probePrices } from './support/probe-prices.ts';
import { type Replica, startReplica } from './support/replica.ts';
import { dataFolder, makeOnce, startWeb, type Web } from './support/shop.ts';
import { withPart } from './support/table.ts';
import { type Ledger, type Shop, visit } from './support/visitors.ts';
import { readWorld } from './support/world.ts';

/**
 * `npm run bench -- load [MINUTES] [PRODUCTS] [--rate N] [--warm MINUTES] [--processes N] [--replica]
 * [--restart-database] [--write PART]`: visitors who browse, filter, search, put into the cart and order in believable
 * shares, with time to think. --rate is steps a second, 30 unless told; --warm lets the same visitors hurry beforehand,
 * uncounted, until what the shop keeps in memory has filled. Meanwhile prices change, and every process must list them;
 * at the end orders, reservations and stock must agree. --replica adds a streaming replica that is taken away after two
 * thirds, --restart-database restarts PostgreSQL in the middle, --write puts the result into that part of
 * docs/performance.md. Ends with code 1 when an answer was wrong or an error stands outside the restart.
 */
const words = process.argv.slice(2);
const has = (flag: string) => words.includes(flag);
const wordAfter = (flag: string, usual: string) => (has(flag) ? (words[words.indexOf(flag) + 1] ?? usual) : usual);
const [minutes, products] = [Number(words[0] ?? 1), Number(words[1] ?? 10_000)];
const rate = Number(wordAfter('--rate', '30'));
const processes = Number(wordAfter('--processes', '1'));
const warmMinutes = Number(wordAfter('--warm', '0'));
const part = wordAfter('--write', '');
const meanThinkMs = 3_000;
const hurriedThinkMs = 300;
/** What is still on its way when the database is back: requests begun before, connections being made again. */
const settlingMs = 5_000;

const dataDir = dataFolder(products);
const embedded = await openEmbedded(dataDir, 'command');
await makeOnce(embedded.url, products);
const db = openDatabase(embedded.url);
const webs: Web[] = [];
const notes: string[] = [];
const samples: { at: number; megabytes: number[]; lag: Awaited<ReturnType<Replica['lag']>> }[] = [];
const probes: Probe[] = [];
const ledger = emptyLedger();
const happened: {
  restart: { from: number; to: number } | null;
  server: { stop(manner: 'smart'): Promise<void> } | null;
} = {
  restart: null,
  server: null,
};
let replica: Replica | null = null;
try {
  const world = await readWorld(db);
  if (has('--replica')) {
    const started = performance.now();
    replica = await startReplica(embedded, `${dataDir}-replica`);
    notes.push(`Реплика скопирована и догнала основную базу за ${seconds(performance.now() - started)}.`);
  }
  const env: Record<string, string> = {
    ...(replica && { DATABASE_REPLICA_URL: replica.url }),
    // A restart fails hundreds of requests, each with its stack: the table counts them.
    ...(has('--restart-database') && { LOG_LEVEL: 'fatal' }),
  };
  const readBefore = replica ? await goodsReadFrom(replica) : 0;
  for (let n = 0; n < processes; n++) webs.push(await startWeb(embedded.url, dataDir, env));
  if (replica)
    notes.push(
      `При запуске процессы прочли с реплики ${(await goodsReadFrom(replica)) - readBefore} строк товаров, цен и остатков.`,
    );

  const visitors = Math.ceil((rate * meanThinkMs) / 1_000);
  const keys = await secretKeys(db, undefined);
  const open = { ports: webs.map((web) => web.port), world, db, keys };
  const warm = Date.now() + warmMinutes * 60_000;
  const hurried: Shop = {
    ...open,
    ledger: { ...emptyLedger(), errors: ledger.errors, wrong: ledger.wrong },
    meanThinkMs: hurriedThinkMs,
    isOver: () => Date.now() > warm,
  };
  await Promise.all(Array.from({ length: visitors }, () => visit(hurried)));

  const ordersBefore = await countOrders();
  const began = Date.now();
  const end = began + minutes * 60_000;
  const shop: Shop = { ...open, ledger, meanThinkMs, isOver: () => Date.now() > end };
  await Promise.all([
    watch(began, end),
    probePrices(shop, probes),
    has('--restart-database') && after(1 / 2, restartDatabase),
    replica && after(2 / 3, () => loseReplica(env)),
    ...Array.from({ length: visitors }, () => visit(shop)),
  ]);
  const length = (Date.now() - began) / 1_000;

  const { restart } = happened;
  const isInGap = ({ at }: { at: number }) => restart !== null && at >= restart.from && at <= restart.to + settlingMs;
  const [inside, outside] = [ledger.errors.filter(isInGap), ledger.errors.filter((error) => !isInGap(error))];
  if (restart)
    notes.push(
      `База перезапущена посередине: её не было ${seconds(restart.to - restart.from)}. Ошибок из-за этого ${inside.length}, последняя через ${seconds(Math.max(restart.to, ...inside.map(({ at }) => at)) - restart.to)} после её возвращения; дальше всё само.`,
    );
  const delays = sorted(probes.map((probe) => probe.ms));
  notes.push(
    `Цен изменено ${delays.length}: на списке и на готовой странице каждого процесса новая цена стояла через ${seconds(delays[Math.floor(delays.length / 2)] ?? 0)} обычно и через ${seconds(delays.at(-1) ?? 0)} в худшем случае.`,
  );
  const unseen = probes.filter(({ isSeen }) => !isSeen).length;
  if (unseen > 0) notes.push(`Новой цены не дождались: ${unseen}.`);
  const problems = await disagreements(ordersBefore);
  notes.push(
    `Заказов ${ledger.orders}${ledger.unknown > 0 ? ` и ${ledger.unknown} без ответа` : ''}: ${problems.length === 0 ? 'заказы, резервы и остатки сходятся' : problems.join('; ')}.`,
    `Память процесса web: ${memoryWords()}.`,
    `Ошибок${restart ? ' вне перезапуска' : ''} ${outside.length}, неверных ответов ${ledger.wrong.length}.`,
  );
  const rows = figures(length);
  console.table(rows);
  console.log(notes.join('\n'));
  for (const { at, megabytes } of samples) console.log(`${at} с: ${megabytes.join(' и ')} МБ`);
  for (const { kind, at, why } of outside.slice(0, 20))
    console.error(`${Math.round((at - began) / 1_000)} с, ${kind}: ${why}`);
  for (const wrong of ledger.wrong.slice(0, 20)) console.error(wrong);
  const isSlow = delays.some((ms) => ms > 2_000) && !restart;
  if (outside.length + ledger.wrong.length + problems.length > 0 || isSlow) process.exitCode = 1;
  if (part) write(rows, visitors, length);
} finally {
  await Promise.all(webs.map((web) => web.stop()));
  await replica?.stop();
  await db.destroy();
  await happened.server?.stop('smart');
  await embedded.close();
}

async function watch(began: number, end: number): Promise<void> {
  const everyMs = Math.max(5_000, (minutes * 60_000) / 60);
  while (Date.now() < end) {
    const lag = (await replica?.lag().catch(() => null)) ?? null;
    samples.push({ at: Math.round((Date.now() - began) / 1_000), megabytes: webs.map((web) => web.memory()), lag });
    await sleep(Math.max(100, Math.min(everyMs, end - Date.now())));
  }
  const lags = samples.flatMap(({ lag }) => (lag ? [lag] : []));
  if (lags.length === 0) return;
  const delays = sorted(lags.map((lag) => lag.ms ?? 0));
  const kilobytes = Math.round(Math.max(...lags.map((lag) => lag.bytes)) / 1_024);
  notes.push(
    `Реплика отставала обычно на ${seconds(ensure(delays[Math.floor(delays.length / 2)]))}, не больше чем на ${seconds(ensure(delays.at(-1)))} и ${kilobytes} КБ журнала.`,
  );
}

async function after(share: number, happen: () => Promise<void>): Promise<void> {
  await sleep(minutes * 60_000 * share);
  await happen();
}

async function restartDatabase(): Promise<void> {
  if (!embedded.server) throw new Error('The database belongs to another process and cannot be restarted');
  const from = Date.now();
  await embedded.server.stop('fast');
  happened.server = await startServer(embedded.place);
  happened.restart = { from, to: Date.now() };
}

/** Takes the replica away; a process that starts without it must serve all the same. */
async function loseReplica(env: Record<string, string>): Promise<void> {
  const lost = replica;
  replica = null;
  await lost?.stop();
  const started = performance.now();
  const late = await startWeb(embedded.url, dataDir, env);
  notes.push(
    `После двух третей времени реплика остановлена; процесс, запущенный без неё, готов через ${seconds(performance.now() - started)}.`,
  );
  await late.stop();
}

/** Rows of the catalogue that a replica has given out since it was started. */
async function goodsReadFrom(replica: Replica): Promise<number> {
  // Counters are shown half a second after the statement that raised them.
  await sleep(1_000);
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  const { rows } = await client.query(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as read from pg_stat_user_tables where relname ~ '^(products|prices_|stock_)'`,
  );
  await client.end();
  return rows[0].read;
}

function emptyLedger(): Ledger {
  return { times: new Map(), errors: [], wrong: [], orders: 0, units: 0, unknown: 0 };
}

async function countOrders(): Promise<number> {
  const { rows } = await db.pool.query('select count(*)::int as orders from orders');
  return rows[0].orders;
}

/** Sentences on what does not agree after the load. */
async function disagreements(ordersBefore: number): Promise<string[]> {
  const found: string[] = [];
  const placed = (await countOrders()) - ordersBefore;
  if (placed < ledger.orders || placed > ledger.orders + ledger.unknown)
    found.push(`в базе новых заказов ${placed}, а подтверждено ${ledger.orders}`);
  const { rows } = await db.pool.query(`
    select count(*)::int as count
    from (select store, product_id, sum(count) as held from reservations where ended_at is null group by 1, 2) r
      full join (select store, product_id, reserved from stock where reserved > 0) s using (store, product_id)
    where coalesce(r.held, 0) <> coalesce(s.reserved, 0)`);
  if (rows[0].count > 0) found.push(`резерв расходится с остатком в ${rows[0].count} строках`);
  return found;
}

function figures(length: number) {
  const of = (kind: string, times: number[], errors: number) => {
    const inOrder = sorted(times);
    const at = (share: number) => Math.round((inOrder[Math.floor(inOrder.length * share)] ?? 0) * 10) / 10;
    return {
      what: kind,
      per_second: Math.round((times.length / length) * 10) / 10,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      errors,
    };
  };
  const kinds = [...ledger.times.keys()].sort();
  const all = kinds.flatMap((kind) => ensure(ledger.times.get(kind)));
  return [
    ...kinds.map((kind) =>
      of(kind, ensure(ledger.times.get(kind)), ledger.errors.filter((error) => error.kind === kind).length),
    ),
    of('всё', all, ledger.errors.length),
  ];
}

/** The first tenth is left out when nothing was asked beforehand: caches fill in it. */
function memoryWords(): string {
  const settled = samples.slice(warmMinutes > 0 ? 0 : Math.floor(samples.length / 10));
  return webs
    .map((_, index) => {
      const megabytes = settled.map((sample) => ensure(sample.megabytes[index]));
      const third = Math.max(1, Math.floor(megabytes.length / 3));
      const [early, late] = [megabytes.slice(0, third), megabytes.slice(-third)].map((part) =>
        Math.round(part.reduce((sum, value) => sum + value, 0) / part.length),
      );
      return `в первой трети ${early} МБ, в последней ${late} МБ, не больше ${Math.max(...megabytes)} МБ`;
    })
    .join('; второго: ');
}

function write(rows: ReturnType<typeof figures>, visitors: number, length: number): void {
  const file = join(import.meta.dirname, '../docs/performance.md');
  const call = words.filter((word, index) => word !== '--write' && words[index - 1] !== '--write').join(' ');
  const day = new Date().toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });
  const table = [
    '| Что | В секунду | p50, мс | p95, мс | p99, мс | Ошибок |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows.map(
      ({ what, per_second, p50, p95, p99, errors }) =>
        `| ${[what, per_second, p50, p95, p99, errors].map((cell) => String(cell).replace('.', ',')).join(' | ')} |`,
    ),
  ];
  const text = `\`npm run bench -- load ${call}\`, ${day} ${visitors} посетителей разом, ${Math.round(length)}\u00a0с.\n\n${table.join('\n')}\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), part, text));
}

function sorted(numbers: number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}

/** 1234 → '1,2 с' */
function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).replace('.', ',')}\u00a0с`;
}
