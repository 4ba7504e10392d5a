import { logFaults } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { lowerPriority } from '#platform/lower-priority.ts';
import { runStaffJob } from '../staff-jobs/run.ts';
import { importReceived } from './import-received.ts';

/**
 * A process of its own for one package, or for one job of staff: pages and the worker's other jobs go first, and work
 * that runs out of memory takes nothing along. It ends with the worker.
 */
logFaults(openLog(process.env.LOG_LEVEL ?? 'info').child({ process: 'exchange with 1C' }));
process.on('disconnect', () => process.exit(1));
lowerPriority();
const { ONEC_PACKAGE, ONEC_STAFF_JOB, DATABASE_URL: url = '', DATA_DIR: dataDir = '' } = process.env;
if (ONEC_PACKAGE) await importReceived({ url, dataDir, package_id: Number(ONEC_PACKAGE) });
if (ONEC_STAFF_JOB) await runStaffJob({ url, staff_job_id: Number(ONEC_STAFF_JOB) });
process.exit(0);
