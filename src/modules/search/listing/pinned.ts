import { isOnSale } from '#modules/catalogue/offers.ts';
import { handedOverNowhere } from '#modules/catalogue/points.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import { offersOfRows } from '#modules/catalogue-index/cards.ts';
import { evaluate } from '#modules/catalogue-index/evaluate.ts';
import type { Found, IndexQuery, IndexResult } from '#modules/catalogue-index/query.ts';
import { type CatalogueIndex, rowsOf, segmentAt } from '#modules/catalogue-index/segments.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { phraseKey, type SearchRules } from '../plan/read-rules.ts';
import type { SearchPlan } from '../plan/search-plan.ts';

/** A product that stands at a place of its own in this answer; places count from 1. */
export type PlacedPin = { segmentNumber: number; row: number; position: number };

export const noPins: PlacedPin[] = [];

/** The last place that a product is pinned at. */
export const lastPlace = 8;

/** Better than any match of words, so that what is pinned comes first and is then put where it belongs. */
const pinnedScore = 1_000;

/** What is pinned to this query, due now and can be ordered here, by place. */
export function duePins(
  index: CatalogueIndex,
  { pins }: SearchRules,
  { is_exact }: SearchPlan,
  { q, exact }: Listing,
  priceContext: PriceContext,
  now: Date,
): PlacedPin[] {
  if (pins.size === 0 || is_exact || exact) return noPins;
  const own = pins.get(phraseKey(q ?? ''));
  if (!own) return noPins;
  const seen = new Set<number>();
  return own.flatMap(({ product_id, position, starts_at, ends_at }) => {
    if (seen.has(product_id) || (starts_at && starts_at > now) || (ends_at && ends_at <= now)) return [];
    seen.add(product_id);
    const rows = rowsOf(index, [product_id]);
    const offers = offersOfRows(index, priceContext, rows, { ...handedOverNowhere, delivery: null }, now.getTime());
    return rows.flatMap(({ segmentNumber, row }, at): PlacedPin[] => {
      const { price, buyer_price, available } = ensure(offers[at]);
      const min_count = segmentAt(index, segmentNumber).minCount[row] ?? 1;
      const isOrderable = isOnSale(buyer_price ?? price, { switched_off: false, available, min_count });
      return isOrderable ? [{ segmentNumber, row, position }] : [];
    });
  });
}

/**
 * The result with what is pinned among what was found: in its filters, counts and total as well. In the order of
 * relevance each stands at its place; in another order, where that puts it.
 */
export function evaluatePinned(index: CatalogueIndex, query: IndexQuery, pins: PlacedPin[]): IndexResult {
  if (pins.length === 0) return evaluate(index, query);
  const asked = withPins(query, pins);
  const { first, limit } = query;
  // From the last place on, pins no longer move what stands behind them.
  if (query.sort !== 'relevance' || first >= lastPlace) return evaluate(index, asked);
  const result = evaluate(index, { ...asked, first: 0, limit: first + limit + pins.length });
  return { ...result, cards: arranged(result.cards, pins).slice(first, first + limit) };
}

/** The query with what is pinned among what was found. */
export function withPins(query: IndexQuery, pins: PlacedPin[]): IndexQuery {
  if (pins.length === 0 || !query.found) return query;
  const found = query.found.map((own, at) =>
    withRows(
      own,
      pins.filter(({ segmentNumber }) => segmentNumber === at),
    ),
  );
  return { ...query, found };
}

type Cards = IndexResult['cards'];

/** Each pin at its place, or at the end where there are fewer; two at one place follow each other. */
function arranged(cards: Cards, pins: PlacedPin[]): Cards {
  const isSame = (a: Cards[number], b: Cards[number]) => a.segmentNumber === b.segmentNumber && a.row === b.row;
  // A filter may have left one out, or another variant of its model stands for it.
  const placed = pins.filter((pin) => cards.some((card) => isSame(card, pin)));
  const others = cards.filter((card) => !placed.some((pin) => isSame(card, pin)));
  const result: Cards = [];
  let [pin, ...later] = placed;
  for (const card of others) {
    while (pin && pin.position <= result.length + 1) {
      result.push(pin);
      [pin, ...later] = later;
    }
    result.push(card);
  }
  return pin ? [...result, pin, ...later] : result;
}

/** What was found with these rows among them, in the order of rows. */
function withRows(found: Found, pins: PlacedPin[]): Found {
  if (pins.length === 0) return found;
  const pinned = new Map(pins.map(({ row, position }) => [row, pinnedScore - position]));
  const missing = [...pinned.keys()].filter((row) => !includes(found.rows, row)).sort((a, b) => a - b);
  const size = found.rows.length + missing.length;
  const rows = new Uint32Array(size);
  const scores = new Float64Array(size);
  let from = 0;
  let next = 0;
  for (let at = 0; at < size; at++) {
    const row = found.rows[from];
    const added = missing[next];
    const isAdded = added !== undefined && (row === undefined || added < row);
    const taken = isAdded ? added : (row ?? 0);
    rows[at] = taken;
    scores[at] = pinned.get(taken) ?? found.scores[from] ?? 0;
    if (isAdded) next++;
    else from++;
  }
  return { rows, scores };
}

/** Whether the row is among these, which ascend. */
function includes(rows: ArrayLike<number>, wanted: number): boolean {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return rows[low] === wanted;
}
