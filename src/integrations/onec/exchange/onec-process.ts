import { setPriority } from 'node:os';
import { logFaults } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { importReceived } from './import-received.ts';

/**
 * A process of its own for one package: pages and the worker's other jobs go first (5 of nice's 19 steps: still a third
 * of a share), and an import that runs out of memory takes nothing along. It ends with the worker.
 */
logFaults(openLog(process.env.LOG_LEVEL ?? 'info').child({ process: 'import from 1C' }));
process.on('disconnect', () => process.exit(1));
setPriority(5);
const { ONEC_PACKAGE = '', DATABASE_URL = '', DATA_DIR = '' } = process.env;
await importReceived({ url: DATABASE_URL, dataDir: DATA_DIR, package_id: Number(ONEC_PACKAGE) });
process.exit(0);
