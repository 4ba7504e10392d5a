import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

/**
 * Yandex Maps on loopback in a process of its own; ends after the file's tests. `environment` points the shop at it.
 */
export async function testMaps() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'maps-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const origin = `http://127.0.0.1:${JSON.parse(first).port}`;
  return {
    origin,
    environment: { YANDEX_MAPS_KEY: 'test-key', YANDEX_MAPS_URL: `${origin}/v3/` },
    answer: (mode: 'ok' | 'refused' | 'silent' | 'broken') =>
      fetch(`${origin}/control`, { method: 'POST', body: mode }),
    async asked(): Promise<{ apikey: string; lang: string; referer: string | null }[]> {
      return (await fetch(`${origin}/asked`)).json() as Promise<
        { apikey: string; lang: string; referer: string | null }[]
      >;
    },
  };
}
