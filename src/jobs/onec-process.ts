import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { failPackage, letEarlierFirst } from '#integrations/onec/exchange/packages.ts';
import { failStaffJob, runStaffJob } from '#integrations/onec/staff-jobs/run.ts';
import { logFaults } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { lowerPriority } from '#platform/lower-priority.ts';
import { memorySettings, processFlags } from '#platform/process-flags.ts';
import { ensure } from '#shared/ensure.ts';
import type { Config } from '../config.ts';
import type { Task } from './tasks.ts';

/**
 * Work of the exchange with 1C that has a process of its own, which is this file run as a program: pages and the
 * worker's other jobs go first, and work that runs out of memory takes nothing along.
 */

const PackagePayload = z.object({ package_id: z.number() });
const StaffJobPayload = z.object({ staff_job_id: z.number() });

/** Imports a package of the exchange with 1C. */
export const importOnecPackage: Task = async (payload, { db, config, log }, { job, abortSignal }) => {
  const { package_id } = PackagePayload.parse(payload);
  if (await letEarlierFirst(db, package_id)) return;
  const fault = await runProcess(config, { ONEC_PACKAGE: String(package_id) }, abortSignal);
  if (fault === null) return;
  log.error({ package_id, fault }, 'a package of 1C was not imported');
  if (!abortSignal?.aborted && job.attempts >= job.max_attempts) return failPackage(db, package_id);
  throw new Error(`package ${package_id}: the import ended with ${fault}`);
};

/** A rollback or another mapping that staff have asked for. */
export const runOnecStaffJob: Task = async (payload, { db, config, log }, { job, abortSignal }) => {
  const { staff_job_id } = StaffJobPayload.parse(payload);
  const fault = await runProcess(config, { ONEC_STAFF_JOB: String(staff_job_id) }, abortSignal);
  if (fault === null) return;
  log.error({ staff_job_id, fault }, 'what staff asked of the exchange with 1C was not done');
  if (!abortSignal?.aborted && job.attempts >= job.max_attempts) return failStaffJob(db, staff_job_id);
  throw new Error(`staff job ${staff_job_id}: it ended with ${fault}`);
};

/**
 * Waits for a process that does what its environment says, and ends it when the job is aborted. Null when it went well,
 * otherwise the exit code or signal.
 */
async function runProcess(
  config: Config,
  work: { ONEC_PACKAGE: string } | { ONEC_STAFF_JOB: string },
  abortSignal: AbortSignal | undefined,
): Promise<number | string | null> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    ...memorySettings(process.env),
    DATABASE_URL: ensure(config.DATABASE_URL),
    DATA_DIR: config.DATA_DIR,
    LOG_LEVEL: config.LOG_LEVEL,
  };
  const working = fork(import.meta.filename, {
    env: { ...env, ...work },
    execArgv: processFlags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => working.kill('SIGKILL');
  abortSignal?.addEventListener('abort', stop);
  const [code, signal] = await once(working, 'exit');
  abortSignal?.removeEventListener('abort', stop);
  return code === 0 ? null : (code ?? signal);
}

/** The process: it ends with the worker. */
async function main(): Promise<void> {
  const { ONEC_PACKAGE, ONEC_STAFF_JOB, DATABASE_URL: url = '', DATA_DIR: dataDir = '', LOG_LEVEL } = process.env;
  logFaults(openLog(LOG_LEVEL ?? 'info').child({ process: 'exchange with 1C' }));
  process.on('disconnect', () => process.exit(1));
  lowerPriority();
  if (ONEC_PACKAGE) {
    // Read by the process alone: the worker has no use for it.
    const { importReceived } = await import('#integrations/onec/exchange/import-received.ts');
    await importReceived({ url, dataDir, package_id: Number(ONEC_PACKAGE) });
  }
  if (ONEC_STAFF_JOB) await runStaffJob({ url, staff_job_id: Number(ONEC_STAFF_JOB) });
  process.exit(0);
}

if (import.meta.main) await main();
