import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Environment, readSettings } from './config.ts';

test('README names every setting with its default', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const rows = new Map([...readme.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)].map((row) => [row[1], row[2]]));
  const defaults = Object.entries(readSettings({}));
  for (const name of Object.keys(Environment.shape)) {
    const preset = name === 'DATA_DIR' ? 'var' : defaults.find(([key]) => key === name)?.[1];
    expect([name, rows.get(name)]).toEqual([name, preset === undefined || preset === '' ? '—' : `\`${preset}\``]);
  }
  expect([...rows.keys()].filter((name) => !((name as string) in Environment.shape))).toEqual([]);
});

test('an empty setting counts as not given', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}));
});

test('MAIN_DOMAIN is a bare name in lower case', () => {
  expect(readSettings({ MAIN_DOMAIN: 'Shop.Example' }).MAIN_DOMAIN).toBe('shop.example');
  for (const wrong of ['https://shop.example', 'shop.example:3000', 'shop.example/', 'localhost', 'a b.example'])
    expect(() => readSettings({ MAIN_DOMAIN: wrong })).toThrow('MAIN_DOMAIN');
});

test('TRUST_PROXY is refused in words when a part of it cannot be read; what is taken, the server takes too', () => {
  for (const TRUST_PROXY of [
    '10.0.0.0/8, foo',
    '10.0.0.0/8,',
    '0.0.0.0/0',
    '10.0.0.0/255.0.0.0',
    '10.0.0.0/8.0',
    'TRUE',
  ])
    expect(() => readSettings({ TRUST_PROXY }), TRUST_PROXY).toThrow(/TRUST_PROXY: адреса и сети/);
  for (const TRUST_PROXY of ['10.0.0.0/8, 192.0.2.1', 'loopback,uniquelocal', '2001:db8::/32', '::ffff:10.0.0.0/104']) {
    expect(readSettings({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY });
    expect(() => Fastify({ trustProxy: TRUST_PROXY }), TRUST_PROXY).not.toThrow();
  }
  for (const TRUST_PROXY of ['true', 'false']) expect(readSettings({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY });
});
