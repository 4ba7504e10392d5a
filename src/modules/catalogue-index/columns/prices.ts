import type { Numbers } from '../building/source.ts';
import { copyOfSlots, isStale, type Slots, slotAt, slotsOf, sparseShare, takeSlot } from './slots.ts';

/** One price column. Kopecks. Changed in place (`setPrice`). */
export type PriceArrays = {
  /** Per row, or per slot of `priced`; 0 = on request. */
  price: Int32Array;
  /**
   * null: nearly every row has a price. Otherwise those that have one: a business column of a few thousand products is
   * no array of a million.
   */
  priced: Slots | null;
  /** Rows that have, or once had, an old price; per slot of it, an old price greater than the price; 0 = none. */
  reduced: Slots;
  oldPrice: Int32Array;
  /**
   * Per slot of `reduced`: until when the old price may be shown by the 30-day rule (`oldPriceSql`): seconds since
   * 1970, exclusive.
   */
  oldUntil: Uint32Array;
};

/** A column for so many rows from a source's fours; `rowOf` −1: not here. */
export function pricesOf(size: number, rows: Numbers, rowOf: (id: number) => number): PriceArrays {
  const known = new Int32Array(rows.size / 4);
  const reduced: number[] = [];
  let found = 0;
  for (let at = 0; at < rows.size; at += 4) {
    const row = rowOf(rows.at(at));
    known[at / 4] = row;
    if (row === -1) continue;
    found++;
    if (rows.values[at + 2] !== 0) reduced.push(row);
  }
  const isSparse = found * sparseShare < size;
  const priced = isSparse
    ? slotsOf(
        size,
        known.filter((row) => row !== -1),
      )
    : null;
  const slots = slotsOf(size, reduced);
  const arrays: PriceArrays = {
    price: new Int32Array(priced ? priced.used : size),
    priced,
    reduced: slots,
    oldPrice: new Int32Array(slots.used),
    oldUntil: new Uint32Array(slots.used),
  };
  for (let at = 0; at < rows.size; at += 4) {
    const row = known[at / 4]!;
    if (row !== -1) setPrice(arrays, row, rows.at(at + 1), rows.at(at + 2), rows.at(at + 3));
  }
  return arrays;
}

/** 0 = on request. */
export function priceAt({ price, priced }: PriceArrays, row: number): number {
  if (priced === null) return price[row]!;
  const slot = slotAt(priced, row);
  return slot === -1 ? 0 : price[slot]!;
}

/** The old price that may be shown at this moment, in seconds since 1970; 0 = none. */
export function oldPriceAt({ reduced, oldPrice, oldUntil }: PriceArrays, row: number, nowSeconds: number): number {
  const slot = slotAt(reduced, row);
  return slot !== -1 && nowSeconds < oldUntil[slot]! ? oldPrice[slot]! : 0;
}

/** `oldUntil` in seconds, its 32 bits signed or not. */
export function setPrice(arrays: PriceArrays, row: number, price: number, oldPrice: number, oldUntil: number): void {
  if (arrays.priced === null) arrays.price[row] = price;
  else {
    const slot = takeSlot(arrays.priced, row);
    if (slot >= arrays.price.length) arrays.price = grown(arrays.price, Int32Array);
    arrays.price[slot] = price;
    if (isStale(arrays.priced)) spread(arrays, arrays.priced);
  }
  const known = slotAt(arrays.reduced, row);
  if (known === -1 && oldPrice === 0) return;
  const slot = known === -1 ? takeSlot(arrays.reduced, row) : known;
  if (slot >= arrays.oldPrice.length) {
    arrays.oldPrice = grown(arrays.oldPrice, Int32Array);
    arrays.oldUntil = grown(arrays.oldUntil, Uint32Array);
  }
  arrays.oldPrice[slot] = oldPrice;
  arrays.oldUntil[slot] = oldUntil;
  if (isStale(arrays.reduced)) tidyReduced(arrays);
}

/** The same column, to be changed without the given one. */
export function copyOfPrices({ price, priced, reduced, oldPrice, oldUntil }: PriceArrays): PriceArrays {
  return {
    price: price.slice(),
    priced: priced && copyOfSlots(priced),
    reduced: copyOfSlots(reduced),
    oldPrice: oldPrice.slice(),
    oldUntil: oldUntil.slice(),
  };
}

function grown<T extends Int32Array | Uint32Array>(array: T, kind: new (size: number) => T): T {
  const wider = new kind(Math.max(64, array.length + (array.length >> 1)));
  wider.set(array);
  return wider;
}

/** So many have a price now that the column is as well kept by row. */
function spread(arrays: PriceArrays, priced: Slots): void {
  const size = priced.bits.length * 32;
  const price = new Int32Array(size);
  for (let row = 0; row < size; row++) price[row] = priceAt(arrays, row);
  arrays.price = price;
  arrays.priced = null;
}

function tidyReduced(arrays: PriceArrays): void {
  const { reduced, oldPrice, oldUntil } = arrays;
  const rows: number[] = [];
  for (let row = 0; row < reduced.bits.length * 32; row++) {
    const slot = slotAt(reduced, row);
    if (slot !== -1 && oldPrice[slot] !== 0) rows.push(row);
  }
  const slots = slotsOf(reduced.bits.length * 32, rows);
  arrays.oldPrice = Int32Array.from(rows, (row) => oldPrice[slotAt(reduced, row)]!);
  arrays.oldUntil = Uint32Array.from(rows, (row) => oldUntil[slotAt(reduced, row)]!);
  arrays.reduced = slots;
}
