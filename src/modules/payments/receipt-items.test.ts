import { describe, expect, test } from 'vitest';
import { paidLine } from '#test/support/paid-line.ts';
import { seededBelow } from '#test/support/random.ts';
import { linesLeft, restOf } from './paid-lines.ts';
import { type PaidLine, receiptItems } from './receipt-items.ts';

describe('lines of a receipt (54-ФЗ)', () => {
  test('[S7-36] a sum that does not divide becomes two lines a kopeck apart', () => {
    expect(receiptItems([paidLine(3, 100)], 'full_prepayment')).toMatchObject([
      { count: 2, price: 33 },
      { count: 1, price: 34 },
    ]);
    expect(receiptItems([paidLine(3, 99)], 'full_prepayment')).toMatchObject([{ count: 3, price: 33 }]);
  });
});

describe('giving back piece by piece', () => {
  const lines: PaidLine[] = [
    paidLine(3, 100),
    { ...paidLine(7, 1_001), position: 2 },
    { ...paidLine(1, 39_000, { name: 'Доставка', subject: 'service' }), position: 0 },
  ];

  test('[S7-36] however it is split, all pieces together are exactly what was paid', () => {
    const below = seededBelow(7);
    for (let run = 0; run < 500; run++) {
      const before: { position: number; count: number }[] = [];
      let sum = 0;
      for (let left = restOf(lines, before); left.length > 0; left = restOf(lines, before)) {
        const { position, count } = left[below(left.length)]!;
        const wanted = [{ position, count: 1 + below(count) }];
        sum += linesLeft(lines, before, wanted)!.reduce((all, one) => all + one.sum, 0);
        before.push(...wanted);
      }
      expect(sum).toBe(40_101);
    }
  });

  test('[S7-36] more than is left, nothing, or a line that is not there is no refund', () => {
    expect(linesLeft(lines, [{ position: 1, count: 2 }], [{ position: 1, count: 2 }])).toBeNull();
    expect(linesLeft(lines, [], [{ position: 1, count: 0 }])).toBeNull();
    expect(linesLeft(lines, [], [{ position: 8, count: 1 }])).toBeNull();
  });
});
