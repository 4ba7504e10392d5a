import { expect, test } from 'vitest';
import { ndcg } from './ndcg.ts';

test('nDCG@10 is the gain of the order over that of the best order', () => {
  // (7 + 0 + 1/2) / (7 + 3/log2(3) + 1/2)
  expect(ndcg([3, 0, 1], [1, 3, 2])).toBeCloseTo(7.5 / (7.5 + 3 / Math.log2(3)), 12);
  expect(ndcg([3, 2, 1], [1, 2, 3])).toBe(1);
  expect(ndcg([], [2])).toBe(0);
  expect(ndcg([0, 0], [2])).toBe(0);
});

test('what stands behind the tenth place counts nothing, and more than ten right answers are no fault', () => {
  expect(ndcg([...Array(10).fill(0), 3], [3])).toBe(0);
  expect(ndcg(Array(10).fill(3), Array(30).fill(3))).toBe(1);
});
