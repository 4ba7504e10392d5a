import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './boundaries.ts';
import { type Way, wayFaults, ways } from './ways.ts';

const files = await readSources(join(import.meta.dirname, '..'));

test.for(ways)(
  '$name: each file is there and reached from an earlier one, and they are no more than its budget',
  (way) => {
    expect(wayFaults(way, files)).toEqual([]);
  },
);

test('a file that no earlier one imports or asks, a file that is gone and a way that is too long are named', () => {
  const [way] = ways as [Way];
  const [entry] = way.files;
  const path = 'src/api/cart-lines.ts';
  expect(wayFaults({ ...way, files: [entry, { path, by: "'/api/goods/'" }] }, files)).toEqual([
    `${way.name}: no earlier file asks ${path}`,
  ]);
  expect(wayFaults({ ...way, files: [entry, 'src/modules/cart/cart-etag.ts'] }, files)).toEqual([
    `${way.name}: no earlier file imports src/modules/cart/cart-etag.ts`,
  ]);
  expect(wayFaults({ ...way, files: [entry, 'src/modules/cart/gone.ts'] }, files)).toEqual([
    `${way.name}: there is no src/modules/cart/gone.ts`,
    `${way.name}: no earlier file imports src/modules/cart/gone.ts`,
  ]);
  expect(wayFaults({ ...way, most: 2 }, files)).toEqual([`${way.name}: ${way.files.length} files, at most 2`]);
});
