import { resolve } from 'node:path';
import { adminWeight } from '#test/support/admin-weight.ts';
import { buildAdmin } from '../scripts/build.ts';

/**
 * `npm run bench -- admin-weight`: script and style of the back office after gzip, first load and each section, from
 * the build alone.
 */
await buildAdmin();
const { first, sections } = adminWeight(resolve('build/admin'));
const kb = (bytes: number) => Number((bytes / 1_000).toFixed(1));
console.table({
  'first load': { 'KB gzip': kb(first), 'budget, KB': 450 },
  ...Object.fromEntries(
    Object.entries(sections).map(([source, bytes]) => [source, { 'KB gzip': kb(bytes), 'budget, KB': 150 }]),
  ),
});
