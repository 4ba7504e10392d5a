import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects of the provider's protocol, looked at by tests
type Json = any;

type Mood = 'fail' | 'lose' | 'hang' | 'garble';

/**
 * A payment provider on loopback in a process of its own, and the settings under which the shop speaks with it. Ends
 * after the file's tests.
 */
export async function testYookassa(methods = 'bank_card,sbp') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'yookassa-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, METHODS: methods },
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const { port } = JSON.parse(first);
  const control = async (verb: string, body: unknown = {}): Promise<Json> =>
    (await fetch(`http://127.0.0.1:${port}/control/${verb}`, { method: 'POST', body: JSON.stringify(body) })).json();
  return {
    environment: {
      YOOKASSA_SHOP_ID: '100500',
      YOOKASSA_SECRET_KEY: 'test_secret',
      YOOKASSA_URL: `http://127.0.0.1:${port}/v3/`,
      YOOKASSA_TIMEOUT_MS: '2000',
    },
    /**
     * What the next calls meet: 'fail' answers 500 undone, 'lose' is done and broken off, 'hang' is done and never
     * answered, 'garble' is done and answers 500.
     */
    moods: (...moods: Mood[]) => control('moods', { moods: moods.map((mood) => ({ mood })) }),
    /** The next POST to this path, whatever else is asked meanwhile. */
    moodOf: (path: string, mood: Mood) => control('moods', { moods: [{ mood, path }] }),
    pay: (id: string) => control('pay', { id }),
    cancel: (id: string, reason: string) => control('cancel', { id, reason }),
    /** Makes the provider state something else about an object. */
    patch: (id: string, body: object) => control('patch', { id, body }),
    log: (): Promise<{ method: string; path: string; key: string | null; body: Json; status: number }[]> =>
      control('log'),
    /** What it would have told the shop, in order. */
    events: (): Promise<{ event: string; object: Json }[]> => control('events'),
    objects: (): Promise<Json[]> => control('objects'),
  };
}
