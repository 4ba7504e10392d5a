/**
 * Which rows of a column that few rows have a value in have one, and where it lies: the nth of them, in ascending
 * order, in slot n of arrays as long as there are such rows, with room behind. Found by counting bits, a quarter of a
 * byte per row. A row that gets its first value later takes the next slot behind, noted in `late`; one that loses it
 * keeps its slot, with 0 in it.
 */
export type Slots = {
  /** A bit per row, 32 rows in each number, from the lowest bit on. */
  bits: Uint32Array;
  /** Per 32 rows: how many rows before them have a slot. */
  before: Uint32Array;
  /** How many slots are taken, those of late rows among them. */
  used: number;
  /** Row → slot. null until the first; only where a segment is changed, so that it never travels between threads. */
  late: Map<number, number> | null;
};

/** Slots for these rows, in any order; a row may come twice. */
export function slotsOf(size: number, rows: Iterable<number>): Slots {
  const bits = new Uint32Array((size + 31) >>> 5);
  for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
  const before = new Uint32Array(bits.length);
  let used = 0;
  for (const [at, word] of bits.entries()) {
    before[at] = used;
    used += bitCount(word);
  }
  return { bits, before, used, late: null };
}

/** The slot of a row; −1 when it has none. */
export function slotAt(slots: Slots, row: number): number {
  const word = slots.bits[row >>> 5]!;
  const bit = 1 << (row & 31);
  if ((word & bit) !== 0) return slots.before[row >>> 5]! + bitCount(word & (bit - 1));
  return slots.late === null ? -1 : (slots.late.get(row) ?? -1);
}

/** The slot of a row, a new one when it has none yet. */
export function takeSlot(slots: Slots, row: number): number {
  const known = slotAt(slots, row);
  if (known !== -1) return known;
  slots.late ??= new Map();
  slots.late.set(row, slots.used);
  return slots.used++;
}

/** The same, to take further slots of: which rows had one from the beginning is never changed, and is shared. */
export function copyOfSlots(slots: Slots): Slots {
  return { ...slots, late: slots.late && new Map(slots.late) };
}

/** A column is kept by slots when fewer rows than one in so many have a value. */
export const sparseShare = 8;
/** So many late rows, and more than a quarter of the others, and the slots are better laid out again. */
const mostLate = 4_096;

export function isStale({ late, used }: Slots): boolean {
  return late !== null && late.size > mostLate && late.size * 5 > used;
}

function bitCount(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
