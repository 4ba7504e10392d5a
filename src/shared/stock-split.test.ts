import { expect, test } from 'vitest';
import { splitByStock } from './stock-split.ts';

test.for([
  [{ step: 1, min_count: 1 }, 17, 26, { now: 17, rest: 9 }],
  [{ step: 1, min_count: 1 }, 26, 26, { now: 26, rest: 0 }],
  [{ step: 1, min_count: 1 }, 0, 3, { now: 0, rest: 3 }],
  [{ step: 1, min_count: 1 }, null, 3, { now: 0, rest: 3 }],
  [{ step: 5, min_count: 5 }, 17, 20, { now: 15, rest: 5 }],
  [{ step: 1, min_count: 10 }, 9, 12, { now: 0, rest: 12 }],
] as const)('what is left of goods sold by %j: %s in store, %s wanted', ([limits, available, wanted, split]) => {
  expect(splitByStock(limits, available, wanted)).toEqual(split);
});
