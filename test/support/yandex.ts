import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

/**
 * Yandex ID on loopback in a process of its own; ends after the file's tests. `environment` points the shop at it;
 * `consent` presses a button of the consent page as a browser would and returns where it is sent.
 */
export async function testYandex(accounts: Record<string, unknown>[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'yandex-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const origin = `http://127.0.0.1:${JSON.parse(first).port}`;
  await control({ accounts });
  return {
    origin,
    environment: {
      YANDEX_CLIENT_ID: 'shop-client',
      YANDEX_CLIENT_SECRET: 'shop-secret',
      YANDEX_OAUTH_URL: origin,
      YANDEX_INFO_URL: `${origin}/info`,
    },
    control,
    /** An access token of this account, made for this application. */
    async tokenOf(login: string, client_id = 'shop-client'): Promise<string> {
      return (await control({ token_of: { login, client_id } })).token ?? '';
    },
    async consent(authorize: string, login: string | null): Promise<URL> {
      const body = new URLSearchParams(login === null ? { refuse: '1' } : { login });
      const answer = await fetch(authorize, { method: 'POST', body, redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '');
    },
  };

  async function control(order: object): Promise<{ token?: string }> {
    const body = new URLSearchParams({ json: JSON.stringify(order) });
    return (await fetch(`${origin}/control`, { method: 'POST', body })).json() as Promise<{ token?: string }>;
  }
}
