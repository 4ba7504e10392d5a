import { Logger, type Runner, run, type Task } from 'graphile-worker';
import { importReceived } from '#integrations/onec/exchange/import-received.ts';
import { importTask, letEarlierFirst } from '#integrations/onec/exchange/packages.ts';
import { orderFileTask } from '#integrations/onec/sale/order-files.ts';
import { staffJobTask } from '#integrations/onec/staff-jobs/ask.ts';
import { taskList } from '#jobs/tasks.ts';
import { type Db, openPlainPool } from '#platform/database.ts';
import { testApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { testConfig } from './config.ts';
import { testDatabase } from './database.ts';
import { endWhenQuiet, jobContext } from './jobs.ts';
import { temporaryFolder } from './processes.ts';
import { makeBranches } from './shop.ts';

/**
 * `importsHere`: packages are imported within the test and not in a process each, which takes as long to begin as a
 * small package to import; for tests of what comes of packages.
 */
type ExchangeOptions = { importsHere?: boolean };

/**
 * A shop with branches that takes the exchange of `base`, in a database and a data folder of its own, and the worker of
 * the exchange beside it.
 */
export async function exchangingShop(options: ExchangeOptions = {}) {
  const { db, url } = await testDatabase();
  await makeBranches(db);
  const dataDir = await temporaryFolder();
  const base = { login: 'base', password: 'гвоздь-и-молоток-17' };
  const settings = { DATA_DIR: dataDir, ONEC_LOGIN: base.login, ONEC_PASSWORD: base.password };
  const app = await testApp(db, settings);
  const worker = await startOnecJobs(db, url, dataDir, options);
  return { db, url, dataDir, base, settings, app, worker };
}

/**
 * A worker within the test that imports packages of the exchange with 1C, takes what 1C did with orders and does what
 * staff ask, until the file is over.
 */
export async function startOnecJobs(
  db: Db,
  url: string,
  dataDir: string,
  { importsHere = false }: ExchangeOptions = {},
) {
  const context = await jobContext(db, testConfig({ DATABASE_URL: url, DATA_DIR: dataDir }));
  const pgPool = await openPlainPool(url, { max: 3 });
  const options = {
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 300,
    logger: new Logger(() => () => {}),
  };
  const importHere: Task = async (payload) => {
    const { package_id } = payload as { package_id: number };
    if (!(await letEarlierFirst(db, package_id))) await importReceived({ url, dataDir, package_id });
  };
  const tasks = {
    ...taskList(context, [importTask, orderFileTask, staffJobTask]),
    ...(importsHere && { [importTask]: importHere }),
  };
  const start = () => run({ ...options, taskList: tasks });
  let runner: Runner | null = await start();
  const pause = async () => {
    await runner?.stop();
    runner = null;
  };
  atEnd(async () => {
    await pause();
    await endWhenQuiet(db, pgPool);
  });
  return {
    pause,
    go: async () => {
      runner = await start();
    },
  };
}
