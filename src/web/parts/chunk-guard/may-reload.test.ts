import { expect, test } from 'vitest';
import { isChunkError, mayReload } from './may-reload.ts';

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('[S4-19] a chunk error reloads the same path at most once per 10 s', () => {
  const store = storage();
  expect(mayReload('/cart/', store, 0)).toBe(true);
  expect(mayReload('/cart/', store, 10_000)).toBe(false);
  expect(mayReload('/cart/', store, 10_001)).toBe(true);
});

test('[S9-06] another path reloads at once', () => {
  const store = storage();
  mayReload('/cart/', store, 0);
  expect(mayReload('/catalog/?q=a', store, 1)).toBe(true);
});

test('[S4-19] storage that throws does not keep the page broken', () => {
  const broken = {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {},
  };
  expect(mayReload('/', broken, 0)).toBe(true);
});

test('[S4-19] the failed import of each browser is recognised', () => {
  expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(true);
  expect(isChunkError(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isChunkError(new Error('price is not a number'))).toBe(false);
});
