import type { PlannedPrices, PriceContext } from '#modules/departments/queries.ts';
import { createCache } from '#platform/cache.ts';
import { ensure } from '#shared/ensure.ts';
import { perObject } from '#shared/per-object.ts';
import { buildSegment } from './building/build-segment.ts';
import type { Changes } from './building/changes.ts';
import type { Moment } from './building/read-source.ts';
import { Numbers } from './building/source.ts';
import { openFacts } from './card-facts.ts';
import { copyOfPrices, pricesOf, setPrice } from './columns/prices.ts';
import { setStock, stockOf } from './columns/stock.ts';
import { type PricesAndStock, rowOf, type Segment } from './segment.ts';

/** A segment and which of its rows no longer count, as tombstones: their products stand in a later one, or are gone. */
export type LiveSegment = {
  segment: Segment;
  /** Per row: 1 = its product stands elsewhere or is gone. */
  tombstones: Uint8Array;
  tombstoneCount: number;
};

/**
 * The catalogue in memory as of a moment: the first segment was built from everything, each later one from the models
 * that changed since. A model is alive in one segment only.
 */
export type CatalogueIndex = {
  moment: Moment;
  segments: LiveSegment[];
  /** Raised by every change that could alter an answer. */
  revision: number;
  /** Facts of cards, as far as they were asked for. */
  facts: ReturnType<typeof openFacts>;
};

/**
 * Beyond so many segments the later ones are compacted; beyond such a share of changed products everything is built
 * again.
 */
const mostSegments = 8;
const changedShare = 0.05;
const leastChanged = 5_000;

export function indexOf(segment: Segment, moment: Moment): CatalogueIndex {
  return { moment, segments: [liveSegment(segment)], revision: 0, facts: openFacts() };
}

function liveSegment(segment: Segment): LiveSegment {
  return { segment, tombstones: new Uint8Array(segment.size), tombstoneCount: 0 };
}

/**
 * Brings an index to the moment of the changes, in place: prices and stock at once, changed models into a segment of
 * their own.
 */
export function applyChanges(index: CatalogueIndex, changes: Changes): void {
  if (changes.needsRebuild) throw new Error('The index has to be built again');
  if (changes.source) addSegment(index, changes.productIds, buildSegment(changes.source));
  for (const { segment } of index.segments) {
    for (const [column, rows] of changes.prices) {
      const known = segment.prices.get(column);
      if (!known)
        segment.prices.set(
          column,
          pricesOf(segment.size, rows, (id) => rowOf(segment, id)),
        );
      for (let at = 0; known && at < rows.size; at += 4) {
        const row = rowOf(segment, rows.at(at));
        if (row !== -1) setPrice(known, row, rows.at(at + 1), rows.at(at + 2), rows.at(at + 3));
      }
    }
    for (const [store, rows] of changes.stock) {
      const known = segment.stock.get(store);
      if (!known)
        segment.stock.set(
          store,
          stockOf(segment.size, rows, (id) => rowOf(segment, id)),
        );
      for (let at = 0; known && at < rows.size; at += 2) {
        const row = rowOf(segment, rows.at(at));
        if (row !== -1) setStock(known, row, rows.at(at + 1));
      }
    }
  }
  for (const id of changes.productIds) index.facts.delete(id);
  if (changes.source || changes.prices.size > 0 || changes.stock.size > 0) index.revision++;
  index.moment = changes.moment;
}

/** The same index with changes that only the asker may see: nothing of the given one is touched. */
export function withChanges(index: CatalogueIndex, changes: Changes): CatalogueIndex {
  const copy = {
    ...index,
    facts: openFacts(),
    segments: index.segments.map((live) => ({ ...live, tombstones: live.tombstones.slice() })),
  };
  applyChanges(copy, changes);
  return copy;
}

/** The same index with other prices and stock in these segments; nothing of the given one is touched. */
export function withPricesAndStock(
  index: CatalogueIndex,
  columnsOf: ReadonlyMap<Segment, PricesAndStock>,
): CatalogueIndex {
  const segments = index.segments.map((live) => ({
    ...live,
    segment: { ...live.segment, ...columnsOf.get(live.segment) },
    tombstones: live.tombstones.slice(),
  }));
  return { ...index, segments, revision: index.revision + 1 };
}

/** By the prices of a look: a copied column of 400,000 goods is 2 MB, and what was found in them as much. */
const pricedSegments = perObject((_index: CatalogueIndex) =>
  createCache<PlannedPrices, { revision: number; segments: LiveSegment[] }>({ name: 'look_segments', max: 4 }),
);

/**
 * The same index with the prices of the moment that a look at the shop is of; without a look the given one. Nothing of
 * the given one is touched. What was made for a look's prices serves the next one who asks with them, until the
 * catalogue changes.
 */
export function pricedFor(index: CatalogueIndex, { planned }: PriceContext): CatalogueIndex {
  if (!planned || planned.size === 0) return index;
  const cache = pricedSegments(index);
  const known = cache.get(planned);
  if (known?.revision === index.revision) return { ...index, segments: known.segments };
  const segments = withPrices(index.segments, planned);
  cache.set(planned, { revision: index.revision, segments });
  return { ...index, segments };
}

function withPrices(segments: readonly LiveSegment[], planned: PlannedPrices): LiveSegment[] {
  return segments.map((live) => {
    const { segment } = live;
    const prices = new Map(segment.prices);
    for (const [column, cells] of planned) {
      const known = prices.get(column);
      const own = known ? copyOfPrices(known) : pricesOf(segment.size, new Numbers(0), () => -1);
      prices.set(column, own);
      for (const [id, { price, old_price }] of cells) {
        const row = rowOf(segment, id);
        if (row !== -1) setPrice(own, row, price ?? 0, old_price ?? 0, old_price === null ? 0 : 0xffffffff);
      }
    }
    return { ...live, segment: { ...segment, prices } };
  });
}

function addSegment(index: CatalogueIndex, changedIds: Iterable<number>, segment: Segment): void {
  for (const live of index.segments) {
    for (const id of changedIds) addTombstone(live, id);
    for (const id of segment.id) addTombstone(live, id);
  }
  // Variants tell of each other, so a change of one reaches the facts of all.
  for (const id of segment.id) index.facts.delete(id);
  index.segments = index.segments.filter((live, at) => at === 0 || live.tombstoneCount < live.segment.size);
  if (segment.size > 0) index.segments.push(liveSegment(segment));
}

function addTombstone(live: LiveSegment, id: number): void {
  const row = rowOf(live.segment, id);
  if (row === -1 || live.tombstones[row] === 1) return;
  live.tombstones[row] = 1;
  live.tombstoneCount++;
}

export function segmentAt({ segments }: CatalogueIndex, segmentNumber: number): Segment {
  return ensure(segments[segmentNumber]).segment;
}

/** products.id of a row. */
export function idAt(index: CatalogueIndex, segmentNumber: number, row: number): number {
  return ensure(segmentAt(index, segmentNumber).id[row]);
}

/** Where these products stand; those that are switched off, or not known yet, are absent. */
export function rowsOf({ segments }: CatalogueIndex, productIds: number[]): { segmentNumber: number; row: number }[] {
  return productIds.flatMap((id) => {
    for (const [segmentNumber, { segment, tombstones }] of segments.entries()) {
      const row = rowOf(segment, id);
      if (row !== -1 && tombstones[row] === 0) return [{ segmentNumber, row }];
    }
    return [];
  });
}

/** The living rows of the row's model, its own among them, in the order of variants. */
export function variantRows({ segment: { model, size }, tombstones }: LiveSegment, row: number): number[] {
  let first = row;
  while (first > 0 && model[first - 1] === model[row]) first--;
  const rows: number[] = [];
  for (let at = first; at < size && model[at] === model[row]; at++) if (tombstones[at] === 0) rows.push(at);
  return rows;
}

/**
 * The products of all later segments, when these have become too many to ask one by one: read them (`readModelsOf`) and
 * `compactSegments`.
 */
export function productsToCompact(index: CatalogueIndex): number[] | null {
  if (index.segments.length <= mostSegments) return null;
  return index.segments
    .slice(1)
    .flatMap(({ segment, tombstones }) => [...segment.id].filter((_, row) => tombstones[row] === 0));
}

/** One segment, read and built, in place of all later ones. */
export function compactSegments(index: CatalogueIndex, productIds: number[], segment: Segment): void {
  addSegment(index, productIds, segment);
  index.revision++;
}

/** So much has changed that building everything again pays. */
export function isStale({ segments: [base, ...later] }: CatalogueIndex): boolean {
  const { segment, tombstoneCount } = ensure(base);
  const changed = tombstoneCount + later.reduce((sum, { segment }) => sum + segment.size, 0);
  return changed > Math.max(leastChanged, segment.size * changedShare);
}
