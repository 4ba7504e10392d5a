import { resolve } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { userAgents } from '#test/support/http.ts';
import { launchForLighthouse, measurePage } from '#test/support/lighthouse.ts';
import { kindPaths, pageKinds } from '#test/support/page-kinds.ts';
import { pageWeights } from '#test/support/page-weight.ts';
import { readBuild } from '#test/support/route-kinds.ts';
import { buildPages } from '../scripts/build.ts';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- lighthouse [PRODUCTS] [KIND …]`: Lighthouse 13, mobile, simulated slow 4G and a 4× slowed
 * processor, on one page of each kind (test/support/page-kinds.ts), beside the script of its first load. Cached pages
 * and pictures are warm. Of RUNS (default 1) the median by performance.
 */
const [products = '3000', ...wanted] = process.argv.slice(2);
const runs = Number(process.env.RUNS ?? 1);
const debuggingPort = 9_333;
await buildPages();
const weights = pageWeights(await readBuild(), resolve('build/client'));
const shop = await startShop({ products: Number(products) });
const browser = await launchForLighthouse(debuggingPort);
try {
  const origin = `http://${shop.host}:${shop.port}`;
  const db = openDatabase(shop.url);
  const paths = await kindPaths(db).finally(() => db.destroy());
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, { isIndexed }] of Object.entries(pageKinds)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const kind = name as keyof typeof pageKinds;
    await warm(origin + paths[kind]);
    const tries = [];
    for (let run = 0; run < runs; run++) tries.push(await measurePage(origin + paths[kind], debuggingPort, isIndexed));
    const reported = ensure(tries.sort((a, b) => a.performance - b.performance)[Math.floor(runs / 2)]);
    rows[kind] = {
      performance: reported.performance,
      accessibility: reported.accessibility,
      'best practices': reported.best_practices,
      SEO: reported.seo,
      'LCP, ms': reported.lcp_ms,
      'TBT, ms': reported.tbt_ms,
      CLS: reported.cls,
      'page, KB': Math.round(reported.bytes / 1_000),
      'script, KB gzip': Number((weights[kind].script / 1_000).toFixed(1)),
    };
    for (const audit of reported.failed) console.log(`  ${kind}: ${audit}`);
  }
  console.table(rows);
} finally {
  await browser.close();
  await shop.stop();
}

/** The page is cached and its pictures are made, as for anyone but the very first visitor. */
async function warm(url: string): Promise<void> {
  const context = await browser.newContext({ userAgent: userAgents.mobile, viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
}
