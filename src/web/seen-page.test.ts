import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { seenPage } from './seen-page.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const robot = 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)';

const seen = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  seenPage({
    method,
    url,
    headers: { host: 'shop.example:3000', 'user-agent': chrome, accept: 'text/html,*/*', ...headers },
  } as unknown as IncomingMessage);

test('a visit is a page that a person opens from elsewhere, once', () => {
  const visit = { host: 'shop.example', isVisit: true, product: null };
  expect(seen('/')).toEqual(visit);
  expect(seen('/catalog/?q=1', { referer: 'https://ya.ru/' })).toEqual(visit);
  // Of another branch.
  expect(seen('/', { referer: 'https://cherepovets.shop.example/' })).toEqual(visit);
  expect(seen('/', { referer: 'http://SHOP.example:3000/catalog/' })).toBe(null);
  expect(seen('/', { 'cache-control': 'max-age=0' })).toBe(null);
  expect(seen('/', { 'cache-control': 'no-cache' })).toBe(null);
  expect(seen('/', { accept: 'application/json' })).toBe(null);
  expect(seen('/', { 'sec-fetch-dest': 'iframe' })).toBe(null);
  expect(seen('/_.data')).toBe(null);
  expect(seen('/', {}, 'HEAD')).toBe(null);
  expect(seen('/', {}, 'POST')).toBe(null);
});

test('robots, programs without a name and what is fetched ahead are nobody', () => {
  for (const userAgent of [robot, 'curl/8.5.0', ''])
    expect(seen('/product/x/', { 'user-agent': userAgent })).toBe(null);
  expect(seen('/product/x/', { 'sec-purpose': 'prefetch' })).toBe(null);
  expect(seen('/product/x/', { 'sec-purpose': 'prefetch;prerender' })).toBe(null);
  expect(seen('/product/x/', { purpose: 'prefetch' })).toBe(null);
});

test('the page of a product is a view, as a document and as what a script fetches of it', () => {
  const inside = { referer: 'http://shop.example:3000/' };
  for (const url of ['/product/glad-30/', '/product/glad-30', '/product/glad-30/?utm_source=ya'])
    expect(seen(url, inside), url).toEqual({ host: 'shop.example', isVisit: false, product: 'glad-30' });
  for (const url of ['/product/glad-30.data', '/product/glad-30/_.data', '/product/glad-30.data?_routes=x'])
    expect(seen(url, { accept: '*/*' }), url).toEqual({ host: 'shop.example', isVisit: false, product: 'glad-30' });
  for (const url of ['/product/glad-30/reviews/', '/product/', '/product/../../etc', `/product/${'a'.repeat(300)}/`])
    expect(seen(url, inside), url).toBe(null);
});
