import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
afterEach(() => vi.useRealTimers());

async function open(TRUST_PROXY: string) {
  const warnings: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    warnings.push(String(chunk));
    done();
  };
  const log = pino({ level: 'warn' }, new Writable({ write }));
  const app = await testApp(db, { TRUST_PROXY, FLOOD_PER_MINUTE: '100000' }, log);
  return {
    warnings,
    ask: (remoteAddress: string, headers: Record<string, string> = {}) =>
      app.inject({ url: '/cart/', remoteAddress, headers: { host: 'idd.localhost', ...headers } }),
    async alarms() {
      const { body } = await app.inject({
        url: '/metrics',
        remoteAddress: '127.0.0.1',
        headers: { host: 'localhost' },
      });
      const sampleOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
      return [sampleOf('shop_alarms\\{what="untrusted_forwarding"\\}'), sampleOf('untrusted_forwarding_total')];
    },
  };
}

test('requests of a proxy that TRUST_PROXY does not name raise an alarm, with one line in the log for many', async () => {
  const shop = await open('10.0.0.1');
  await shop.ask('198.51.100.7');
  await shop.ask('10.0.0.1', { 'x-forwarded-for': '198.51.100.8', 'x-forwarded-proto': 'https' });
  expect([await shop.alarms(), shop.warnings]).toEqual([[0, 0], []]);

  for (let n = 0; n < 5; n++) await shop.ask('10.0.0.2', { 'x-forwarded-for': `198.51.100.${n}` });
  await shop.ask('10.0.0.2', { forwarded: 'for=198.51.100.9' });
  expect(await shop.alarms()).toEqual([6, 6]);
  expect(shop.warnings).toHaveLength(1);
  expect(shop.warnings[0]).toContain('10.0.0.2');
});

test('so does a named proxy that does not say for whom it asks; the alarm ends when it is mended', async () => {
  const shop = await open('10.0.0.1');
  await shop.ask('10.0.0.1', { via: '1.1 nginx' });
  expect(await shop.alarms()).toEqual([1, 1]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_800_000 });
  expect(await shop.alarms()).toEqual([0, 1]);
  await shop.ask('10.0.0.1', { via: '1.1 nginx' });
  expect([await shop.alarms(), shop.warnings.length]).toEqual([[1, 2], 2]);
});
