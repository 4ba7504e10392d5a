import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Environment, readConfig } from './config.ts';

test('README names every setting with its default', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const rows = new Map([...readme.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)].map((row) => [row[1], row[2]]));
  const defaults = Object.entries(readConfig({}));
  for (const name of Object.keys(Environment.shape)) {
    const preset = name === 'DATA_DIR' ? 'var' : defaults.find(([key]) => key === name)?.[1];
    expect([name, rows.get(name)]).toEqual([name, preset === undefined || preset === '' ? '—' : `\`${preset}\``]);
  }
  expect([...rows.keys()].filter((name) => !((name as string) in Environment.shape))).toEqual([]);
});

test('an empty setting counts as not given', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('the demonstration mode is on only under .localhost', () => {
  expect(readConfig({}).isDemonstration).toBe(true);
  expect(readConfig({ MAIN_DOMAIN: 'Shop.Example' })).toMatchObject({
    MAIN_DOMAIN: 'shop.example',
    isDemonstration: false,
  });
  expect(readConfig({ MAIN_DOMAIN: 'localhost.example' }).isDemonstration).toBe(false);
});
