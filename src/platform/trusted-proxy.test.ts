import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { trustedPeers } from './trusted-proxy.ts';

test('only the addresses of our own proxies may say for whom they ask', () => {
  const trusts = (setting: string, remoteAddress: string) =>
    trustedPeers(setting)({ socket: { remoteAddress } as Socket });
  for (const none of ['', 'false', 'nonsense']) expect(trusts(none, '127.0.0.1')).toBe(false);
  expect(trusts('true', '203.0.113.7')).toBe(true);
  for (const setting of ['10.0.0.5', '10.0.0.0/8, 192.0.2.1', 'uniquelocal', 'loopback,uniquelocal']) {
    expect([setting, trusts(setting, '10.0.0.5'), trusts(setting, '::ffff:10.0.0.5')]).toEqual([setting, true, true]);
    expect([setting, trusts(setting, '203.0.113.7')]).toEqual([setting, false]);
  }
});
