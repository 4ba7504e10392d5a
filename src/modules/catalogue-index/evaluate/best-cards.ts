/**
 * By what a card stands before another: the keys one after the other, the smaller first, then the variant's place, then
 * the id.
 */
export type Keys = { first: number; second: number; third: number; position: number; id: number };

type Card = Keys & { segmentNumber: number; row: number };

/** The best so many of the cards offered, without sorting the others: a heap with the worst of the best on top. */
export class BestCards {
  private readonly most: number;
  private readonly heap: Card[] = [];

  constructor(most: number) {
    this.most = most;
  }

  offer(keys: Keys, segmentNumber: number, row: number): void {
    const { heap } = this;
    if (heap.length < this.most) {
      const { first, second, third, position, id } = keys;
      heap.push({ first, second, third, position, id, segmentNumber, row });
      this.rise();
    } else if (this.most > 0) {
      const worst = heap[0]!;
      if (keys.first > worst.first || compare(keys, worst) >= 0) return;
      worst.first = keys.first;
      worst.second = keys.second;
      worst.third = keys.third;
      worst.position = keys.position;
      worst.id = keys.id;
      worst.segmentNumber = segmentNumber;
      worst.row = row;
      this.sink();
    }
  }

  /** What stands behind this first key is not among the best any more. */
  last(): number {
    return this.heap.length < this.most ? Number.POSITIVE_INFINITY : (this.heap[0]?.first ?? Number.NEGATIVE_INFINITY);
  }

  /** The cards from place `from` on, best first. */
  from(from: number): { segmentNumber: number; row: number }[] {
    return this.heap.toSorted(compare).slice(from);
  }

  private rise(): void {
    const { heap } = this;
    let at = heap.length - 1;
    const own = heap[at]!;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (compare(own, heap[above]!) <= 0) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = own;
  }

  private sink(): void {
    const { heap } = this;
    const own = heap[0]!;
    let at = 0;
    for (let below = 1; below < heap.length; below = at * 2 + 1) {
      if (below + 1 < heap.length && compare(heap[below + 1]!, heap[below]!) > 0) below++;
      if (compare(heap[below]!, own) <= 0) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = own;
  }
}

/** Below 0: a stands before b. Keys may be infinite, so they are not subtracted. */
function compare(a: Keys, b: Keys): number {
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  if (a.second !== b.second) return a.second < b.second ? -1 : 1;
  if (a.third !== b.third) return a.third < b.third ? -1 : 1;
  return a.position - b.position || a.id - b.id;
}

/** `compare` below 0, for the loop over the rows. */
export function isBefore(a: Keys, b: Keys): boolean {
  if (a.first !== b.first) return a.first < b.first;
  if (a.second !== b.second) return a.second < b.second;
  if (a.third !== b.third) return a.third < b.third;
  return a.position !== b.position ? a.position < b.position : a.id < b.id;
}
