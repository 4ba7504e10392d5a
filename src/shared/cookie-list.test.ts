import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cookieList } from './cookie-list.ts';

/**
 * Names the code gives to cookies: literal first arguments of serializeCookie and writeCookie, and constants named
 * …Cookie or …CookieName.
 */
async function cookiesOfCode(): Promise<Set<string>> {
  const found = new Set<string>();
  const files = await readdir('src', { recursive: true });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))) {
    const text = await readFile(join('src', file), 'utf8');
    for (const [, name] of text.matchAll(/(?:serialize|write)Cookie\(\s*'(\w+)'/g)) found.add(name!);
    for (const [, name] of text.matchAll(/const \w*Cookie(?:Name)? = '(\w+)'/g)) found.add(name!);
  }
  return found;
}

test('the privacy policy names every cookie the code sets', async () => {
  const reported = cookieList.map(({ name }) => name);
  const set = await cookiesOfCode();
  expect(set.size).toBeGreaterThan(8);
  for (const name of [...set, 'visitor', 'access', 'refresh', 'signed', 'myCity', 'isConfirmCity'])
    expect(reported, `${name}: add it to src/shared/cookie-list.ts with purpose and term`).toContain(name);
  expect(new Set(reported).size).toBe(reported.length);
});
