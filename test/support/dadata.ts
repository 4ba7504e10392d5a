import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

/**
 * DaData on loopback in a process of its own; ends after the file's tests. It knows ИНН 7721581040 and 500100732259.
 */
export async function testDadata() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'dadata-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const origin = `http://127.0.0.1:${JSON.parse(first).port}`;
  return {
    environment: { DADATA_TOKEN: 'test-token', DADATA_URL: `${origin}/rs` },
    async answers(mode: 'ok' | 'limit' | 'broken' | 'silent') {
      await fetch(`${origin}/control`, { method: 'POST', body: JSON.stringify({ mode }) });
    },
    async calls(): Promise<number> {
      return ((await (await fetch(`${origin}/control`)).json()) as { calls: number }).calls;
    },
  };
}
