import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageKinds } from './support/page-kinds.ts';
import { type PageWeight, pageWeights } from './support/page-weight.ts';
import { readBuild } from './support/route-kinds.ts';

// The pages were built before the tests (test/support/global-setup.ts).
const build = await readBuild();
const weights = pageWeights(build, resolve('build/client'));

describe('script of the first load stays within the budgets of decision 325', () => {
  test.for(Object.entries(pageKinds))('%s', ([kind, { script_budget }]) => {
    const { script, files } = weights[kind as keyof typeof pageKinds];
    expect(script, `heaviest: ${heaviest(files)}`).toBeLessThanOrEqual(script_budget);
    // A weight near nothing would mean that the list of files is read wrongly.
    expect(script).toBeGreaterThan(100_000);
  });
});

test('style of the first load, gzip, grows by nobody’s oversight', () => {
  for (const [kind, { style }] of Object.entries(weights)) expect(style, kind).toBeLessThanOrEqual(22_500);
});

test('the checker of addresses and forms (zod) reaches no browser', () => {
  const all = Object.values(weights).flatMap(({ files }) => files.map(([file]) => file));
  expect(all.filter((file) => /zod/.test(file))).toEqual([]);
});

test('fonts and pictures have one name in the document and in the style sheet, so none is loaded twice', async () => {
  const files = (await readdir('build/client/assets')).filter((file) => /\.(woff2|svg|png|jpg|webp)$/.test(file));
  const contents = await Promise.all(
    files.map(async (file) => (await readFile(`build/client/assets/${file}`)).toString('base64')),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((_, at) => contents.indexOf(contents[at] ?? '') !== at)).toEqual([]);
});

function heaviest(files: PageWeight['files']): string {
  return files
    .slice(0, 8)
    .map(([file, bytes]) => `${file} ${bytes}`)
    .join(', ');
}
