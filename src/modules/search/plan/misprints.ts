/**
 * Letters inserted, lost, replaced or swapped with the neighbour between two words; more than `limit` is not counted
 * on.
 */
export function misprints(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let left = i;
    let aboveLeft = i - 1;
    for (let j = 1; j <= b.length; j++) {
      const above = previous[j] ?? limit;
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(above + 1, left + 1, aboveLeft + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, (beforePrevious[j - 2] ?? limit) + 1);
      row.push(cost);
      left = cost;
      aboveLeft = above;
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforePrevious = previous;
    previous = row;
  }
  return previous.at(-1) ?? limit + 1;
}
