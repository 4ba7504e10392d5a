import { perSwitch, type Switch } from '#shared/listing-query.ts';
import { perObject } from '#shared/per-object.ts';
import type { IndexQuery } from '../query.ts';
import { marksOfKind, type Segment } from '../segment.ts';

/** Rows that are judged and counted together: few enough that what is noted of them stays in the processor's cache. */
const blockRows = 1024;

/** What is noted of a block of living candidates, by their place in it. */
export type Block = {
  size: number;
  rows: Int32Array;
  /** The number of the row's model, ascending. */
  stamp: Int32Array;
  /** 1: the only candidate of its model. */
  isOnly: Uint8Array;
  /** The filters that the row fails, a bit each. */
  failed: Int32Array;
  /** Places of the rows that fail none, and how many these are (`countMarks`). */
  listed: Int32Array;
  listedSize: number;
  /** The branch's price, the old price that may be shown; kopecks per sales unit, 0 = none. */
  ofBranch: Int32Array;
  oldPrice: Int32Array;
  /** What is charged for one of the unit that people see; kopecks, 0 = none. */
  charged: Float64Array;
  /** Kopecks per base unit, of what is charged. */
  perBase: Float64Array;
  /** 1: the row is what the switch asks for. */
  switched: Record<Switch, Uint8Array>;
};

/**
 * Belongs to a segment, most of it per mark: a shop of a million goods has tens of thousands. Counts are zero between
 * two queries, stamps go on.
 */
export type Scratch = {
  block: Block;
  /** The bit of the group that the mark satisfies. */
  satisfies: Int32Array;
  /** The bit of the group that the mark is counted under. */
  groupOfMark: Int32Array;
  /** 1 = stands on a candidate that is not in the list. */
  occurs: Uint8Array;
  counts: Int32Array;
  /** The number of the model that was counted last. */
  stamps: Int32Array;
  /** Per primary category. */
  primaryCounts: Int32Array;
  primaryStamps: Int32Array;
  /** Per number's code: the bit of its group, and its bounds over the list. */
  rangeOfCode: Int32Array;
  lowest: Float64Array;
  highest: Float64Array;
  lastStamp: number;
};

const scratches = perObject((segment: Segment) => ({ scratch: newScratch(segment) }));
/** Stamps begin again long before they overflow. */
const mostStamps = 2 ** 30;

export function scratchOf(segment: Segment): Scratch {
  const own = scratches(segment);
  if (own.scratch.lastStamp > mostStamps) own.scratch = newScratch(segment);
  return own.scratch;
}

function newScratch(segment: Segment): Scratch {
  const size = segment.markKind.length;
  const rows = Math.min(blockRows, segment.size);
  return {
    block: {
      size: 0,
      rows: new Int32Array(rows),
      stamp: new Int32Array(rows),
      isOnly: new Uint8Array(rows),
      failed: new Int32Array(rows),
      listed: new Int32Array(rows),
      listedSize: 0,
      ofBranch: new Int32Array(rows),
      oldPrice: new Int32Array(rows),
      charged: new Float64Array(rows),
      perBase: new Float64Array(rows),
      switched: perSwitch(() => new Uint8Array(rows)),
    },
    satisfies: new Int32Array(size),
    groupOfMark: new Int32Array(size),
    occurs: new Uint8Array(size),
    counts: new Int32Array(size),
    stamps: new Int32Array(size),
    primaryCounts: new Int32Array(segment.categoryIds.length),
    primaryStamps: new Int32Array(segment.categoryIds.length),
    rangeOfCode: new Int32Array(segment.rangeCodes.length),
    lowest: new Float64Array(segment.rangeCodes.length),
    highest: new Float64Array(segment.rangeCodes.length),
    lastStamp: 0,
  };
}

/** As it was before the query. */
export function wipe(scratch: Scratch, segment: Segment, { ticked }: IndexQuery, lastStamp: number): void {
  scratch.lastStamp = lastStamp;
  scratch.counts.fill(0);
  scratch.occurs.fill(0);
  scratch.primaryCounts.fill(0);
  for (const { kind } of ticked) {
    const [from, until] = marksOfKind(segment, kind);
    scratch.groupOfMark.fill(0, from, until);
    scratch.satisfies.fill(0, from, until);
  }
}
