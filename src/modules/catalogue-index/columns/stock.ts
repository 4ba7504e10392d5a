import type { Numbers } from '../building/source.ts';
import { isStale, type Slots, slotAt, slotsOf, sparseShare, takeSlot } from './slots.ts';

/**
 * One store: what is left, in whole sales units, never below 0; −1 where stock was never sent. Changed in place
 * (`setStock`).
 */
export type StockArrays = {
  /**
   * Per row, or per slot of `held`. The narrow one as long as nothing in the store exceeds it: a shop of a million
   * goods has dozens of stores.
   */
  left: Int16Array | Int32Array;
  /**
   * null: nearly every row has stock here. Otherwise those that have: a pickup point keeps a few thousand products of a
   * million.
   */
  held: Slots | null;
};

const narrowMost = 32_767;

/** A store for so many rows from a source's pairs; `rowOf` −1: not here. */
export function stockOf(size: number, rows: Numbers, rowOf: (id: number) => number): StockArrays {
  const known = new Int32Array(rows.size / 2);
  let found = 0;
  let isNarrow = true;
  for (let at = 0; at < rows.size; at += 2) {
    const row = rowOf(rows.at(at));
    known[at / 2] = row;
    if (row === -1) continue;
    found++;
    isNarrow &&= rows.at(at + 1) <= narrowMost;
  }
  const isSparse = found * sparseShare < size;
  const held = isSparse
    ? slotsOf(
        size,
        known.filter((row) => row !== -1),
      )
    : null;
  const room = held ? held.used : size;
  const stock: StockArrays = { left: (isNarrow ? new Int16Array(room) : new Int32Array(room)).fill(-1), held };
  for (let at = 0; at < rows.size; at += 2) {
    const row = known[at / 2]!;
    if (row !== -1) setStock(stock, row, rows.at(at + 1));
  }
  return stock;
}

export function leftAt({ left, held }: StockArrays, row: number): number {
  if (held === null) return left[row]!;
  const slot = slotAt(held, row);
  return slot === -1 ? -1 : left[slot]!;
}

export function setStock(stock: StockArrays, row: number, available: number): void {
  if (available > narrowMost && stock.left instanceof Int16Array) stock.left = new Int32Array(stock.left);
  if (stock.held === null) {
    stock.left[row] = available;
    return;
  }
  const slot = takeSlot(stock.held, row);
  if (slot >= stock.left.length) {
    const kind = stock.left instanceof Int16Array ? Int16Array : Int32Array;
    const wider = new kind(Math.max(64, slot + (slot >> 1))).fill(-1);
    wider.set(stock.left);
    stock.left = wider;
  }
  stock.left[slot] = available;
  if (isStale(stock.held)) spread(stock, stock.held);
}

/** So many have stock now that the store is as well kept by row. */
function spread(stock: StockArrays, held: Slots): void {
  const size = held.bits.length * 32;
  const left = stock.left instanceof Int16Array ? new Int16Array(size) : new Int32Array(size);
  for (let row = 0; row < size; row++) left[row] = leftAt(stock, row);
  stock.left = left;
  stock.held = null;
}
