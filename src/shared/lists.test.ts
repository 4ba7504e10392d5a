import { expect, test } from 'vitest';
import { readIds, seeId, toggleId, visitorLists, writeIds } from './lists.ts';

test('[S4-14] a heart adds the product if absent and removes it if present', () => {
  const added = toggleId([7], 12, 200);
  expect(added).toEqual({ ids: [12, 7], is_on: true, is_full: false });
  expect(toggleId(added.ids, 12, 200)).toEqual({ ids: [7], is_on: false, is_full: false });
});

test('[S3-12] a list of product ids survives its cookie', () => {
  const ids = [1, 35, 36, 2_147_483_647];
  expect(readIds(writeIds(ids), 200)).toEqual(ids);
});

test('a full list refuses one more and says so instead of dropping the oldest', () => {
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  expect(toggleId(ids, 99, 40)).toEqual({ ids, is_on: false, is_full: true });
});

test('nonsense in a list cookie is dropped', () => {
  expect(readIds('1.zz.-5.<b>.1.0.99999999', 200)).toEqual([1, 1295]);
  expect(readIds(undefined, 200)).toEqual([]);
});

test('what was seen last stands first, sixty at most', () => {
  const many = Array.from({ length: 60 }, (_, index) => index + 1);
  expect(seeId([1, 2, 3], 3)).toEqual([3, 1, 2]);
  expect(seeId(many, 100)).toHaveLength(60);
  expect(seeId(many, 100)[0]).toBe(100);
});

test('[S7-29] hearts, scales and cart counts are read from cookies alone', () => {
  const lists = visitorLists(
    'favourites=a.b; compare_00000000-0000-4000-8000-000000000001=c; Basket_idd_00000000-0000-4000-8000-000000000001=1.a-2.1z-1c~LETO; viewed=d',
  );
  expect(lists).toEqual({ favourites: [10, 11], compare: [12], viewed: [13], cart: { 10: 2, 71: 48 } });
});
