import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations, readSources } from '../scripts/boundaries.ts';

test('the project keeps to its floors', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'));
  expect(sources.size).toBeGreaterThan(50);
  expect(findViolations(sources)).toEqual([]);
});

const planted: [why: string, path: string, text: string][] = [
  ['a module that imports a page', 'src/modules/cart/get-cart.ts', `import { Icon } from '#web/ui/icon.tsx';`],
  ['shared that imports the platform', 'src/shared/money.ts', `import { openLog } from '#platform/log.ts';`],
  ['a relative way up', 'src/platform/log.ts', `import { x } from '../modules/cart/get-cart.ts';`],
  ['a page that imports the API', 'src/web/root.tsx', `import { x } from '#api/api.ts';`],
  ['an import told over several lines', 'src/shared/a.ts', `import {\n  x,\n  y,\n} from '#modules/cart/b.ts';`],
  ['an import on demand', 'src/shared/a.ts', `const x = await import('#web/root.tsx');`],
  ['a re-export', 'src/shared/a.ts', `export { x } from '#platform/log.ts';`],
  ['the catalogue standing on the cart', 'src/modules/catalogue/a.ts', `import type { X } from '#modules/cart/b.ts';`],
  ["a foreign module's private folder", 'src/web/a.ts', `import { x } from '#modules/catalogue/index/load.ts';`],
  ['a module nobody has given a place', 'src/modules/loyalty/a.ts', `import { x } from '#modules/cart/b.ts';`],
  ['sources that import test support', 'src/platform/a.ts', `import { x } from '#test/support/app.ts';`],
  ['a page file outside the pages', 'src/modules/cart/letter.tsx', ''],
  ['an index file', 'src/modules/cart/index.ts', ''],
  ['a name that says nothing', 'src/shared/utils.ts', ''],
];

test.each(planted)('finds %s', (_why, path, text) => {
  expect(findViolations(new Map([[path, text]]))).toHaveLength(1);
});

test('lets through what is allowed', () => {
  const allowed = new Map([
    [
      'src/modules/cart/get-cart.ts',
      `import { sql } from 'kysely';\nimport { x } from '#modules/catalogue/offers.ts';`,
    ],
    [
      'src/modules/catalogue/listing.ts',
      `import { x } from './index/load.ts';\nimport { y } from '#modules/catalogue/index/load.ts';`,
    ],
    ['src/web/a.ts', `import type { Config } from '../config.ts';\nimport type { Route } from './+types/route.ts';`],
    ['src/start.ts', `import { x } from '#demo/load.ts';\nimport { y } from '#jobs/tasks.ts';`],
    ['src/shared/money.test.ts', `import { x } from '#test/support/app.ts';`],
  ]);
  expect(findViolations(allowed)).toEqual([]);
});
