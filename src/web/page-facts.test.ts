import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { beginningsWith, type PageFacts, pageFacts, pathsWith } from '#shared/page-facts.ts';
import { testConfig } from '#test/support/config.ts';
import { cacheKeyOf } from './cache-key.ts';
import { judgeAddress } from './page-address.ts';
import { asksForPage } from './page-failures.ts';
import routes from './routes.ts';

const all = Object.entries<PageFacts>(pageFacts);

test('how addresses begin tells personal pages from shared ones', () => {
  const personal = new RegExp(`^/(${beginningsWith(({ cache }) => cache === 'personal').join('|')})(/|$)`);
  for (const [path, { cache }] of all) expect([path, personal.test(path)]).toEqual([path, cache === 'personal']);
});

test('no news is offered below the checkout, a pass, an account’s pages and those of staff', () => {
  const busy = new RegExp(`^/(${beginningsWith(({ isBusy = false }) => isBusy).join('|')})(/|$)`);
  for (const path of [
    '/cart/',
    '/order/1/pass/',
    '/order/1/',
    '/personal/',
    '/personal/profile/',
    '/login-by-user/',
    '/login/',
  ])
    expect([path, busy.test(path)]).toEqual([path, true]);
  for (const path of ['/', '/catalog/', '/product/a/']) expect([path, busy.test(path)]).toEqual([path, false]);
});

test('no banner is laid over a page of one task, an offer of its own or a long text', () => {
  const quiet = new RegExp(`^/(${beginningsWith(({ isQuiet = false }) => isQuiet).join('|')})(/|$)`);
  for (const path of [
    '/lp/a/',
    '/lp/fortune/',
    '/order-help/estimate/1/',
    '/blog/',
    '/info/returns/',
    '/privacy-policy/',
  ])
    expect([path, quiet.test(path)]).toEqual([path, true]);
  for (const path of ['/', '/catalog/', '/product/a/', '/order/', '/about/'])
    expect([path, quiet.test(path)]).toEqual([path, false]);
});

test('what is no page is cached by nobody and keeps its spelling', () => {
  for (const path of ['/api/Ecm/', '/admin/A', '/dev/Mail/', '/files/A.pdf', '/assets/A.js', '/_ipx/W_1/a'])
    expect([path, keyOf(path), judgeAddress(path)]).toEqual([path, null, 'normal']);
  for (const path of ['/catalog/', '/development/', '/filesystem/'])
    expect([path, keyOf(path)]).toEqual([path, expect.stringContaining(path)]);
});

test('what a program or a script of ours reads fails as JSON, what a person looks at in words', () => {
  const isPage = (url: string) => asksForPage({ url, headers: { accept: 'text/html' } });
  for (const url of ['/api/ecm/', '/_ipx/w_1/a.webp', '/assets/a.js', '/_forms/callback/', '/_shell/menu/'])
    expect([url, isPage(url)]).toEqual([url, false]);
  for (const url of ['/catalog/', '/forms/callback/', '/files/a.pdf', '/admin/', '/dev/mail/'])
    expect([url, isPage(url)]).toEqual([url, true]);
});

test('a page that takes files is no shared one', () => {
  expect(all.filter(([, { upload, cache }]) => upload && cache === 'shared')).toEqual([]);
});

test('a fact that the beginning of an address cannot tell is refused', () => {
  // One ticket takes files, its files do not.
  expect(() => beginningsWith(({ upload }) => upload === 'papers')).toThrow(/cannot be told/);
});

test('whole addresses tell the pages that are fetched ahead, and no file or page of one visitor', () => {
  const prefetched = new RegExp(pathsWith(({ isPrefetched = false }) => isPrefetched));
  for (const path of ['/', '/catalog/', '/category/kraski/', '/info/returns'])
    expect([path, prefetched.test(path)]).toEqual([path, true]);
  for (const path of ['/cart/', '/blog/rss.xml', '/files/a/', '/lp/fortune/', '/category/a/b/', '/personal/orders/'])
    expect([path, prefetched.test(path)]).toEqual([path, false]);
  for (const [path, { isPrefetched, cache }] of all)
    expect([path, isPrefetched && cache]).not.toEqual([path, 'personal']);
});

test('a page that reads a signed link of a preview says so, and is not cached with one', async () => {
  const previewed = [...withFiles(await routes)]
    .filter(([, file]) => readFileSync(join(import.meta.dirname, file), 'utf8').includes("get('preview')"))
    .map(([path]) => path);
  expect(previewed.toSorted()).toEqual(all.flatMap(([path, { hasPreview }]) => (hasPreview ? path : [])).toSorted());
  for (const url of [
    '/blog/a/?preview=x',
    '/info/a/?a=1&preview=x',
    '/lp/a.data?preview=x',
    '/lp/a/_.data?preview=x',
    '/privacy-policy/?preview=x',
  ])
    expect([url, keyOf(url)]).toEqual([url, null]);
  for (const url of ['/blog/a/', '/blog/?preview=x', '/info/a/?no-preview=x', '/catalog/?preview=x'])
    expect([url, keyOf(url)]).toEqual([url, expect.stringContaining(url)]);
});

/** Under which a page is cached; null: under none. */
function keyOf(url: string): string | null {
  return cacheKeyOf({ method: 'GET', url, headers: {} } as IncomingMessage, testConfig(), null);
}

/** Each page's address and its file. */
function withFiles(entries: RouteConfigEntry[], above = ''): [path: string, file: string][] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const whole = path === '' ? above : `${above}/${path}`;
    return [[whole || '/', file], ...withFiles(children, whole)];
  });
}
