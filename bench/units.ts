import { get } from 'node:http';
import { openDatabase } from '#platform/database.ts';
import { walkUnits } from '#test/support/unit-walk.ts';
import type { Ask } from '#test/support/unit-walk-parts.ts';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- units [PRODUCTS] [SEED]`: every product of the demo shop in many counts through cards and rows of
 * its categories, their order and filter by price, suggestions, product page, cart, proposal, order, PDF, email and
 * feed: words agree with numbers, price × amount is the sum. PRODUCTS: size of the shop, 3,000 unless told. Stock is
 * put in for what is ordered.
 */
const size = Number(process.argv[2] ?? 3_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const counts = [1, 2, 5, 11, 21, 22, 40, 111, 470, 1_234];

const shop = await startShop({ products: size });
const db = openDatabase(shop.url, { max: 4 });
const ask: Ask = (path, cookies = {}) =>
  new Promise((resolve, reject) => {
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const headers = { host: shop.host, accept: 'text/html', ...(cookie.length > 0 && { cookie: cookie.join('; ') }) };
    get({ port: shop.port, host: '127.0.0.1', path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: answer.statusCode ?? 0, body: bytes.toString(), bytes });
      });
    }).on('error', reject);
  });
try {
  console.log(`seed ${seed}`);
  const begun = performance.now();
  const report = await walkUnits({
    db,
    ask,
    counts,
    seed,
    onProgress: (what, done, all) => process.stderr.write(`\r${what}: ${done} of ${all}\x1b[K`),
  });
  process.stderr.write('\n');
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(
    `${report.products} products × ${counts.length} counts, ${report.lines} lines, ${report.pages} pages: ${report.problems.length} problems (${seconds} s)`,
  );
  for (const problem of report.problems.slice(0, 200)) console.log(`  ${problem}`);
  process.exitCode = report.problems.length > 0 ? 1 : 0;
} finally {
  await db.destroy();
  await shop.stop();
}
