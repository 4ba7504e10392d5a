import { load } from './support/load.ts';
import { isInstalled, startNginx, wrk } from './support/nginx.ts';
import { type Row, report } from './support/report.ts';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- pages [PRODUCTS] [SECONDS]`: the page cache beside nginx sending the same bytes, and a category page rendered for every
 * request. Prints one table; figures of one run may be compared with each other only.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
const shop = await startShop({ products });
try {
  const rows: Row[] = [];
  const category = await largestLeafCategory();
  const path = `/category/${category}/`;
  const origin = `http://127.0.0.1:${shop.port}`;
  const gzipped = await warm(path);
  if (isInstalled('wrk')) {
    const kept = () => wrk(origin + path, { Host: shop.host, 'Accept-Encoding': 'gzip' }, seconds);
    if (isInstalled('nginx')) {
      // The machine's speed drifts: each is measured three times, one after the other, and the middle ratio counts.
      const nginx = await startNginx(shop.port + 1, gzipped);
      const address = `http://127.0.0.1:${shop.port + 1}/index.html`;
      const rounds = [1, 2, 3].map(() => {
        const [ours, theirs] = [kept(), wrk(address, { 'Accept-Encoding': 'gzip' }, seconds)];
        rows.push({ what: 'cached category page', ...ours, bytes: gzipped.length });
        rows.push({ what: 'nginx, the same bytes', ...theirs, bytes: gzipped.length });
        return ours.per_second / theirs.per_second;
      });
      nginx.stop();
      const ratio = Number(rounds.toSorted((a, b) => a - b)[1]?.toFixed(2));
      rows.push({ what: 'ratio to nginx, the middle of three (budget 0.55)', per_second: ratio });
    } else rows.push({ what: 'cached category page', ...kept(), bytes: gzipped.length });
  } else console.log('wrk is not installed: the cached page is measured by Node, which is slower than the page');
  const at = { port: shop.port, host: shop.host, seconds };
  // A business buyer goes past the store: the page is rendered for every request.
  const uncached = async (ask: Parameters<Parameters<typeof load>[2]>[0]) => {
    const answer = await ask(path, { headers: { cookie: 'signed=b2b' } });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  };
  rows.push({
    what: 'uncached category page, concurrency 16 (budget ≥ 2.5 × 86/s)',
    ...(await load('uncached', { ...at, concurrency: 16 }, uncached)),
  });
  rows.push({
    what: 'uncached category page, concurrency 1 (budget p50 ≤ 10 ms)',
    ...(await load('uncached, one', { ...at, concurrency: 1 }, uncached)),
  });
  rows.push({ what: 'memory of the web process, MB', per_second: shop.memory() });
  report(rows);
} finally {
  await shop.stop();
}

async function warm(path: string): Promise<Buffer> {
  const { ask } = await import('#test/support/http.ts');
  const headers = { host: shop.host, 'accept-encoding': 'gzip' };
  await ask(shop.port, path, headers);
  const { status, headers: answered, raw } = await ask(shop.port, path, headers);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  if (answered['content-encoding'] !== 'gzip') throw new Error('The kept page is not gzipped');
  return raw;
}

async function largestLeafCategory(): Promise<string> {
  const { openDatabase } = await import('#platform/database.ts');
  const db = openDatabase(shop.url);
  const { code } = await db
    .selectFrom('product_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.code', ({ fn }) => fn.countAll().as('goods')])
    .groupBy('c.code')
    .orderBy('goods', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.destroy();
  return code;
}
