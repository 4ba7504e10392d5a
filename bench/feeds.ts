import { get } from 'node:http';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- feeds [PRODUCTS]`: the feed of goods and the sitemap of the main branch, made again and asked
 * again, and what memory of the web process they take. Both are streamed, so it must not grow with the catalogue.
 */
const products = Number(process.argv[2] ?? 100_000);
const shop = await startShop({ products });
try {
  await ask('/robots.txt');
  for (const path of ['/yml.xml', '/sitemap.xml', '/yml.xml', '/sitemap-1.xml']) {
    const before = shop.memory();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, shop.memory());
    }, 50);
    const started = performance.now();
    const { status, bytes, items } = await ask(path);
    clearInterval(watch);
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    const size = (bytes / 1_048_576).toFixed(1);
    console.log(`${path}: ${status}, ${items} items, ${size} MB, ${seconds} s, memory ${before} → at most ${peak} MB`);
  }
} finally {
  await shop.stop();
}

/** Reads the whole answer without keeping it. */
function ask(path: string): Promise<{ status: number; bytes: number; items: number }> {
  return new Promise((resolve, reject) => {
    get({ port: shop.port, host: '127.0.0.1', path, headers: { host: shop.host } }, (answer) => {
      let bytes = 0;
      let items = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        items += chunk.toString('latin1').match(/<offer |<loc>/g)?.length ?? 0;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes, items }));
      answer.on('error', reject);
    }).on('error', reject);
  });
}
