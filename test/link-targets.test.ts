import { expect, test } from 'vitest';
import { namedTarget } from '#modules/calendar/link-targets.ts';
import { pageAt, pageFacts } from '#shared/page-facts.ts';

test('every page of the shop is found by its address, what is fixed in it before what varies', () => {
  const pages = Object.keys(pageFacts).filter((page) => page !== '/*');
  const found = pages.map((page) => pageAt(`${page.replace(/:\w+|\*/g, 'x').replace(/\/$/, '')}/`)?.page);
  expect(found).toEqual(pages);
  expect(pageAt('/product/a/reviews')).toEqual({ page: '/product/:slug/reviews', varying: ['a'] });
});

test.each([
  ['/lp/fortune/', { kind: 'wheels', slug: 'fortune' }],
  ['/category/elki/shorts/s-ognyami/', { kind: 'categories', slug: 'elki' }],
  ['/product/bur/reviews/', { kind: 'products', slug: 'bur' }],
  ['/vacancy/', 'standing'],
  ['/', 'standing'],
  ['/qr/p/bur/', 'standing'],
  ['/files/documents/pasport.pdf/', 'standing'],
  ['/netu/', 'nothing'],
  ['/about/netu/', 'nothing'],
  ['/reviews/', 'nothing'],
  ['/blog/a\u0000/', 'nothing'],
])('a link of the calendar to %s', (address, target) => {
  expect(namedTarget(address)).toEqual(target);
});
