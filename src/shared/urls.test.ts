import { expect, test } from 'vitest';
import * as urls from './urls.ts';

test('[S2-20] every address of the shop ends with a slash before its query', () => {
  for (const [name, url] of Object.entries(urls)) {
    // A document or a feed is a file, with its extension at the end.
    if (!name.endsWith('Url') || /(Document|Feed|Offer)Url$/.test(name)) continue;
    const [path] = (url as (...parts: string[]) => string)('a', 'b').split('?');
    expect(path, name).toMatch(/\/$/);
  }
});

test('[S2-20] /category/{code}/ uses the code; a strange one cannot leave its place', () => {
  expect(urls.categoryUrl('suhie-smesi')).toBe('/category/suhie-smesi/');
  expect(urls.categoryUrl('../personal')).toBe('/category/..%2Fpersonal/');
});
