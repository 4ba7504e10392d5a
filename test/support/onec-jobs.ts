import { Logger, type Runner, run } from 'graphile-worker';
import { importTask } from '#integrations/onec/exchange/packages.ts';
import { orderFileTask } from '#integrations/onec/sale/order-files.ts';
import { staffJobTask } from '#integrations/onec/staff-jobs/ask.ts';
import { taskList } from '#jobs/tasks.ts';
import { type Db, openPlainPool } from '#platform/database.ts';
import { atEnd } from './at-end.ts';
import { testConfig } from './config.ts';
import { endWhenQuiet, jobContext } from './jobs.ts';

/**
 * A worker within the test that imports packages of the exchange with 1C, takes what 1C did with orders and does what
 * staff ask, until the file is over.
 */
export async function startOnecJobs(db: Db, url: string, dataDir: string) {
  const context = await jobContext(db, testConfig({ DATABASE_URL: url, DATA_DIR: dataDir }));
  const pgPool = await openPlainPool(url, { max: 3 });
  const options = {
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 300,
    logger: new Logger(() => () => {}),
  };
  const start = () => run({ ...options, taskList: taskList(context, [importTask, orderFileTask, staffJobTask]) });
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
