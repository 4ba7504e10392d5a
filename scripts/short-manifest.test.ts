import { readdir, readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readBuild } from '#test/support/route-kinds.ts';
import { shortManifest } from './short-manifest.ts';

const folder = 'build/client/assets';

test('the shortened list of routes sets the same as React Router’s own', async () => {
  const { assets } = await readBuild();
  // What JSON would have carried: keys without a value are left out.
  const whole = JSON.parse(JSON.stringify(assets));
  const { sri: _, hmr: __, ...list } = whole;
  expect(Object.keys(list.routes).length).toBeGreaterThan(80);
  expect(run(shortManifest(`window.__reactRouterManifest=${JSON.stringify(list)};`))).toEqual(list);
});

test('the built file is the short one and holds every route', async () => {
  const { assets } = await readBuild();
  const name = (await readdir(folder)).find((file) => /^manifest-\w+\.js$/.test(file));
  const text = await readFile(`${folder}/${name}`, 'utf8');
  expect(text.length).toBeLessThan(20_000);
  expect(Object.keys((run(text) as typeof assets).routes)).toEqual(Object.keys(assets.routes));
});

function run(text: string): unknown {
  const window: Record<string, unknown> = {};
  runInNewContext(text, { window });
  return JSON.parse(JSON.stringify(window.__reactRouterManifest));
}
