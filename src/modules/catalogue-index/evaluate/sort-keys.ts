import type { Sort } from '#shared/listing-query.ts';
import type { Found } from '../query.ts';
import { relevanceOf } from '../relevance.ts';
import type { Segment } from '../segment.ts';
import type { Keys } from './best-cards.ts';

type KeysOf = (
  keys: Keys,
  row: number,
  charged: number,
  isInStock: boolean,
  oldPrice: number,
  ofBranch: number,
  foundAt: number,
) => void;

/** Votes the mean of the shop stands for: one «5» does not outrank a hundred of «4,9». */
const [ratingPrior, ratingPriorCount] = [4, 3] as const;

/** More than any popularity differs by: what can be bought stands before what cannot. */
const buyable = 2 ** 33;

/**
 * Where the sort leaves room, what can be bought stands before what cannot; a price on request stands last in sorts by
 * price, what nobody has rated after everything rated, what is not reduced after everything that is.
 */
export function keysFor(sort: Sort, segment: Segment, found: Found | null): KeysOf {
  const { popularity, parts, factorBase, factorSales, ratingSum, ratingCount, created } = segment;
  const set = (keys: Keys, first: number, second = 0, third = 0) => {
    keys.first = first;
    keys.second = second;
    keys.third = third;
  };
  const last = Number.POSITIVE_INFINITY;
  const sorts: Record<Sort, KeysOf> = {
    popular: (keys, row, charged, isInStock) =>
      set(keys, -(isInStock && charged !== 0 ? buyable : 0) - popularity[row]!),
    relevance: (keys, row, charged, isInStock, _old, _branch, foundAt) =>
      set(keys, -relevanceOf(found?.scores[foundAt] ?? 0, isInStock && charged !== 0, popularity[row]!)),
    price: (keys, _row, charged) => set(keys, charged === 0 ? last : charged),
    '-price': (keys, _row, charged) => set(keys, charged === 0 ? last : -charged),
    unit_price: (keys, row, charged) =>
      set(keys, charged === 0 ? last : (charged * factorSales[row]!) / (factorBase[row]! * parts[row]!)),
    rating: (keys, row, charged, isInStock) => {
      const count = ratingCount[row]!;
      const weight = (ratingSum[row]! + ratingPrior * ratingPriorCount) / (count + ratingPriorCount);
      set(keys, isInStock && charged !== 0 ? 0 : 1, count === 0 ? last : -weight, -popularity[row]!);
    },
    new: (keys, row) => set(keys, -created[row]!),
    discount: (keys, row, _charged, _stock, oldPrice, ofBranch) =>
      set(keys, oldPrice === 0 ? last : -(oldPrice - ofBranch) / oldPrice, -popularity[row]!),
  };
  // Without a search nothing is more relevant than what people buy.
  return sorts[sort === 'relevance' && !found ? 'popular' : sort];
}
