import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { sitemapMaker } from '#modules/feeds/sitemap.ts';
import { formatPrice } from '#shared/money.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { userAgents } from './support/http.ts';
import { checkYml } from './support/yml.ts';

const { db, dataDir } = await demoShop();
const app = await testApp(db, { DATA_DIR: dataDir, TRUST_PROXY: 'true', PUBLIC_SCHEME: 'https', PUBLIC_PORT: '443' });

/** The main branch, a near one and one that does not sell everything. */
const hosts = ['idd.localhost', 'cherepovets.idd.localhost', 'kaliningrad.idd.localhost'];

afterEach(() => {
  vi.useRealTimers();
});

function open(host: string, url: string, headers: Record<string, string> = {}) {
  return app.inject({
    url,
    headers: { host, 'user-agent': userAgents.robot, 'x-forwarded-proto': 'https', ...headers },
  });
}

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

async function sitemapOf(host: string): Promise<{ addresses: string[]; parts: string[] }> {
  const index = await open(host, '/sitemap.xml');
  expect(index.statusCode).toBe(200);
  const parts = await Promise.all(addressesIn(index.body).map((part) => open(host, new URL(part).pathname)));
  return { addresses: parts.flatMap(({ body }) => addressesIn(body)), parts: parts.map(({ body }) => body) };
}

/** What a page says of itself: 'canonical ADDRESS', 'noindex', or its status. */
function signalOf({ statusCode, headers, body }: Awaited<ReturnType<typeof open>>): string {
  if (statusCode !== 200) return `${statusCode} ${headers.location ?? ''}`;
  const canonicals = [...body.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, href]) => href);
  const isClosed = /<meta name="robots" content="noindex/.test(body);
  if (canonicals.length + Number(isClosed) !== 1) return `${canonicals.length} canonical, noindex ${isClosed}`;
  return isClosed ? 'noindex' : `canonical ${canonicals[0]}`;
}

test('robots.txt of a branch closes only what no robot needs, and names its own sitemap', async () => {
  for (const host of hosts) {
    const { statusCode, headers, body } = await open(host, '/robots.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = body.split('\n');
    expect(lines.filter((line) => line.startsWith('Disallow'))).toEqual(
      ['/api/', '/admin/', '/dev/', '/personal/', '/order/', '/auth/'].map((path) => `Disallow: ${path}`),
    );
    expect(lines).toContain(`Sitemap: https://${host}/sitemap.xml`);
    const rule = lines.find((line) => line.startsWith('Clean-param'))!;
    expect(rule).toBe(
      'Clean-param: utm_source&utm_medium&utm_campaign&utm_content&utm_term&yclid&ysclid&gclid&fbclid&ymclid&erid&etext&from&_openstat',
    );
    expect(rule.length).toBeLessThanOrEqual(500);
    expect(body).not.toMatch(/Host:|Crawl-delay/);
  }
});

test('a host that is not the shop’s is closed whole, and has neither sitemap nor feed', async () => {
  for (const host of ['localhost', '127.0.0.1', 'foreign.example', 'nowhere.idd.localhost']) {
    const { statusCode, body } = await open(host, '/robots.txt');
    expect([host, statusCode, body]).toEqual([host, 200, 'User-agent: *\nDisallow: /\n']);
    for (const path of ['/sitemap.xml', '/yml.xml']) expect((await open(host, path)).statusCode).toBe(404);
  }
  expect((await open('vologda.idd.localhost', '/robots.txt')).headers.location).toBe(
    'https://idd.localhost/robots.txt',
  );
});

// The near branch is made of the same parts as the main one; the far one has rules of its own, not for each product.
for (const [host, words, everyProduct] of [
  [hosts[0]!, 'every address', 1],
  [hosts[2]!, 'every address but products, of which every fourth,', 4],
] as const)
  test(`[S2-14] [S2-15] ${words} of the sitemap of ${host} answers 200, is its own canonical and may be indexed; what may be indexed stands in it`, {
    timeout: 300_000,
  }, async () => {
    const { addresses, parts } = await sitemapOf(host);
    expect(addresses.length).toBeGreaterThan(200);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const part of parts)
      for (const [, date = ''] of part.matchAll(/<lastmod>([^<]+)</g))
        expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    const wrong: string[] = [];
    const known = new Set(addresses);
    const seen = new Set<string>();
    const waiting = addresses.map((address) => new URL(address).pathname);
    const products = addresses
      .map((address) => new URL(address).pathname)
      .filter((path) => path.startsWith('/product/'));
    const opened = new Set(products.filter((_, at) => at % everyProduct === 0));
    expect(opened.size).toBeGreaterThan(50);
    const isLeftOut = (path: string) => products.includes(path) && !opened.has(path);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (isLeftOut(path)) continue;
      const address = `https://${host}${path}`;
      const answer = await open(host, path);
      const signal = signalOf(answer);
      if (known.has(address) ? signal !== `canonical ${address}` : signal.startsWith('canonical'))
        wrong.push(`${path}: ${signal}, ${known.has(address) ? 'in' : 'not in'} the sitemap`);
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
      for (const [, href = ''] of answer.body.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g))
        if (!/^\/(personal|api|files|_ipx|dev)\//.test(href)) waiting.push(href);
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(addresses.length);
  });

test('the sitemap and the feed are kept and asked for conditionally', async () => {
  for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/yml.xml']) {
    const first = await open(hosts[0]!, path);
    const { etag = '', 'last-modified': modified = '' } = first.headers;
    expect(first.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect((await open(hosts[0]!, path)).headers.etag).toBe(etag);
    expect((await open(hosts[0]!, path, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await open(hosts[0]!, path, { 'if-modified-since': String(modified) })).statusCode).toBe(304);
    expect((await open(hosts[0]!, path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const packed = await open(hosts[0]!, path, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(first.body);
    expect(first.headers['x-robots-tag']).toBe('noindex');
  }
  expect((await open(hosts[0]!, '/sitemap-99.xml')).statusCode).toBe(404);
});

test('a sitemap of many addresses is cut into parts that the index names', async () => {
  const [department] = await listDepartments(db);
  const files = new Map<string, string>();
  await sitemapMaker(
    db,
    priceContextOf(department!),
    'https://idd.example',
    ['/'],
    new Date(),
    100,
  )(async (name) => {
    let text = '';
    return {
      write: async (more) => {
        text += more;
      },
      end: async () => void files.set(name, text),
    };
  });
  const names = addressesIn(files.get('sitemap.xml')!).map((address) => new URL(address).pathname.slice(1));
  expect(names.length).toBeGreaterThan(2);
  expect([...files.keys()].sort()).toEqual([...names, 'sitemap.xml'].sort());
  for (const name of names.slice(0, -1)) expect(addressesIn(files.get(name)!)).toHaveLength(100);
});

for (const host of hosts)
  test(`the feed of ${host} obeys every rule and states the prices of its own pages`, async () => {
    const { body } = await open(host, '/yml.xml');
    const { problems, offers, categories, shop } = checkYml(body, `https://${host}/`);
    expect(problems).toEqual([]);
    expect(shop.company).toBe('ООО «ИДД»');
    expect(offers.length).toBeGreaterThan(140);
    expect(categories.size).toBeGreaterThan(20);
    expect(offers.some(({ fields }) => fields.oldprice)).toBe(true);
    expect(offers.some(({ fields }) => fields['delivery-options'])).toBe(true);
    expect(offers.some(({ fields }) => (fields.param?.length ?? 0) > 3)).toBe(true);
    expect(new Set(offers.map(({ attributes }) => attributes.available))).toEqual(new Set(['true', 'false']));
    for (const { attributes, fields } of offers.filter((_, at) => at % 20 === 0)) {
      const page = await open(host, new URL(fields.url![0]!).pathname);
      expect(page.body).toContain(`"price":"${Number(fields.price![0]).toFixed(2)}"`);
      const shown = formatPrice(Math.round(Number(fields.price![0]) * 100));
      expect(page.body.replaceAll(/\s/g, ' ')).toContain(shown.replaceAll(/\s/g, ' '));
      if (attributes.available === 'true') expect(page.body).toContain('https://schema.org/InStock');
    }
    const picture = await open(host, new URL(offers[0]!.fields.picture![0]!).href.slice(`https://${host}`.length));
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(1280);
  });

test('a changed price moves the date of its product, of its category and of its brand; stock moves none', async () => {
  const host = hosts[0]!;
  const product = await db
    .selectFrom('products as p')
    .innerJoin('prices as r', 'r.product_id', 'p.id')
    .innerJoin('product_categories as pc', 'pc.product_id', 'p.id')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.slug', 'c.code', 'b.slug as brand', 'r.price'])
    .where('r.price_column', '=', 'vologda')
    .where('r.price', 'is not', null)
    .where('pc.is_main', '=', true)
    .where('p.switched_off_at', 'is', null)
    .executeTakeFirstOrThrow();
  const dates = async () => {
    const { parts } = await sitemapOf(host);
    const of = (path: string) =>
      parts.join('').match(new RegExp(`<loc>https://${host}${path}</loc><lastmod>([^<]+)`))?.[1];
    return [of(`/product/${product.slug}/`), of(`/category/${product.code}/`), of(`/brand/${product.brand}/`)];
  };
  const before = await dates();
  await db.updateTable('stock').set({ on_hand: 1 }).where('product_id', '=', product.id).execute();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
  expect(await dates()).toEqual(before);
  await db
    .updateTable('prices')
    .set({ price: product.price! + 100 })
    .where('product_id', '=', product.id)
    .where('price_column', '=', 'vologda')
    .execute();
  vi.setSystemTime(Date.now() + 3_700_000);
  const after = await dates();
  for (const [at, date] of after.entries()) expect(Date.parse(date!)).toBeGreaterThan(Date.parse(before[at]!));
});
