import { perSwitch, type Switch } from '#shared/listing-query.ts';
import type { Bounds, Found, IndexQuery } from '../query.ts';
import { markOf, marksOfKind, type Segment } from '../segment.ts';
import type { LiveSegment } from '../segments.ts';
import type { Spans } from './candidates.ts';
import { perSegment } from './per-segment.ts';
import { type Scratch, scratchOf } from './scratch.ts';

/**
 * The bits of the filters: ticked groups first, then ranges, then price, price per base unit, switches. 0: not asked
 * for.
 */
type Bits = {
  ticked: number;
  ranges: number;
  price: number;
  basePrice: number;
  switches: Record<Switch, number>;
};

/** One query over the candidates of one segment, block by block. */
export type Pass = {
  segment: Segment;
  tombstones: Uint8Array;
  query: IndexQuery;
  found: Found | null;
  scratch: Scratch;
  bits: Bits;
  /** Per range of the query, and of the prices. */
  rangeFrom: number[];
  rangeTo: number[];
  price: readonly [from: number, to: number];
  basePrice: readonly [from: number, to: number];
  /** All candidates have one base unit. */
  hasBaseUnit: boolean;
  /** Per place of a category: the chip that counts it, −1 = none; null: primary categories are counted instead. */
  chipOfPlace: Int32Array | null;
  chipStamps: Int32Array;

  spans: Spans;
  /** Where the next block begins. */
  span: number;
  row: number;
  modelNow: number;
  /** The number of the model. Stamps on marks are never wiped, so the numbers go on from query to query. */
  stamp: number;

  /** What the counting has come to. */
  cards: Counted;
  switches: Record<Switch, Counted>;
  prices: Range;
  basePrices: Range;
};

/** Cards, and the model that was counted last. */
export type Counted = { count: number; last: number };
export type Range = { min: number; max: number };

/** `spans`: the candidates; `found`: of a search by words, the candidates' scores. */
export function openPass(
  { segment, tombstones }: LiveSegment,
  spans: Spans,
  found: Found | null,
  query: IndexQuery,
  hasBaseUnit: boolean,
): Pass {
  const scratch = scratchOf(segment);
  const { ranges, chips } = query;
  const basePrice = hasBaseUnit ? query.basePrice : null;
  markGroups(scratch, segment, query);
  return {
    segment,
    tombstones,
    query,
    found,
    scratch,
    spans,
    hasBaseUnit,
    bits: bitsOf(query, basePrice),
    rangeFrom: ranges.map(({ from }) => from ?? Number.NEGATIVE_INFINITY),
    rangeTo: ranges.map(({ to }) => to ?? Number.POSITIVE_INFINITY),
    price: limits(query.price),
    basePrice: limits(basePrice),
    chipOfPlace: chips && chipsOf(segment, chips.ofCategory),
    chipStamps: new Int32Array(chips?.count ?? 0),
    span: 0,
    row: spans[0] ?? 0,
    modelNow: -1,
    stamp: scratch.lastStamp,
    cards: { count: 0, last: -1 },
    switches: perSwitch(() => ({ count: 0, last: -1 })),
    prices: noRange(),
    basePrices: noRange(),
  };
}

function bitsOf({ ticked, ranges, price, switches }: IndexQuery, basePrice: Bounds | null): Bits {
  let bit = ticked.length + ranges.length;
  return {
    ticked: maskOf(ticked.length),
    ranges: maskOf(ranges.length) << ticked.length,
    price: price ? 1 << bit++ : 0,
    basePrice: basePrice ? 1 << bit++ : 0,
    switches: perSwitch((key) => (switches[key] ? 1 << bit++ : 0)),
  };
}

/** So many bits set from the lowest on. */
function maskOf(count: number): number {
  return 2 ** count - 1;
}

/** Notes per mark and per number's code which group of the query it belongs to. */
function markGroups(scratch: Scratch, segment: Segment, { ticked, ranges }: IndexQuery): void {
  for (const [group, { kind, ids }] of ticked.entries()) {
    const [from, until] = marksOfKind(segment, kind);
    scratch.groupOfMark.fill(1 << group, from, until);
    for (const id of ids) {
      const mark = markOf(segment, kind, id);
      if (mark !== -1) scratch.satisfies[mark] = 1 << group;
    }
  }
  scratch.rangeOfCode.fill(-1);
  for (const [at, { code }] of ranges.entries()) {
    const place = segment.rangeCodes.indexOf(code);
    if (place !== -1) scratch.rangeOfCode[place] = at;
  }
  scratch.lowest.fill(Number.POSITIVE_INFINITY);
  scratch.highest.fill(Number.NEGATIVE_INFINITY);
}

function limits(bounds: Bounds | null): [from: number, to: number] {
  return [bounds?.from ?? Number.NEGATIVE_INFINITY, bounds?.to ?? Number.POSITIVE_INFINITY];
}

function noRange(): Range {
  return { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

const chipsOf = perSegment(({ categoryIds }, ofCategory: ReadonlyMap<number, number>) =>
  categoryIds.map((id) => ofCategory.get(id) ?? -1),
);
