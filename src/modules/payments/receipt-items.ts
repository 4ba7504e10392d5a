/**
 * A line of a receipt as it is stored; price in kopecks of one unit. `subject` and `mode` are the law's (54-ФЗ, tags
 * 1212 and 1214). How many lines a cash desk takes, how long their names may be and its codes of the rates is the
 * payment partner's knowledge.
 */
export type ReceiptItem = {
  /**
   * The line of the order it stands for, or a service (`servicePositions`); not stored before such orders could be
   * joined again.
   */
  position?: number;
  name: string;
  count: number;
  price: number;
  /** What it stands for in all, where `count` is not that: a line cheaper than a kopeck apiece is sold as one piece. */
  pieces?: number;
  /** What people read, and how many sales units are one of it; not stored before goods were told in metres. */
  unit?: string;
  parts?: number;
  /** Percent; null: the partner's own rate of deliveries. */
  vat_rate: number | null;
  subject: 'commodity' | 'service';
  mode: 'full_prepayment' | 'full_payment';
};

/** What is paid for: whole sales units and what they cost together, discount taken off, in kopecks. */
export type PaidLine = {
  position: number;
  name: string;
  unit: string;
  parts: number;
  count: number;
  sum: number;
  vat_rate: number | null;
  subject: ReceiptItem['subject'];
};

/**
 * Lines of a receipt whose Σ price × count is exactly Σ sum: a line whose price does not divide becomes two, a kopeck
 * apart. Lines that cost nothing are left out.
 */
export function receiptItems(lines: PaidLine[], mode: ReceiptItem['mode']): ReceiptItem[] {
  return lines.filter(({ sum }) => sum > 0).flatMap((line) => splitLine(line, mode));
}

/** Kopecks. */
export function itemsSum(items: Pick<ReceiptItem, 'count' | 'price'>[]): number {
  return items.reduce((sum, { count, price }) => sum + count * price, 0);
}

function splitLine({ count, sum, ...line }: PaidLine, mode: ReceiptItem['mode']): ReceiptItem[] {
  const low = Math.floor(sum / count);
  if (low === 0) return [{ ...line, mode, count: 1, price: sum, pieces: count }];
  const dearer = sum - low * count;
  return [
    { ...line, mode, count: count - dearer, price: low },
    ...(dearer > 0 ? [{ ...line, mode, count: dearer, price: low + 1 }] : []),
  ];
}
