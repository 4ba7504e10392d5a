import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findShortcomings } from '#api/production-checks.ts';
import { demoLoginLines } from '#demo/logins.ts';
import { publicParent } from '#modules/departments/queries.ts';
import { awaitDatabase } from '#platform/await-database.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { MigrationBlocked, migrate } from '#platform/migrate.ts';
import { heldWords, outgoingHold } from '#platform/outgoing.ts';
import { DataFolderBusy, type Embedded, openEmbedded } from '#platform/postgres/embedded.ts';
import { processFlags, processMemory } from '#platform/process-flags.ts';
import { openOut } from './commands/out.ts';
import { type Config, ConfigError, readSettings } from './config.ts';
import { loadDemoOnFirstRun } from './first-run.ts';
import { openShop } from './shop-mode.ts';
import { childPatienceMs, launcherStopMs } from './stop-times.ts';

/**
 * `npm start`: the database (its own unless DATABASE_URL is given), migrations, on the first run the demo shop, then
 * the web and the worker process, each started again when it dies.
 */
/** A child could not begin its work; the message is a Russian sentence. */
class StartFailure extends Error {}

/** Of one restart of the database. */
const mostRestarts = 5;
const restartPauseMs = 500;

const settings = readSettings();
const log = openLog(settings.LOG_LEVEL).child({ process: 'start' });
const out = openOut(process.stderr);

let isStopping = false;
let embedded: Embedded | null = null;
const children = new Map<string, ChildProcess>();
const childUrls = new Map<string, string>();

onStop(
  log,
  async () => {
    isStopping = true;
    await Promise.all([...children.values()].map(stopChild));
    await embedded?.close();
  },
  launcherStopMs(settings.STOP_DELAY_SECONDS),
);

try {
  await start();
} catch (error) {
  if (!isStopping) await giveUp(error);
}

async function start() {
  const url = await openShopDatabase();
  await awaitDatabase(url, (why, pauseMs) =>
    out.line(`База данных не отвечает (${why}). Следующая попытка через ${Math.round(pauseMs / 1_000)} с.`),
  );
  await migrate(url, {
    waiting: (words) => out.progress(words),
  });
  const db = openDatabase(url, { applicationName: 'idd-shop start', max: 4 });
  try {
    const first = await loadDemoOnFirstRun(db, settings, (text) => out.progress(text));
    if (first) out.line(`Демонстрационный магазин загружен за ${Math.round(first.seconds)} с.`);
    if (isStopping) return;
    const config = await openShop(db, settings);
    if (!config.isDemonstration) for (const lack of findShortcomings(config)) out.line(`ВНИМАНИЕ: ${lack}`);
    const hold = await outgoingHold(db);
    if (hold) out.line(`ВНИМАНИЕ: ${heldWords(hold)}`);
    keepRunning('worker.ts', url);
    const port = await keepRunning('server.ts', url);
    await sayAddresses(db, config, port);
    if (first) out.line([...demoLoginLines(first.logins), ''].join('\n'));
  } finally {
    await db.destroy();
  }
}

async function openShopDatabase(): Promise<string> {
  if (settings.DATABASE_URL) return settings.DATABASE_URL;
  embedded = await openEmbedded(settings.DATA_DIR, 'shop');
  for (const note of embedded.place.notes) out.line(note);
  watchDatabase(embedded);
  return embedded.url;
}

/** A database server that died is started again; PostgreSQL repairs itself from its log. */
async function watchDatabase(current: Embedded) {
  await current.server?.gone;
  if (isStopping) return;
  log.error('the embedded database ended; starting it again');
  await current.close();
  try {
    embedded = await openAgain();
  } catch (error) {
    return isStopping ? undefined : giveUp(error);
  }
  if (embedded.url !== current.url) {
    // A socket in a temporary folder has a new path; the children know the old one.
    for (const [name, child] of children) {
      childUrls.set(name, embedded.url);
      child.kill('SIGTERM');
    }
  }
  watchDatabase(embedded);
}

/** It may die again while it starts; one that cannot start at all has the shop give up. */
async function openAgain(): Promise<Embedded> {
  for (let left = mostRestarts; ; left--) {
    try {
      return await openEmbedded(settings.DATA_DIR, 'shop');
    } catch (error) {
      if (left === 0 || isStopping || error instanceof DataFolderBusy) throw error;
      log.error({ err: error }, 'the embedded database could not be started again; trying once more');
      await sleep(restartPauseMs);
    }
  }
}

/**
 * Starts a process of the shop and starts it again whenever it dies. Resolves with the port once the first one listens
 * or works.
 */
function keepRunning(file: string, url: string): Promise<number> {
  childUrls.set(file, url);
  return new Promise((resolve, reject) => {
    let isUp = false;
    let port = settings.PORT;
    let pauseMs = 500;
    function launch() {
      const startedAt = Date.now();
      const child = fork(join(import.meta.dirname, file), {
        // A session of its own: Ctrl-C reaches the launcher only, which then ends its children in order.
        detached: true,
        execArgv: processFlags,
        // PORT=0 is any free one at first, afterwards the same again.
        env: {
          ...processMemory,
          ...process.env,
          DATABASE_URL: childUrls.get(file),
          PORT: String(port),
          NODE_ENV: 'production',
        },
      });
      children.set(file, child);
      child.on('message', (message: { listening?: number; failed?: string }) => {
        if (message.failed && !isUp) reject(new StartFailure(message.failed));
        if (message.failed) return;
        isUp = true;
        port = message.listening ?? port;
        resolve(port);
      });
      child.on('exit', async (code, signal) => {
        children.delete(file);
        if (isStopping) return;
        log.error({ file, code, signal }, 'a process of the shop ended; starting it again');
        // One that keeps dying must not keep the machine busy.
        pauseMs = Date.now() - startedAt > 60_000 ? 500 : Math.min(pauseMs * 2, 15_000);
        await sleep(pauseMs);
        if (!isStopping) launch();
      });
    }
    launch();
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), childPatienceMs(settings.STOP_DELAY_SECONDS)).unref();
  });
}

async function sayAddresses(db: Database, config: Config, port: number) {
  const branches = await db
    .selectFrom('departments')
    .select(['domain', 'city', 'is_main'])
    .where('parent', '=', publicParent)
    .where('branch_id_1c', 'is', null)
    .orderBy('is_main', 'desc')
    .orderBy('name_for_site')
    .execute();
  const addresses = [
    { address: `http://localhost:${port}/`, city: 'главный филиал' },
    ...branches.map(({ domain, city, is_main }) => ({
      address: `http://${is_main ? '' : `${domain}.`}${config.MAIN_DOMAIN}:${port}/`,
      city,
    })),
  ];
  if (!config.isDemonstration) return out.line(`Магазин открыт: порт ${port}, ${config.MAIN_DOMAIN}`);
  const width = Math.max(...addresses.map(({ address }) => address.length)) + 2;
  out.line(
    [
      '',
      'Магазин открыт:',
      ...addresses.map(({ address, city }) => `  ${address.padEnd(width)}${city}`),
      '',
      'Письма магазина:   /dev/mail',
      'Описание вызовов:  /api/docs',
      'Команды:           npm run shop -- --help',
      'Остановить:        Ctrl-C',
      '',
    ].join('\n'),
  );
}

async function giveUp(error: unknown) {
  isStopping = true;
  const isExpected = [DataFolderBusy, StartFailure, ConfigError, MigrationBlocked].some(
    (kind) => error instanceof kind,
  );
  out.line(isExpected && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error));
  await Promise.all([...children.values()].map(stopChild));
  await embedded?.close();
  process.exit(1);
}
