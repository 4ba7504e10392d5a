import { gzipSync } from 'node:zlib';
import { chromium as engine } from 'playwright-core';
import { viewports } from '#test/support/browser.ts';
import { chromium, chromiumArguments } from '#test/support/chromium.ts';
import { userAgents } from '#test/support/http.ts';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- lighthouse [PRODUCTS]`: Lighthouse 13, mobile, simulated slow 4G and a 4× slowed processor, on one page of each kind,
 * and the script each page loads first (gzip). The shop is warm: a visitor meets kept pages.
 */
const products = Number(process.argv[2] ?? 3_000);
const debuggingPort = 9_333;
const shop = await startShop({ products });
const { executablePath, env } = await chromium();
const browser = await engine.launch({
  executablePath,
  env,
  args: [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`],
});
try {
  const { default: lighthouse } = await import('lighthouse');
  const origin = `http://${shop.host}:${shop.port}`;
  const { category, product } = await examples();
  const rows: Record<string, unknown>[] = [];
  for (const [kind, path] of Object.entries({
    home: '/',
    category: `/category/${category}/`,
    product: `/product/${product}/`,
    cart: '/cart/',
  })) {
    const script_kb = await firstLoadScript(origin + path);
    const result = await lighthouse(origin + path, {
      port: debuggingPort,
      logLevel: 'error',
      output: 'json',
      formFactor: 'mobile',
    });
    if (!result) throw new Error(`Lighthouse said nothing of ${path}`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    rows.push({
      kind,
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      seo: score('seo'),
      'LCP, ms': Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
      'TBT, ms': Math.round(audits['total-blocking-time']?.numericValue ?? 0),
      CLS: Number((audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
      'script, KB gzip': script_kb,
    });
    for (const name of ['accessibility', 'best-practices', 'seo'])
      for (const { id } of categories[name]?.auditRefs ?? []) {
        const audit = audits[id];
        if (audit?.score !== null && audit !== undefined && audit.score < 1)
          console.log(`  ${kind}: ${name}: ${id} ${audit.title}`);
      }
  }
  console.table(rows);
} finally {
  await browser.close();
  await shop.stop();
}

/** KB of the scripts the document itself asks for (what is fetched ahead for a next page is not counted). Leaves pictures and pages warm. */
async function firstLoadScript(url: string): Promise<number> {
  const context = await browser.newContext({
    userAgent: userAgents.mobile,
    viewport: viewports.mobile,
    isMobile: true,
  });
  const page = await context.newPage();
  const sizes: Promise<{ url: string; bytes: number }>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => ({ url: response.url(), bytes: gzipSync(body).length })));
  });
  const document = await page.goto(url, { waitUntil: 'networkidle' });
  const html = (await document?.text()) ?? '';
  const own = (await Promise.all(sizes)).filter((script) => html.includes(new URL(script.url).pathname));
  await context.close();
  return Number((own.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(1));
}

async function examples(): Promise<{ category: string; product: string }> {
  const { openDatabase } = await import('#platform/database.ts');
  const db = openDatabase(shop.url);
  const category = await db
    .selectFrom('product_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.id', 'c.code', ({ fn }) => fn.countAll().as('goods')])
    .groupBy(['c.id', 'c.code'])
    .orderBy('goods', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const product = await db
    .selectFrom('products as p')
    .innerJoin('product_categories as pc', 'pc.product_id', 'p.id')
    .select('p.slug')
    .where('pc.category_id', '=', category.id)
    .where('p.switched_off_at', 'is', null)
    .orderBy('p.popularity', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.destroy();
  return { category: category.code, product: product.slug };
}
