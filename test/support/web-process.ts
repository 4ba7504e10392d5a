import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { atEnd } from './at-end.ts';
import { ask, type HttpAnswer } from './http.ts';
import { temporaryFolder } from './processes.ts';

export type WebProcess = {
  process: ChildProcess;
  port: number;
  get(path: string): Promise<HttpAnswer>;
  /** Ends it as a machine that loses power does. */
  kill(): Promise<void>;
};

let folder: Promise<string> | null = null;

/** All web processes of a test file share their files, as those of one shop do. */
function shared(): Promise<string> {
  folder ??= temporaryFolder();
  return folder;
}

/**
 * A web process of its own (`src/server.ts`, as in production) on a database; it answers as the main branch. `cwd`: the
 * folder it is started in. Ended with the test file.
 */
export async function startWebProcess(
  url: string,
  environment: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<WebProcess> {
  const { PATH = '', HOME = '', TZ = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = fork(resolve('src/server.ts'), {
    cwd,
    execArgv: [],
    env: {
      PATH,
      HOME,
      TZ,
      NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      MAIN_DOMAIN: 'idd.localhost',
      DATA_DIR: await shared(),
      STOP_DELAY_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  atEnd(kill);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { listening?: number; failed?: string }) =>
      message.listening ? resolve(message.listening) : reject(new Error(message.failed)),
    );
    child.once('exit', (code) => reject(new Error(`the web process ended with ${code}`)));
  });
  return { process: child, port, get: (path) => ask(port, path, { 'accept-encoding': 'gzip' }), kill };
}
