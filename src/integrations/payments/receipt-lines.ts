import type { ReceiptItem } from '#modules/payments/receipt-items.ts';
import { ensure } from '#shared/ensure.ts';
import { shownCount } from '#shared/unit-words.ts';

/** What a cash desk prints: the name is short enough, there are no more of them than it takes. Kopecks of one unit. */
export type ReceiptLine = Pick<ReceiptItem, 'name' | 'count' | 'price' | 'vat_rate' | 'subject' | 'mode'> &
  Required<Pick<ReceiptItem, 'unit' | 'parts'>>;

/**
 * A receipt within what a partner's cash desk takes: `lines` at most, names of `nameLength` characters. Where there are
 * more, each line of the order becomes one piece at its whole sum, named with its count. Σ price × count stays. Throws
 * RangeError when that is too many still.
 */
export function receiptLines(items: ReceiptItem[], most: { lines: number; nameLength: number }): ReceiptLine[] {
  const fitting = items.length <= most.lines ? items : joinByPosition(items);
  if (fitting.length > most.lines) throw new RangeError(`Строк больше, чем помещается в чек: ${fitting.length}`);
  return fitting.map(({ name, count, price, pieces = count, unit = '', parts = 1, ...item }) => {
    const isWhole = pieces > count;
    const tail = isWhole ? `, ${shownCount(pieces, { parts })} ${unit}` : '';
    const { vat_rate, subject, mode } = item;
    // A line that is sold as one piece is counted in pieces of 1; its length stands in the name.
    const measure = isWhole ? { unit: 'шт.', parts: 1 } : { unit, parts };
    return {
      name: name.slice(0, most.nameLength - tail.length) + tail,
      count,
      price,
      vat_rate,
      subject,
      mode,
      ...measure,
    };
  });
}

function joinByPosition(items: ReceiptItem[]): ReceiptItem[] {
  return [...Map.groupBy(items, ({ position }) => position).values()].map((parts) => {
    const price = parts.reduce((sum, { count, price }) => sum + count * price, 0);
    const pieces = parts.reduce((sum, { count, pieces = count }) => sum + pieces, 0);
    return { ...ensure(parts[0]), count: 1, price, pieces };
  });
}
