import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './at-end.ts';
import { temporaryFolder } from './processes.ts';

export type WorkerProcess = {
  process: ChildProcess;
  /** As a machine that loses power. */
  kill(): Promise<void>;
  /** As a deploy; resolves with the exit code. */
  stop(): Promise<number | null>;
};

/**
 * A worker process of its own (`src/worker.ts`, as in production, no demonstration) on a database. Ended with the test
 * file.
 */
export async function startWorkerProcess(
  url: string,
  environment: Record<string, string> = {},
): Promise<WorkerProcess> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: await temporaryFolder() };
  const worker = spawn(process.execPath, ['src/worker.ts'], {
    env: { ...env, LOG_LEVEL: 'silent', MAIN_DOMAIN: 'shop.example', ...environment },
    stdio: 'ignore',
  });
  const exited = new Promise<number | null>((resolve) => worker.once('exit', resolve));
  const kill = async () => {
    if (worker.exitCode === null && worker.signalCode === null) {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
  };
  atEnd(kill);
  return {
    process: worker,
    kill,
    stop() {
      worker.kill('SIGTERM');
      return exited;
    },
  };
}
