/** A line of a receipt as it is stored; price in kopecks of one unit. The words are YooKassa's (54-ФЗ tags 1030, 1023, 1079, 1199, 1212, 1214). */
export type ReceiptItem = {
  name: string;
  count: number;
  price: number;
  vat_code: number;
  subject: 'commodity' | 'service';
  mode: 'full_prepayment' | 'full_payment';
};

/** What is paid for: whole sales units and what they cost together, discount taken off, in kopecks. */
export type PaidLine = {
  name: string;
  unit: string;
  count: number;
  sum: number;
  vat_rate: number;
  subject: ReceiptItem['subject'];
};

/** A cash desk takes no more lines. */
const mostItems = 80;
const longestName = 128;

/**
 * Lines of a receipt whose Σ price × count is exactly Σ sum: a line whose price does not divide becomes two, a kopeck apart. Where that
 * would make too many lines, such a line is one piece at its whole sum. Lines that cost nothing are left out.
 */
export function receiptItems(lines: PaidLine[], mode: ReceiptItem['mode']): ReceiptItem[] {
  const paid = lines.filter(({ sum }) => sum > 0);
  const split = paid.flatMap((line) => splitLine(line, mode));
  return split.length <= mostItems ? split : paid.map((line) => wholeLine(line, mode));
}

/** Kopecks. */
export function itemsSum(items: Pick<ReceiptItem, 'count' | 'price'>[]): number {
  return items.reduce((sum, { count, price }) => sum + count * price, 0);
}

function splitLine(line: PaidLine, mode: ReceiptItem['mode']): ReceiptItem[] {
  const low = Math.floor(line.sum / line.count);
  const dearer = line.sum - low * line.count;
  if (low === 0) return [wholeLine(line, mode)];
  const item = { name: line.name.slice(0, longestName), vat_code: vatCode(line.vat_rate), subject: line.subject, mode };
  return [
    { ...item, count: line.count - dearer, price: low },
    ...(dearer > 0 ? [{ ...item, count: dearer, price: low + 1 }] : []),
  ];
}

function wholeLine({ name, unit, count, sum, vat_rate, subject }: PaidLine, mode: ReceiptItem['mode']): ReceiptItem {
  const tail = count > 1 ? `, ${count} ${unit}` : '';
  const words = name.slice(0, longestName - tail.length) + tail;
  return { name: words, count: 1, price: sum, vat_code: vatCode(vat_rate), subject, mode };
}

const vatCodes: Record<number, number> = { 0: 2, 5: 7, 7: 8, 10: 3, 20: 4, 22: 11 };

/** YooKassa's number of a VAT rate (yookassa.ru/developers/54fz/parameters-values); 22 % since 1 January 2026. */
export function vatCode(rate: number): number {
  const code = vatCodes[rate];
  if (code === undefined) throw new RangeError(`Нет кода для ставки НДС ${rate} %`);
  return code;
}
