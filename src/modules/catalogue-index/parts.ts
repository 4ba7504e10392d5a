import { ensure } from '#shared/ensure.ts';
import { buildSegment } from './building/build-segment.ts';
import type { Changes } from './building/changes.ts';
import type { Moment } from './building/read-source.ts';
import { openFacts } from './card-facts.ts';
import { pricesOf, setPrice } from './columns/prices.ts';
import { setStock, stockOf } from './columns/stock.ts';
import { rowOf, type Segment } from './segment.ts';

/** A segment and which of its rows no longer count, as tombstones: their products stand in a later part, or are gone. */
export type Part = {
  segment: Segment;
  /** Per row: 1 = its product stands elsewhere or is gone. */
  tombstones: Uint8Array;
  tombstoneCount: number;
};

/**
 * The catalogue in memory as of a moment: the first part was built from everything, each later one from the models that changed since.
 * A model is alive in one part only.
 */
export type CatalogueIndex = {
  moment: Moment;
  parts: Part[];
  /** Raised by every change that could alter an answer. */
  revision: number;
  /** Facts of cards, as far as they were asked for. */
  facts: ReturnType<typeof openFacts>;
};

/** Beyond so many parts the later ones are joined; beyond such a share of changed products everything is built again. */
const mostParts = 8;
const changedShare = 0.05;
const leastChanged = 5_000;

export function indexOf(segment: Segment, moment: Moment): CatalogueIndex {
  return { moment, parts: [partOf(segment)], revision: 0, facts: openFacts() };
}

function partOf(segment: Segment): Part {
  return { segment, tombstones: new Uint8Array(segment.size), tombstoneCount: 0 };
}

/** Brings an index to the moment of the changes, in place: prices and stock at once, changed models into a part of their own. */
export function applyChanges(index: CatalogueIndex, changes: Changes): void {
  if (changes.needsRebuild) throw new Error('The index has to be built again');
  if (changes.source) addPart(index, changes.productIds, buildSegment(changes.source));
  for (const { segment } of index.parts) {
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
    parts: index.parts.map((part) => ({ ...part, tombstones: part.tombstones.slice() })),
  };
  applyChanges(copy, changes);
  return copy;
}

function addPart(index: CatalogueIndex, changedIds: Iterable<number>, segment: Segment): void {
  for (const part of index.parts) {
    for (const id of changedIds) addTombstone(part, id);
    for (const id of segment.id) addTombstone(part, id);
  }
  index.parts = index.parts.filter((part, at) => at === 0 || part.tombstoneCount < part.segment.size);
  if (segment.size > 0) index.parts.push(partOf(segment));
}

function addTombstone(part: Part, id: number): void {
  const row = rowOf(part.segment, id);
  if (row === -1 || part.tombstones[row] === 1) return;
  part.tombstones[row] = 1;
  part.tombstoneCount++;
}

export function segmentAt({ parts }: CatalogueIndex, part: number): Segment {
  return ensure(parts[part]).segment;
}

/** products.id of a row. */
export function idAt(index: CatalogueIndex, part: number, row: number): number {
  return ensure(segmentAt(index, part).id[row]);
}

/** Where these products stand; those that are switched off, or not known yet, are absent. */
export function rowsOf({ parts }: CatalogueIndex, productIds: number[]): { part: number; row: number }[] {
  return productIds.flatMap((id) => {
    for (const [part, { segment, tombstones }] of parts.entries()) {
      const row = rowOf(segment, id);
      if (row !== -1 && tombstones[row] === 0) return [{ part, row }];
    }
    return [];
  });
}

/** The living rows of the row's model, its own among them, in the order of variants. */
export function variantRows({ segment: { model, size }, tombstones }: Part, row: number): number[] {
  let first = row;
  while (first > 0 && model[first - 1] === model[row]) first--;
  const rows: number[] = [];
  for (let at = first; at < size && model[at] === model[row]; at++) if (tombstones[at] === 0) rows.push(at);
  return rows;
}

/** The products of all later parts, when these have become too many to ask one by one: read them (`readModelsOf`) and `joinParts`. */
export function productsToJoin(index: CatalogueIndex): number[] | null {
  if (index.parts.length <= mostParts) return null;
  return index.parts
    .slice(1)
    .flatMap(({ segment, tombstones }) => [...segment.id].filter((_, row) => tombstones[row] === 0));
}

/** One part, read and built, in place of all later ones. */
export function joinParts(index: CatalogueIndex, productIds: number[], segment: Segment): void {
  addPart(index, productIds, segment);
  index.revision++;
}

/** So much has changed that building everything again pays. */
export function isStale({ parts: [base, ...later] }: CatalogueIndex): boolean {
  const { segment, tombstoneCount } = ensure(base);
  const changed = tombstoneCount + later.reduce((sum, { segment }) => sum + segment.size, 0);
  return changed > Math.max(leastChanged, segment.size * changedShare);
}
