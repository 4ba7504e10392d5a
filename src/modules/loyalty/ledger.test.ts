import { expect, test } from 'vitest';
import { leftOfLots } from './ledger.ts';

test('[S1-05] what was spent is taken from the bonuses that expire first: of each accrual it is known what is left', () => {
  const at = new Date('2027-01-24T00:00:00Z');
  const up = [
    { id: 1, amount: 188, expires_at: at },
    { id: 2, amount: 557, expires_at: at },
    { id: 3, amount: 18, expires_at: at },
  ];
  expect([...leftOfLots({ up, down: 300 })]).toEqual([
    [1, 0],
    [2, 445],
    [3, 18],
  ]);
});
