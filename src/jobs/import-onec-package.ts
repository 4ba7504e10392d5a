import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { failPackage } from '#integrations/onec/exchange/packages.ts';
import { ensure } from '#shared/ensure.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ package_id: z.number() });
const child = fileURLToPath(new URL('../integrations/onec/exchange/import-child.ts', import.meta.url));

/** Imports a package of the exchange with 1C in a process of its own, which ends with this one. */
export const importOnecPackage: Task = async (payload, { db, config, log }, { job, abortSignal }) => {
  const { package_id } = Payload.parse(payload);
  const { PATH = '', NODE_COMPILE_CACHE = '', MALLOC_ARENA_MAX = '', MALLOC_TRIM_THRESHOLD_ = '' } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    ...(MALLOC_ARENA_MAX && { MALLOC_ARENA_MAX }),
    ...(MALLOC_TRIM_THRESHOLD_ && { MALLOC_TRIM_THRESHOLD_ }),
    DATABASE_URL: ensure(config.DATABASE_URL),
    DATA_DIR: config.DATA_DIR,
    LOG_LEVEL: config.LOG_LEVEL,
  };
  const importing = fork(child, {
    env: { ...env, ONEC_PACKAGE: String(package_id) },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => importing.kill('SIGKILL');
  abortSignal?.addEventListener('abort', stop);
  const [code, signal] = await once(importing, 'exit');
  abortSignal?.removeEventListener('abort', stop);
  if (code === 0) return;
  log.error({ package_id, code, signal }, 'a package of 1C was not imported');
  if (!abortSignal?.aborted && job.attempts >= job.max_attempts) return failPackage(db, package_id);
  throw new Error(`package ${package_id}: the import ended with ${code ?? signal}`);
};
