import { Logger, runOnce } from 'graphile-worker';
import { type JobContext, taskList } from '#jobs/tasks.ts';
import type { Db } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { readConfig } from '#src/config.ts';

/** Does every job that waits in the queue, as the worker would, and what those jobs queue in turn. */
export async function runJobs(db: Db, url: string, environment: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'silent', MAIN_DOMAIN: 'idd.localhost', ...environment });
  const context: JobContext = { db, config, log: openLog('silent') };
  const logger = new Logger(() => () => {});
  await runOnce({ connectionString: url, taskList: taskList(context), logger, maxPoolSize: 2 });
}
