import { describe, expect, test } from 'vitest';
import { itemsSum, receiptItems } from '#modules/payments/receipt-items.ts';
import { paidLine } from '#test/support/paid-line.ts';
import { seededBelow } from '#test/support/random.ts';
import { receiptLines } from './receipt-lines.ts';

/** What YooKassa's cash desk takes. */
const most = { lines: 80, nameLength: 128 };

describe('a receipt within what a cash desk takes', () => {
  test('[S7-36] Σ price × quantity is the sum to the kopeck, whatever the lines', () => {
    const below = seededBelow(20_261_121);
    for (let run = 0; run < 5_000; run++) {
      const lines = Array.from({ length: 1 + below(79) }, (_, position) =>
        paidLine(1 + below(500), below(10_000_000), { position }),
      );
      const items = receiptLines(receiptItems(lines, 'full_payment'), most);
      expect(itemsSum(items)).toBe(lines.reduce((sum, { sum: one }) => sum + one, 0));
      expect(items.length).toBeLessThanOrEqual(80);
      expect(items.every(({ price, count, name }) => price > 0 && count > 0 && name.length <= 128)).toBe(true);
    }
  });

  test('[S7-36] lines that cost nothing are left out, cheaper than a kopeck apiece is one piece', () => {
    expect(receiptLines(receiptItems([paidLine(5, 0), paidLine(5, 3)], 'full_prepayment'), most)).toMatchObject([
      { name: 'Сухая смесь, 5 меш.', count: 1, price: 3 },
    ]);
  });

  test('[S7-36] too many lines: each line of the order is one piece at its whole sum, named with its count, and the name is cut', () => {
    const lines = Array.from({ length: 41 }, (_, position) => paidLine(3, 100, { position, name: 'С'.repeat(200) }));
    const items = receiptLines(receiptItems(lines, 'full_prepayment'), most);
    expect(items).toHaveLength(41);
    expect(items[0]).toEqual({
      name: `${'С'.repeat(120)}, 3 меш.`,
      count: 1,
      price: 100,
      vat_rate: 22,
      subject: 'commodity',
      mode: 'full_prepayment',
      unit: 'шт.',
      parts: 1,
    });
    const one = Array.from({ length: 81 }, (_, position) => paidLine(1, 100, { position }));
    expect(() => receiptLines(receiptItems(one, 'full_prepayment'), most)).toThrow(RangeError);
  });
});
