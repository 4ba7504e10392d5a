import { expect, test } from 'vitest';
import { isDataAddress, pagePathOf } from './data-address.ts';

test.each([
  ['/_.data', '/'],
  ['/cart.data', '/cart'],
  ['/product/glad-30/_.data', '/product/glad-30/'],
])('%s is asked for by a script and belongs to %s', (address, page) => {
  expect(isDataAddress(address)).toBe(true);
  expect(isDataAddress(`${address}?_routes=root&q=1`)).toBe(true);
  expect(pagePathOf(address)).toBe(page);
});

test.each(['/', '/cart/', '/catalog/?q=a.data', '/data/', '/files/x.database'])('%s is a document', (address) => {
  expect(isDataAddress(address)).toBe(false);
  const [path = ''] = address.split('?');
  expect(pagePathOf(path)).toBe(path);
});
