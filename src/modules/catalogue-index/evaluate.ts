import { perObject } from '#shared/per-object.ts';
import { oldPriceAt, priceAt } from './columns/prices.ts';
import { leftAt } from './columns/stock.ts';
import { BestCards, isBefore, type Keys } from './evaluate/best-cards.ts';
import { candidatesOf, type Spans } from './evaluate/candidates.ts';
import { perSegment } from './evaluate/per-segment.ts';
import { keysFor } from './evaluate/sort-keys.ts';
import type { CatalogueIndex, Part } from './parts.ts';
import type { Bounds, Found, IndexQuery, IndexResult } from './query.ts';
import { relevanceOf } from './relevance.ts';
import { actionKind, brandKind, markOf, type Segment } from './segment.ts';

/**
 * The whole answer in one pass over the candidates: each row gets a mask of the filters it fails. Rows that fail none are the list; filter
 * g is counted over rows that fail none, or g alone. Cards are models: variants count once everywhere, and the best of those that pass
 * stands for its model.
 */
export function evaluate(index: CatalogueIndex, question: IndexQuery): IndexResult {
  const answer: IndexResult = {
    cards: [],
    total: 0,
    values: new Map(),
    brands: new Map(),
    actions: new Map(),
    ranges: new Map(),
    priceRange: null,
    baseUnit: null,
    basePriceRange: null,
    inStock: 0,
    discounted: 0,
    chips: new Int32Array(question.chips?.count ?? 0),
    mainCategories: new Map(),
  };
  const best = new BestCards(question.first + question.limit);
  const spans = index.parts.map((part, at) => candidatesOf(part, question, question.found?.[at] ?? null));
  answer.baseUnit = oneBaseUnit(index.parts, spans);
  index.parts.forEach((part, at) => {
    pass(part, at, spans[at]!, question.found?.[at] ?? null, question, answer, best);
  });
  answer.cards = best.from(question.first);
  return answer;
}

/** The base unit that all living candidates share. */
function oneBaseUnit(parts: Part[], spans: Spans[]): string | null {
  let known: string | null = null;
  for (let at = 0; at < parts.length; at++) {
    const { segment, tombstones } = parts[at]!;
    const own = spans[at]!;
    const { baseUnit, baseUnits } = segment;
    let unit: number = known === null ? -1 : baseUnits.indexOf(known);
    if (known !== null && unit === -1) unit = baseUnits.length; // no row has it
    for (let span = 0; span < own.length; span += 2) {
      for (let row = own[span]!; row < own[span + 1]!; row++) {
        if (baseUnit[row] === unit || tombstones[row] === 1) continue;
        if (unit !== -1) return null;
        unit = baseUnit[row]!;
      }
    }
    if (unit >= 0 && unit < baseUnits.length) known = baseUnits[unit]!;
  }
  return known;
}

const nothing = new Int32Array(0);

function pass(
  { segment, tombstones }: Part,
  partNumber: number,
  spans: Spans,
  found: Found | null,
  question: IndexQuery,
  answer: IndexResult,
  best: BestCards,
): void {
  if (spans.length === 0) return;
  const { model, markStart, marks, numberStart, numberCode, numbers, minCount, placeStart, places } = segment;
  const { mainCategory, categoryStart, factorBase, factorSales } = segment;
  const firstUncategorised = categoryStart[categoryStart.length - 1]!;
  const retail = segment.prices.get(question.priceColumn);
  const buyer = question.buyerPriceColumn === null ? undefined : segment.prices.get(question.buyerPriceColumn);
  // A column kept by row is read straight from its array; one kept by slots through `priceAt`.
  const retailPrice = retail && retail.priced === null ? retail.price : nothing;
  const isRetailSparse = retail !== undefined && retail.priced !== null;
  const nowSeconds = question.now / 1000;
  const stock = segment.stock.get(question.store);
  const left = stock && stock.held === null ? stock.left : nothing;
  const isStockSparse = stock !== undefined && stock.held !== null;

  // Bits: ticked groups first, then ranges, then price, price per base unit, stock, discount.
  const { ticked, ranges } = question;
  const tickedBits = maskOf(ticked.length);
  const rangeBits = maskOf(ranges.length) << ticked.length;
  let bit = ticked.length + ranges.length;
  const basePrice = answer.baseUnit === null ? null : question.basePrice;
  const priceBit = question.price ? 1 << bit++ : 0;
  const basePriceBit = basePrice ? 1 << bit++ : 0;
  const stockBit = question.inStock ? 1 << bit++ : 0;
  const discountBit = question.discounted ? 1 << bit++ : 0;
  const [priceFrom, priceTo] = limits(question.price);
  const [basePriceFrom, basePriceTo] = limits(basePrice);
  const hasBaseUnit = answer.baseUnit !== null;

  const scratch = scratchOf(segment);
  const { satisfies, groupOfMark, occurs, counts, stamps } = scratch;
  ticked.forEach(({ kind, ids }, group) => {
    const [from, until] = marksOfKind(segment, kind);
    groupOfMark.fill(1 << group, from, until);
    for (const id of ids) {
      const mark = markOf(segment, kind, id);
      if (mark !== -1) satisfies[mark] = 1 << group;
    }
  });
  // Per number's code: the bit of its group, −1 without one, and the group's bounds.
  const { rangeOfCode, lowest, highest, mainCounts, mainStamps } = scratch;
  rangeOfCode.fill(-1);
  ranges.forEach(({ code }, at) => {
    const place = segment.rangeCodes.indexOf(code);
    if (place !== -1) rangeOfCode[place] = at;
  });
  const rangeFrom = ranges.map(({ from }) => from ?? Number.NEGATIVE_INFINITY);
  const rangeTo = ranges.map(({ to }) => to ?? Number.POSITIVE_INFINITY);
  lowest.fill(Number.POSITIVE_INFINITY);
  highest.fill(Number.NEGATIVE_INFINITY);

  const chipOfPlace = question.chips ? chipsOf(segment, question.chips.ofCategory) : nothing;
  const chipStamps = new Int32Array(answer.chips.length);
  const price = range();
  const perBase = range();
  const hasChips = question.chips !== null;

  const { id, variantPosition, popularity } = segment;
  const keysOf = keysFor(question.sort, segment, found);
  let keys: Keys = { first: 0, second: 0, third: 0, position: 0, id: 0 };
  let bestKeys: Keys = { first: 0, second: 0, third: 0, position: 0, id: 0 };
  let bestRow = -1;
  // Most rows of a common word are no candidates for the page, and are told apart by one number, without a call.
  const scores = question.sort === 'relevance' && found ? found.scores : null;
  let lastFirst = best.last();
  let isListed = false;
  // Counted here and added at the end: the loop touches no objects where it can do without.
  let total = 0;
  let inStock = 0;
  let discounted = 0;
  let modelNow = -1;
  // Stamps on marks are never wiped, so the numbers of models go on from question to question.
  let stamp = scratch.lastStamp;
  let isStockCounted = false;
  let isDiscountCounted = false;
  let isOnly = false;
  let foundAt = 0;

  for (let span = 0; span < spans.length; span += 2) {
    const until = spans[span + 1]!;
    for (let row = spans[span]!; row < until; row++) {
      if (tombstones[row] === 1) continue;
      if (model[row] !== modelNow) {
        if (isListed) total++;
        isListed = false;
        if (bestRow !== -1) {
          best.offer(bestKeys, partNumber, bestRow);
          lastFirst = best.last();
          bestRow = -1;
        }
        modelNow = model[row]!;
        stamp++;
        isStockCounted = false;
        isDiscountCounted = false;
        isOnly = model[row + 1] !== modelNow;
      }
      const marksFrom = markStart[row]!;
      const marksUntil = markStart[row + 1]!;
      let failed = 0;
      if (tickedBits !== 0) {
        let satisfied = 0;
        for (let at = marksFrom; at < marksUntil; at++) satisfied |= satisfies[marks[at]!]!;
        failed = tickedBits & ~satisfied;
      }
      const numbersFrom = numberStart[row]!;
      const numbersUntil = numberStart[row + 1]!;
      if (rangeBits !== 0) {
        failed |= rangeBits;
        for (let at = numbersFrom; at < numbersUntil; at++) {
          const group = rangeOfCode[numberCode[at]!]!;
          if (group === -1) continue;
          const number = numbers[at]!;
          if (number >= rangeFrom[group]! && number <= rangeTo[group]!) failed &= ~(1 << (ticked.length + group));
        }
      }
      const ofBranch = retailPrice.length !== 0 ? retailPrice[row]! : isRetailSparse ? priceAt(retail, row) : 0;
      const charged = (buyer !== undefined && priceAt(buyer, row)) || ofBranch;
      const available = left.length !== 0 ? left[row]! : isStockSparse ? leftAt(stock, row) : -1;
      const isInStock = available >= minCount[row]!;
      const oldPrice = retail === undefined ? 0 : oldPriceAt(retail, row, nowSeconds);
      const isDiscounted = oldPrice !== 0;
      const perBaseUnit = hasBaseUnit && charged !== 0 ? basePriceOf(charged, factorBase[row]!, factorSales[row]!) : 0;
      if (priceBit !== 0 && !(charged !== 0 && charged >= priceFrom && charged <= priceTo)) failed |= priceBit;
      if (basePriceBit !== 0 && !(charged !== 0 && perBaseUnit >= basePriceFrom && perBaseUnit <= basePriceTo))
        failed |= basePriceBit;
      if (stockBit !== 0 && !isInStock) failed |= stockBit;
      if (discountBit !== 0 && !isDiscounted) failed |= discountBit;

      if (failed === 0) {
        if (isOnly) for (let at = marksFrom; at < marksUntil; at++) counts[marks[at]!]!++;
        else {
          for (let at = marksFrom; at < marksUntil; at++) {
            const mark = marks[at]!;
            if (stamps[mark] === stamp) continue;
            stamps[mark] = stamp;
            counts[mark]!++;
          }
        }
        for (let at = numbersFrom; at < numbersUntil; at++) {
          const code = numberCode[at]!;
          if (numbers[at]! < lowest[code]!) lowest[code] = numbers[at]!;
          if (numbers[at]! > highest[code]!) highest[code] = numbers[at]!;
        }
        if (charged !== 0) {
          if (charged < price.min) price.min = charged;
          if (charged > price.max) price.max = charged;
          if (hasBaseUnit && perBaseUnit < perBase.min) perBase.min = perBaseUnit;
          if (hasBaseUnit && perBaseUnit > perBase.max) perBase.max = perBaseUnit;
        }
        if (isInStock && !isStockCounted) {
          isStockCounted = true;
          inStock++;
        }
        if (isDiscounted && !isDiscountCounted) {
          isDiscountCounted = true;
          discounted++;
        }
        if (hasChips) {
          if (row < firstUncategorised) countOnce(chipOfPlace[mainCategory[row]!]!, stamp, chipStamps, answer.chips);
          for (let at = placeStart[row]!; at < placeStart[row + 1]!; at++)
            countOnce(chipOfPlace[places[at]!]!, stamp, chipStamps, answer.chips);
        } else {
          countOnce(mainCategory[row]!, stamp, mainStamps, mainCounts);
        }
        if (found) {
          while (found.rows[foundAt]! < row) foundAt++;
        }
        isListed = true;
        if (scores !== null) {
          const isBuyable = isInStock && charged !== 0;
          if (-relevanceOf(scores[foundAt]!, isBuyable, popularity[row]!) > lastFirst) continue;
        }
        keysOf(keys, row, charged, isInStock, oldPrice, ofBranch, foundAt);
        keys.position = variantPosition[row]!;
        keys.id = id[row]!;
        if (bestRow === -1 || isBefore(keys, bestKeys)) {
          const spare: Keys = bestKeys;
          bestKeys = keys;
          keys = spare;
          bestRow = row;
        }
        continue;
      }
      const isAlone = (failed & (failed - 1)) === 0;
      const nearGroup = isAlone ? failed & tickedBits : 0;
      for (let at = marksFrom; at < marksUntil; at++) occurs[marks[at]!] = 1;
      for (let at = nearGroup === 0 ? marksUntil : marksFrom; at < marksUntil; at++) {
        const mark = marks[at]!;
        if (groupOfMark[mark] !== nearGroup || stamps[mark] === stamp) continue;
        stamps[mark] = stamp;
        counts[mark]!++;
      }
      if (!isAlone) continue;
      if ((failed & rangeBits) !== 0) {
        for (let at = numbersFrom; at < numbersUntil; at++) {
          const code = numberCode[at]!;
          if (rangeOfCode[code] === -1 || 1 << (ticked.length + rangeOfCode[code]!) !== failed) continue;
          if (numbers[at]! < lowest[code]!) lowest[code] = numbers[at]!;
          if (numbers[at]! > highest[code]!) highest[code] = numbers[at]!;
        }
      } else if (charged !== 0 && failed === priceBit) {
        if (charged < price.min) price.min = charged;
        if (charged > price.max) price.max = charged;
      } else if (charged !== 0 && failed === basePriceBit) {
        if (perBaseUnit < perBase.min) perBase.min = perBaseUnit;
        if (perBaseUnit > perBase.max) perBase.max = perBaseUnit;
      }
    }
  }
  if (isListed) total++;
  if (bestRow !== -1) best.offer(bestKeys, partNumber, bestRow);
  answer.total += total;
  answer.inStock += inStock;
  answer.discounted += discounted;
  addCounts(segment, scratch, question.actionIds, answer);
  wipe(scratch, segment, question, stamp);
  segment.rangeCodes.forEach((code, at) => {
    const widened = widen(answer.ranges.get(code) ?? null, { min: lowest[at]!, max: highest[at]! });
    if (widened) answer.ranges.set(code, widened);
  });
  answer.priceRange = widen(answer.priceRange, price);
  answer.basePriceRange = widen(answer.basePriceRange, perBase);
  for (let place = 0; !hasChips && place < mainCounts.length; place++) {
    const count = mainCounts[place]!;
    if (count === 0) continue;
    mainCounts[place] = 0;
    const id = segment.categoryIds[place]!;
    answer.mainCategories.set(id, (answer.mainCategories.get(id) ?? 0) + count);
  }
}

/** So many bits set from the lowest on. */
function maskOf(count: number): number {
  return 2 ** count - 1;
}

function limits(bounds: Bounds | null): [number, number] {
  return [bounds?.from ?? Number.NEGATIVE_INFINITY, bounds?.to ?? Number.POSITIVE_INFINITY];
}

function range(): { min: number; max: number } {
  return { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

function widen(known: { min: number; max: number } | null, { min, max }: { min: number; max: number }) {
  if (min > max) return known;
  return known ? { min: Math.min(known.min, min), max: Math.max(known.max, max) } : { min, max };
}

/** Kopecks per base unit, half up: price × sales / base. Exact, for the products stay below 2^53. */
function basePriceOf(price: number, factorBase: number, factorSales: number): number {
  return Math.floor((2 * price * factorSales + factorBase) / (2 * factorBase));
}

function marksOfKind({ markKind }: Segment, kind: number): [from: number, until: number] {
  let low = 0;
  let high = markKind.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (markKind[middle]! < kind) low = middle + 1;
    else high = middle;
  }
  let until = low;
  while (until < markKind.length && markKind[until] === kind) until++;
  return [low, until];
}

const chipsOf = perSegment(({ categoryIds }, ofCategory: ReadonlyMap<number, number>) =>
  categoryIds.map((id) => ofCategory.get(id) ?? -1),
);

function countOnce(place: number, stamp: number, stamps: Int32Array, counts: Int32Array): void {
  if (place === -1 || stamps[place] === stamp) return;
  stamps[place] = stamp;
  counts[place]!++;
}

/** Kept per segment, most of it per mark: a shop of a million goods has tens of thousands. Counts are zero between two questions, stamps go on. */
type Scratch = {
  /** The bit of the group that the mark satisfies. */
  satisfies: Int32Array;
  /** The bit of the group that the mark is counted under. */
  groupOfMark: Int32Array;
  /** 1 = stands on a candidate that is not in the list. */
  occurs: Uint8Array;
  counts: Int32Array;
  /** The number of the model that was counted last. */
  stamps: Int32Array;
  /** Per main category. */
  mainCounts: Int32Array;
  mainStamps: Int32Array;
  /** Per number's code: the bit of its group, and its bounds over the list. */
  rangeOfCode: Int32Array;
  lowest: Float64Array;
  highest: Float64Array;
  lastStamp: number;
};
const scratches = perObject((segment: Segment) => ({ scratch: newScratch(segment) }));
/** Stamps begin again long before they overflow. */
const mostStamps = 2 ** 30;

function scratchOf(segment: Segment): Scratch {
  const own = scratches(segment);
  if (own.scratch.lastStamp > mostStamps) own.scratch = newScratch(segment);
  return own.scratch;
}

function newScratch(segment: Segment): Scratch {
  const size = segment.markKind.length;
  return {
    satisfies: new Int32Array(size),
    groupOfMark: new Int32Array(size),
    occurs: new Uint8Array(size),
    counts: new Int32Array(size),
    stamps: new Int32Array(size),
    mainCounts: new Int32Array(segment.categoryIds.length),
    mainStamps: new Int32Array(segment.categoryIds.length),
    rangeOfCode: new Int32Array(segment.rangeCodes.length),
    lowest: new Float64Array(segment.rangeCodes.length),
    highest: new Float64Array(segment.rangeCodes.length),
    lastStamp: 0,
  };
}

function wipe(scratch: Scratch, segment: Segment, { ticked }: IndexQuery, stamp: number): void {
  scratch.lastStamp = stamp;
  scratch.counts.fill(0);
  scratch.occurs.fill(0);
  for (const { kind } of ticked) {
    const [from, until] = marksOfKind(segment, kind);
    scratch.groupOfMark.fill(0, from, until);
    scratch.satisfies.fill(0, from, until);
  }
}

function addCounts(
  { markKind, markId }: Segment,
  { counts, occurs }: Scratch,
  actionIds: readonly number[],
  answer: IndexResult,
): void {
  for (let mark = 0; mark < counts.length; mark++) {
    const count = counts[mark]!;
    if (count === 0 && occurs[mark] === 0) continue;
    const [kind, id] = [markKind[mark]!, markId[mark]!];
    if (kind === actionKind && !actionIds.includes(id)) continue;
    const known = kind === actionKind ? answer.actions : kind === brandKind ? answer.brands : answer.values;
    known.set(id, (known.get(id) ?? 0) + count);
  }
}
