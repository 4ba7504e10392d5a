import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import type { DeviceType } from '#platform/device.ts';
import { signedIn } from './support/accounts.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { userAgents } from './support/http.ts';
import { kindOf, readBuild } from './support/route-kinds.ts';
import { jsonLdOf, markupProblems } from './support/structured-data.ts';

const { db, dataDir } = await demoShop();
await db
  .updateTable('shorts')
  .set({ faq: JSON.stringify([{ question: 'Где забрать?', answer: 'В пункте выдачи <рядом>.' }]) })
  .execute();
const app = await testApp(db, { DATA_DIR: dataDir });
const build = await readBuild();
const anna = await findUserByEmail(db, 'anna@pochta.example');
const { header: annas } = await signedIn(db, anna!);

/** What no rule of HTML asks for, and why: everything else of «recommended» and «document» holds. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes <br/>, async="" and fetchPriority: the parser of HTML reads them alike.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    // The default of <input> is text, by the standard.
    'no-implicit-input-type': 'off',
    // Phones stand in .num, which does not break lines.
    'tel-non-breaking': 'off',
    // Our own files, named by their hash, from our own host.
    'require-sri': 'off',
    // The list of a combobox, whose field takes other words too, is no <select>.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Names of goods come from 1C and are as long as they are.
    'long-title': 'off',
    // Ticks of one filter share a name: that is how a form sends several values; so do buttons.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'submit', 'button'] }],
  },
});

type Page = { kind: string; url: string; device: DeviceType; status: number; html: string };

/** Kinds nobody is led to by a link: their addresses. */
const unlinked = [
  '/catalog/?q=штукатурка',
  '/catalog/?q=такого-нет-нигде',
  '/forgotpassword/',
  '/order/',
  '/lp/fortune/',
  '/net-takoy-stranitsy/',
  `${await productUrlOf('on_request')}questions/`,
  await productUrlOf('on_request'),
  await productUrlOf('switched_off'),
];
/**
 * Kinds that need more than this shop, or stand in the layout of printed codes: an order, a link's secret, a member of
 * staff. Their own journeys look at them.
 */
const elsewhere =
  /^pages\/(qr\/|price-tag\/|cart\/shared\/|order\/(route|pass|receiving|payment|change)|personal\/orders\/(order|pass|receiving|payment)|personal\/profile\/company\/reconciliation|personal\/support\/ticket|reviews\/(order|confirm)|order-help\/estimate\/route|signing\/(restore|not-me|yandex)|subscription|login-by-user)/;

const shorts = await db
  .selectFrom('shorts as s')
  .innerJoin('categories as c', 'c.id', 's.category_id')
  .select(['c.code', 's.code as short'])
  .execute();

const pages = await collectPages();

test('[S2-01] [S2-14] [S2-15] every kind of page is among those looked at', () => {
  const parents = new Set(Object.values(build.routes).map((route) => (route?.index ? undefined : route?.parentId)));
  const kinds = Object.values(build.routes).flatMap((route) =>
    route?.module.default && !parents.has(route.id) && !elsewhere.test(route.id) ? [route.id] : [],
  );
  const met = new Set(pages.map(({ kind }) => kind.replace(/\?$/, '')));
  expect(kinds.filter((kind) => !met.has(kind))).toEqual([]);
  expect(kinds.length).toBeGreaterThan(35);
});

test('HTML of every kind of page is valid on both devices', { timeout: 300_000 }, async () => {
  const wrong = new Map<string, string>();
  for (const { url, device, html } of pages) {
    const { results } = await validator.validateString(html);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      wrong.set(`${ruleId}: ${message} at ${selector}`, `${url} ${device}`);
  }
  expect([...wrong]).toEqual([]);
});

test('structured data of every kind of page are valid by schema.org and Google', async () => {
  const wrong = new Map<string, string>();
  for (const { url, html } of pages) for (const problem of await markupProblems(html)) wrong.set(problem, url);
  expect([...wrong]).toEqual([]);
});

test('the branch’s shop stands in the markup of every page, once, and nothing else twice', () => {
  for (const { url, html } of pages) {
    const types = jsonLdOf(html).map((data) => data['@id'] ?? data['@type']);
    expect([url, types.filter((type) => String(type).endsWith('/#store'))]).toEqual([
      url,
      ['http://idd.localhost/#store'],
    ]);
    expect([url, types]).toEqual([url, [...new Set(types)]]);
  }
});

test('each kind of page says what it is', () => {
  const typesOf = (kind: string) =>
    pages
      .filter((page) => page.kind === kind && page.status === 200)
      .flatMap(({ html }) => jsonLdOf(html).map((data) => data['@type']));
  expect(typesOf('pages/home/route')).toEqual(expect.arrayContaining(['Organization', 'WebSite', 'HardwareStore']));
  expect(typesOf('pages/product/route')).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']));
  for (const kind of ['pages/category/route', 'pages/shorts/route', 'pages/brand/route'])
    expect([kind, typesOf(kind)]).toEqual([kind, expect.arrayContaining(['ItemList', 'BreadcrumbList'])]);
  expect(typesOf('pages/shorts/route')).toContain('FAQPage');
  for (const { url, kind, status, html } of pages)
    if (
      status === 200 &&
      !/home|personal|signing|\?$/.test(kind) &&
      html.includes('class="crumbs"') &&
      isIndexable(html)
    )
      expect([url, jsonLdOf(html).map((data) => data['@type'])]).toEqual([
        url,
        expect.arrayContaining(['BreadcrumbList']),
      ]);
});

test('one heading, a title, a description and one signal to search engines on every page; no raw value anywhere', () => {
  for (const { url, device, status, html } of pages) {
    const of = `${url} ${device}`;
    expect([of, html.match(/<h1[ >]/g)?.length]).toEqual([of, 1]);
    // An svg has titles of its own.
    const head = html.slice(0, html.indexOf('</head>'));
    expect([of, head.match(/<title>[^<]{3,}<\/title>/g)?.length]).toEqual([of, 1]);
    expect([of, /<html lang="ru"/.test(html)]).toEqual([of, true]);
    const words = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<style[\s\S]*?<\/style>/g, '');
    expect([of, words.match(/undefined|NaN|\[object|\{[a-z_]+\}|null ₽/)]).toEqual([of, null]);
    if (status !== 200) continue;
    const descriptions = html.match(/<meta name="description" content="[^"]{10,}"/g)?.length;
    if (isIndexable(html)) expect([of, descriptions]).toEqual([of, 1]);
    expect([of, canonicalsOf(html).length + Number(isClosed(html))]).toEqual([of, 1]);
  }
});

test('[S2-20] an indexable page is canonical to itself on its own host and carries Open Graph', () => {
  for (const { url, status, html } of pages) {
    if (status !== 200 || !isIndexable(html)) continue;
    expect([url, canonicalsOf(html)]).toEqual([url, [`http://idd.localhost${new URL(url, 'http://x').pathname}`]]);
    expect(url).toMatch(/\/$/);
    const named = (property: string) =>
      html.match(new RegExp(`<meta property="og:${property}" content="([^"]+)"`))?.[1];
    expect([url, named('url')]).toEqual([url, canonicalsOf(html)[0]]);
    expect([url, named('locale')]).toEqual([url, 'ru_RU']);
    expect([url, !!named('title'), !!named('description'), !!named('image')]).toEqual([url, true, true, true]);
  }
});

test('titles and descriptions of indexable pages differ from kind to kind and from branch to branch', async () => {
  const own = pages.filter(({ device, status, html }) => device === 'desktop' && status === 200 && isIndexable(html));
  const titleOf = (html: string) => html.match(/<title>([^<]+)/)?.[1];
  const descriptionOf = (html: string) => html.match(/<meta name="description" content="([^"]+)/)?.[1];
  const twice = (values: (string | undefined)[]) => values.filter((value, at) => values.indexOf(value) !== at);
  expect(twice(own.map(({ html }) => titleOf(html)))).toEqual([]);
  expect(twice(own.map(({ html }) => descriptionOf(html)))).toEqual([]);
  const same: string[] = [];
  for (const { url, html } of own) {
    const there = await open(url, 'desktop', '', 'cherepovets.idd.localhost');
    if (there.statusCode === 200 && isIndexable(there.body) && titleOf(there.body) === titleOf(html)) same.push(url);
  }
  expect(same).toEqual([]);
});

test('filters, sorts, further pages and searches are followed, not indexed, and have no canonical', async () => {
  const category = pages.find(({ kind }) => kind === 'pages/category/route')!.url;
  for (const url of [
    `${category}?sort=price`,
    `${category}?in_stock=1`,
    '/catalog/?q=краска',
    '/catalog/?discounted=1',
    '/catalog/?sort=new&page=2',
    '/cart/',
    '/favorites/',
    '/compare/',
    '/viewed/',
  ]) {
    const { statusCode, body } = await open(url);
    expect([url, statusCode, isClosed(body), canonicalsOf(body)]).toEqual([url, 200, true, []]);
    expect(body).toContain('<meta name="robots" content="noindex,follow"');
  }
});

/** Follows links from the home page, one page of each kind and device, as a guest and then as Anna. */
async function collectPages(): Promise<Page[]> {
  const found: Page[] = [];
  for (const cookie of ['', annas]) {
    const kinds = new Set<string>();
    const seen = new Set<string>();
    const waiting = cookie
      ? // Anna has no orders yet, and nothing leads from one empty list to the other.
        ['/personal/', '/personal/orders/completed/']
      : [
          '/',
          ...unlinked,
          ...(await sitemapPaths()),
          ...shorts.map(({ code, short }) => `/category/${code}/shorts/${short}/`),
        ];
    for (let url = waiting.shift(); url; url = waiting.shift()) {
      const kind = kindOf(build, url);
      if (seen.has(url) || (kinds.has(kind) && !unlinked.includes(url)) || (cookie && !url.startsWith('/personal/')))
        continue;
      seen.add(url);
      for (const device of ['desktop', 'mobile'] as const) {
        const { statusCode, headers, body } = await open(url, device, cookie);
        if (statusCode >= 300 && statusCode < 400) continue;
        if (!String(headers['content-type']).startsWith('text/html') || headers['content-disposition']) continue;
        if (!unlinked.includes(url)) kinds.add(kind);
        found.push({ kind, url, device, status: statusCode, html: body });
        for (const [, href = ''] of body.matchAll(/<a [^>]*href="(\/[^"#]*)"/g))
          waiting.push(href.replaceAll('&amp;', '&'));
      }
    }
  }
  return found;
}

async function sitemapPaths(): Promise<string[]> {
  const { body } = await open('/sitemap-1.xml');
  return [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

function open(url: string, device: DeviceType = 'desktop', cookie = '', host = 'idd.localhost') {
  return app.inject({ url: encodeURI(decodeURI(url)), headers: { host, 'user-agent': userAgents[device], cookie } });
}

async function productUrlOf(state: 'on_request' | 'switched_off'): Promise<string> {
  const { slug, id } = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('switched_off_at', 'is', null)
    .orderBy('id', state === 'on_request' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  if (state === 'switched_off')
    await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', id).execute();
  else await db.updateTable('prices').set({ price: null, old_price: null }).where('product_id', '=', id).execute();
  return `/product/${slug}/`;
}

function canonicalsOf(html: string): (string | undefined)[] {
  return [...html.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, href]) => href);
}

function isClosed(html: string): boolean {
  return /<meta name="robots" content="noindex/.test(html);
}

function isIndexable(html: string): boolean {
  return canonicalsOf(html).length === 1;
}
