/** By what a card stands before another: the keys one after the other, the smaller first, then the variant's place, then the id. */
export type Keys = { first: number; second: number; third: number; position: number; id: number };

/**
 * The best so many of the cards offered, without sorting the others: a heap with the worst of the best on top. One array per key, as
 * everywhere in the index.
 */
export class BestCards {
  private readonly most: number;
  private room: number;
  private first: Float64Array;
  private second: Float64Array;
  private third: Float64Array;
  private position: Int32Array;
  private id: Int32Array;
  private part: Int32Array;
  private row: Int32Array;
  /** Which place of the arrays stands where in the heap: cards keep theirs, only these move. */
  private heap: Int32Array;
  size = 0;

  constructor(most: number) {
    this.most = most;
    this.room = Math.min(most, 1024);
    this.first = new Float64Array(this.room);
    this.second = new Float64Array(this.room);
    this.third = new Float64Array(this.room);
    this.position = new Int32Array(this.room);
    this.id = new Int32Array(this.room);
    this.part = new Int32Array(this.room);
    this.row = new Int32Array(this.room);
    this.heap = new Int32Array(this.room);
  }

  offer(keys: Keys, part: number, row: number): void {
    if (this.size < this.most) {
      if (this.size === this.room) this.widen();
      this.put(this.size, keys, part, row);
      this.heap[this.size] = this.size;
      this.rise(this.size++);
    } else if (this.most > 0) {
      const worst = this.heap[0]!;
      if (keys.first > this.first[worst]! || !this.isBetter(keys, worst)) return;
      this.put(worst, keys, part, row);
      this.sink();
    }
  }

  /** The cards from place `from` on, best first. */
  from(from: number): { part: number; row: number }[] {
    const order = Array.from({ length: this.size }, (_, at) => at).sort((a, b) => this.compare(a, b));
    return order.slice(from).map((at) => ({ part: this.part[at]!, row: this.row[at]! }));
  }

  private put(at: number, keys: Keys, part: number, row: number): void {
    this.first[at] = keys.first;
    this.second[at] = keys.second;
    this.third[at] = keys.third;
    this.position[at] = keys.position;
    this.id[at] = keys.id;
    this.part[at] = part;
    this.row[at] = row;
  }

  private isBetter(keys: Keys, at: number): boolean {
    if (keys.first !== this.first[at]) return keys.first < this.first[at]!;
    if (keys.second !== this.second[at]) return keys.second < this.second[at]!;
    if (keys.third !== this.third[at]) return keys.third < this.third[at]!;
    if (keys.position !== this.position[at]) return keys.position < this.position[at]!;
    return keys.id < this.id[at]!;
  }

  /** Below 0: card a stands before card b. Keys may be infinite, so they are not subtracted. */
  private compare(a: number, b: number): number {
    if (this.first[a] !== this.first[b]) return this.first[a]! < this.first[b]! ? -1 : 1;
    if (this.second[a] !== this.second[b]) return this.second[a]! < this.second[b]! ? -1 : 1;
    if (this.third[a] !== this.third[b]) return this.third[a]! < this.third[b]! ? -1 : 1;
    return this.position[a]! - this.position[b]! || this.id[a]! - this.id[b]!;
  }

  private rise(from: number): void {
    const { heap } = this;
    const own = heap[from]!;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.compare(own, heap[above]!) <= 0) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = own;
  }

  private sink(): void {
    const { heap, size } = this;
    const own = heap[0]!;
    let at = 0;
    for (let below = 1; below < size; below = at * 2 + 1) {
      if (below + 1 < size && this.compare(heap[below + 1]!, heap[below]!) > 0) below++;
      if (this.compare(heap[below]!, own) <= 0) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = own;
  }

  private widen(): void {
    this.room = Math.min(this.most, this.room * 4);
    const float = (old: Float64Array) => {
      const wider = new Float64Array(this.room);
      wider.set(old);
      return wider;
    };
    const whole = (old: Int32Array) => {
      const wider = new Int32Array(this.room);
      wider.set(old);
      return wider;
    };
    this.first = float(this.first);
    this.second = float(this.second);
    this.third = float(this.third);
    this.position = whole(this.position);
    this.id = whole(this.id);
    this.part = whole(this.part);
    this.row = whole(this.row);
    this.heap = whole(this.heap);
  }
}
