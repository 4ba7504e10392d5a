import { expect, test } from 'vitest';
import { packsFor, readHeight, treeNeeds } from './tree-kit.ts';

test('a tree of 180 cm dressed as usual takes 36 balls and 9 metres of garland, both rounded up', () => {
  expect(treeNeeds(180, 'usual')).toEqual({ balls: 36, garland_m: 9 });
  expect(treeNeeds(181, 'usual')).toEqual({ balls: 37, garland_m: 10 });
  expect(treeNeeds(120, 'light')).toEqual({ balls: 17, garland_m: 4 });
});

test('packs are whole, in the product’s step', () => {
  expect(packsFor(36, 6, { step: 1, min: 1 })).toBe(6);
  expect(packsFor(37, 6, { step: 1, min: 1 })).toBe(7);
  expect(packsFor(9, 10, { step: 2, min: 2 })).toBe(2);
  expect(packsFor(9, 1, { step: 4, min: 4 })).toBe(12);
});

test('a height is typed in centimetres or in metres; nonsense is none', () => {
  expect(['180', '1,8', '2.1', ' 60 '].map(readHeight)).toEqual([180, 180, 210, 60]);
  expect(['', '0', '-5', '1000', 'ёлка', '1e3', '30'].map(readHeight)).toEqual(Array(7).fill(null));
});
