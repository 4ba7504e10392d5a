import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processFlags } from '#platform/process-flags.ts';
import { ensure } from '#shared/ensure.ts';
import type { Config } from '../config.ts';

const file = fileURLToPath(new URL('../integrations/onec/exchange/onec-process.ts', import.meta.url));

/**
 * Runs work of the exchange with 1C in a process of its own, which ends with this one: `work` is what its environment
 * says to do. Returns null when it went well, otherwise the exit code or signal.
 */
export async function runOnecProcess(
  config: Config,
  work: { ONEC_PACKAGE: string } | { ONEC_STAFF_JOB: string },
  abortSignal: AbortSignal | undefined,
): Promise<number | string | null> {
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
  const working = fork(file, {
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
