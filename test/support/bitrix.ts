import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects of the CRM's protocol, looked at by tests
type Json = any;

/**
 * A Bitrix24 portal on loopback in a process of its own, and the settings under which the shop speaks with it. Ends
 * after the file's tests.
 */
export async function testBitrix() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bitrix-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const { port, control } = JSON.parse(first);
  const ask = async (verb: string, body: unknown = {}): Promise<Json> =>
    (await fetch(`http://127.0.0.1:${control}/${verb}`, { method: 'POST', body: JSON.stringify(body) })).json();
  return {
    environment: {
      BITRIX24_WEBHOOK_URL: `http://127.0.0.1:${port}/rest/7/t0psecret/`,
      BITRIX24_TIMEOUT_MS: '400',
    },
    /** What the next calls meet, see bitrix-server.ts. */
    moods: (...moods: string[]): Promise<unknown> => ask('moods', { moods }),
    /** Nobody listens at its address. */
    down: (): Promise<unknown> => ask('down'),
    up: (): Promise<unknown> => ask('up'),
    /** The moment that an answer 'budget' names. */
    resetAt: (moment: Date): Promise<unknown> => ask('reset_at', { seconds: Math.round(moment.getTime() / 1_000) }),
    log: (): Promise<{ method: string; at: number; type: string; body: Json }[]> => ask('log'),
    leads: (): Promise<{ ID: string; fields: Json; params: Json }[]> => ask('leads'),
  };
}
