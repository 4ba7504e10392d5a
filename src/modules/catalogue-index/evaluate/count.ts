import { switchKeys } from '#shared/listing-query.ts';
import type { IndexResult } from '../query.ts';
import { actionKind, brandKind } from '../segment.ts';
import type { Counted, Pass, Range } from './pass.ts';
import type { Block } from './scratch.ts';

/**
 * Counts the rows of a judged block: those that fail nothing are the list; a filter is counted over those that fail
 * none, or it alone. Variants of a model count once.
 */
export function countBlock(pass: Pass, chips: Int32Array): void {
  countMarks(pass);
  countNumbers(pass);
  countCards(pass);
  widen(pass, pass.prices, pass.scratch.block.charged, pass.bits.price);
  if (pass.hasBaseUnit) widen(pass, pass.basePrices, pass.scratch.block.perBase, pass.bits.basePrice);
  if (pass.chipOfPlace) countChips(pass, pass.chipOfPlace, chips);
  else countPrimaryCategories(pass);
}

function countMarks({ segment, scratch, bits }: Pass): void {
  const { rows, failed, listed, stamp, isOnly, size } = scratch.block;
  const { markStart, marks } = segment;
  const { counts, stamps, occurs, groupOfMark } = scratch;
  const tickedBits = bits.ticked;
  let listedSize = 0;
  for (let at = 0; at < size; at++) {
    const row = rows[at]!;
    const from = markStart[row]!;
    const until = markStart[row + 1]!;
    const fails = failed[at]!;
    const own = stamp[at]!;
    if (fails === 0) {
      listed[listedSize++] = at;
      if (isOnly[at] === 1) for (let place = from; place < until; place++) counts[marks[place]!]!++;
      else {
        for (let place = from; place < until; place++) {
          const mark = marks[place]!;
          if (stamps[mark] === own) continue;
          stamps[mark] = own;
          counts[mark]!++;
        }
      }
      continue;
    }
    for (let place = from; place < until; place++) occurs[marks[place]!] = 1;
    const group = isOneBit(fails) ? fails & tickedBits : 0;
    for (let place = group === 0 ? until : from; place < until; place++) {
      const mark = marks[place]!;
      if (groupOfMark[mark] !== group || stamps[mark] === own) continue;
      stamps[mark] = own;
      counts[mark]!++;
    }
  }
  scratch.block.listedSize = listedSize;
}

function isOneBit(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}

function countNumbers({ segment, scratch, bits, query }: Pass): void {
  const { rows, failed, size } = scratch.block;
  const { numberStart, numberCode, numbers } = segment;
  const { rangeOfCode, lowest, highest } = scratch;
  const firstBit = query.ticked.length;
  const rangeBits = bits.ranges;
  for (let at = 0; at < size; at++) {
    const fails = failed[at]!;
    if (fails !== 0 && ((fails & rangeBits) === 0 || !isOneBit(fails))) continue;
    const row = rows[at]!;
    const until = numberStart[row + 1]!;
    for (let place = numberStart[row]!; place < until; place++) {
      const code = numberCode[place]!;
      if (fails !== 0) {
        const group = rangeOfCode[code]!;
        if (group === -1 || 1 << (firstBit + group) !== fails) continue;
      }
      const number = numbers[place]!;
      if (number < lowest[code]!) lowest[code] = number;
      if (number > highest[code]!) highest[code] = number;
    }
  }
}

/** Cards, and those that each switch lets through. */
function countCards({ cards, switches, scratch }: Pass): void {
  const { listed, listedSize, stamp, switched } = scratch.block;
  let { count, last } = cards;
  for (let place = 0; place < listedSize; place++) {
    const model = stamp[listed[place]!]!;
    if (last === model) continue;
    last = model;
    count++;
  }
  cards.count = count;
  cards.last = last;
  for (const key of switchKeys) countSwitched(switches[key], switched[key], scratch.block);
}

function countSwitched(counted: Counted, switched: Uint8Array, { listed, listedSize, stamp }: Block): void {
  let { count, last } = counted;
  for (let place = 0; place < listedSize; place++) {
    const at = listed[place]!;
    if (switched[at] === 0 || last === stamp[at]) continue;
    last = stamp[at]!;
    count++;
  }
  counted.count = count;
  counted.last = last;
}

/** The bounds of what the rows cost that fail nothing, or only the filter by it. */
function widen({ scratch }: Pass, range: Range, values: ArrayLike<number>, ownBit: number): void {
  const { failed, charged, size } = scratch.block;
  let { min, max } = range;
  for (let at = 0; at < size; at++) {
    if ((failed[at] !== 0 && failed[at] !== ownBit) || charged[at] === 0) continue;
    const value = values[at]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  range.min = min;
  range.max = max;
}

function countChips({ segment, scratch, chipStamps }: Pass, chipOfPlace: Int32Array, chips: Int32Array): void {
  const { rows, listed, listedSize, stamp } = scratch.block;
  const { primaryCategory, placeStart, places, categoryStart } = segment;
  const firstUncategorised = categoryStart.at(-1) ?? 0;
  for (let place = 0; place < listedSize; place++) {
    const at = listed[place]!;
    const row = rows[at]!;
    const own = stamp[at]!;
    if (row < firstUncategorised) countOnce(chipOfPlace[primaryCategory[row]!]!, own, chipStamps, chips);
    for (let further = placeStart[row]!; further < placeStart[row + 1]!; further++)
      countOnce(chipOfPlace[places[further]!]!, own, chipStamps, chips);
  }
}

function countPrimaryCategories({ segment, scratch }: Pass): void {
  const { rows, listed, listedSize, stamp } = scratch.block;
  const { primaryStamps, primaryCounts } = scratch;
  const { primaryCategory } = segment;
  for (let place = 0; place < listedSize; place++) {
    const at = listed[place]!;
    countOnce(primaryCategory[rows[at]!]!, stamp[at]!, primaryStamps, primaryCounts);
  }
}

function countOnce(place: number, stamp: number, stamps: Int32Array, counts: Int32Array): void {
  if (place === -1 || stamps[place] === stamp) return;
  stamps[place] = stamp;
  counts[place]!++;
}

/** Adds what the passes over one segment have counted to the result. */
export function addCounts({ segment, scratch, query, ...counted }: Pass, result: IndexResult): void {
  result.total += counted.cards.count;
  for (const key of switchKeys) result.switches[key] += counted.switches[key].count;
  const { counts, occurs, lowest, highest, primaryCounts } = scratch;
  const { markKind, markId } = segment;
  for (let mark = 0; mark < counts.length; mark++) {
    const count = counts[mark]!;
    if (count === 0 && occurs[mark] === 0) continue;
    const [kind, id] = [markKind[mark]!, markId[mark]!];
    if (kind === actionKind && !query.actionIds.includes(id)) continue;
    const known = kind === actionKind ? result.actions : kind === brandKind ? result.brands : result.values;
    known.set(id, (known.get(id) ?? 0) + count);
  }
  for (const [at, code] of segment.rangeCodes.entries()) {
    const range = wider(result.ranges.get(code) ?? null, { min: lowest[at]!, max: highest[at]! });
    if (range) result.ranges.set(code, range);
  }
  result.priceRange = wider(result.priceRange, counted.prices);
  result.basePriceRange = wider(result.basePriceRange, counted.basePrices);
  if (counted.chipOfPlace) return;
  for (let place = 0; place < primaryCounts.length; place++) {
    const count = primaryCounts[place]!;
    const id = segment.categoryIds[place]!;
    if (count > 0) result.primaryCategories.set(id, (result.primaryCategories.get(id) ?? 0) + count);
  }
}

function wider(known: Range | null, { min, max }: Range): Range | null {
  if (min > max) return known;
  return known ? { min: Math.min(known.min, min), max: Math.max(known.max, max) } : { min, max };
}
