/** A line of an order of which a part may have left: kopecks for all of it, sales units of it in all. */
type SummedLine = { sum: number; count: number };

/**
 * Kopecks for the first `given` units of a line: however it leaves, its parts add up to its sum to the kopeck.
 * Shipments and reconciliation of the firm compute by the same rule.
 */
export function sumUpTo({ sum, count }: SummedLine, given: number): number {
  const left = Math.max(count - given, 0);
  return sum - Number((BigInt(sum) * BigInt(left)) / BigInt(count));
}

/** What waits of a line, and what of it leaves now. */
type LeavingLine = SummedLine & { waiting: number; now: number };

/**
 * Kopecks to be taken for what leaves now of an order that is paid on receipt. `rest`: what of its total is not taken
 * yet; `services`: delivery and lifting, which are paid with the first part, 0 later. The last part takes the rest.
 */
export function dueForPart(rest: number, services: number, lines: readonly LeavingLine[]): number {
  if (lines.every(({ waiting, now }) => now >= waiting)) return rest;
  const goods = lines.reduce((total, line) => {
    const before = line.count - line.waiting;
    return total + sumUpTo(line, before + line.now) - sumUpTo(line, before);
  }, 0);
  return Math.min(goods + services, rest);
}
