import { fork } from 'node:child_process';
import { atEnd } from './at-end.ts';
import { ask } from './http.ts';

/**
 * A host of pictures in a process of its own. `host`: name and port; `asked`: the paths of pictures asked of it so far;
 * `release`: those under /held/ are answered from now on. Ended with the test file.
 */
export async function startPictureHost() {
  const child = fork('test/support/picture-server.ts', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  atEnd(() => child.kill());
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  return {
    host: `127.0.0.1:${port}`,
    asked: async (): Promise<string[]> => JSON.parse((await ask(port, '/asked')).text),
    release: () => ask(port, '/release'),
  };
}
