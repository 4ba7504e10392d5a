import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

/** What the counter heard: a call of `ym`, or a push into the data layer, and on which page. */
export type Received = { ym?: unknown[]; layer?: object; at: string };

/**
 * A counter on loopback in a process of its own, and the settings under which the shop uses it. Ends after the file's
 * tests.
 */
export async function testMetrika() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'metrika-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const { port } = JSON.parse(first);
  const origin = `http://127.0.0.1:${port}`;
  const log = async (): Promise<Received[]> => (await fetch(`${origin}/log`)).json();
  return {
    origin,
    environment: { YANDEX_METRIKA_ID: '98765432', YANDEX_METRIKA_URL: `${origin}/tag.js` },
    log,
    /** E-commerce pushes of one action, in order. */
    async events(action: string): Promise<Record<string, unknown>[]> {
      return (await log()).flatMap(({ layer }) => {
        const { ecommerce } = (layer ?? {}) as { ecommerce?: Record<string, unknown> };
        return ecommerce && action in ecommerce ? [ecommerce[action] as Record<string, unknown>] : [];
      });
    },
    /** Arguments of the calls of one method, in order: `hit`, `reachGoal`. */
    async calls(method: string): Promise<unknown[][]> {
      return (await log()).flatMap(({ ym }) => (ym?.[1] === method ? [ym.slice(2)] : []));
    },
  };
}
