import { expect, test } from 'vitest';
import { beginningsWith, type PageFacts, pageFacts, pathsWith } from './page-facts.ts';

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
