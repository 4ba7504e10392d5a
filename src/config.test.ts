import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
