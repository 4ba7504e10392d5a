import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isLocalRequest } from './local-request.ts';

test.each([
  ['127.0.0.1', {}, true],
  ['127.8.0.1', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', { host: 'shop.example' }, true],
  ['10.0.0.5', {}, false],
  ['::ffff:10.0.0.5', {}, false],
  ['fe80::1', {}, false],
  [undefined, {}, false],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { 'x-forwarded-proto': 'https' }, false],
  ['127.0.0.1', { 'x-forwarded-anything': '' }, false],
  ['::1', { forwarded: 'for=127.0.0.1' }, false],
  ['::1', { 'x-real-ip': '127.0.0.1' }, false],
  ['127.0.0.1', { via: '1.1 proxy' }, false],
])('a request from %s with %j is local: %s', (remoteAddress, headers, expected) => {
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  expect(isLocalRequest(request)).toBe(expected);
});
