import { openEmbedded } from '#platform/postgres/embedded.ts';
import { dataFolder, makeOnce } from './support/shop.ts';

/**
 * `npm run bench -- data [PRODUCTS …]`: makes the shops that the measurements work on ahead of time, 3,000, 10,000,
 * 100,000 and 1,000,000 goods unless told.
 */
const sizes = process.argv.slice(2).map(Number);
for (const products of sizes.length > 0 ? sizes : [3_000, 10_000, 100_000, 1_000_000]) {
  const started = performance.now();
  const embedded = await openEmbedded(dataFolder(products), 'command');
  try {
    await makeOnce(embedded.url, products);
  } finally {
    await embedded.close();
  }
  console.log(`${dataFolder(products)}: ${Math.round((performance.now() - started) / 1_000)} s`);
}
