import { ensure } from '#shared/ensure.ts';
import { perSwitch } from '#shared/listing-query.ts';
import { BestCards } from './evaluate/best-cards.ts';
import { candidatesOf, type Spans } from './evaluate/candidates.ts';
import { addCounts, countBlock } from './evaluate/count.ts';
import { judge, nextBlock } from './evaluate/judge.ts';
import { openPass } from './evaluate/pass.ts';
import { Ranking } from './evaluate/rank.ts';
import { wipe } from './evaluate/scratch.ts';
import type { IndexQuery, IndexResult } from './query.ts';
import type { CatalogueIndex, LiveSegment } from './segments.ts';

/**
 * The whole result in one pass over the candidates, a block of rows after the other: each row gets a mask of the
 * filters it fails (judge.ts). Rows that fail none are the list; a filter is counted over rows that fail none, or it
 * alone (count.ts). Cards are models: variants count once everywhere, and the best of those that pass stands for its
 * model (rank.ts).
 */
export function evaluate(index: CatalogueIndex, query: IndexQuery): IndexResult {
  const result: IndexResult = {
    cards: [],
    total: 0,
    values: new Map(),
    brands: new Map(),
    actions: new Map(),
    ranges: new Map(),
    priceRange: null,
    baseUnit: null,
    basePriceRange: null,
    switches: perSwitch(() => 0),
    chips: new Int32Array(query.chips?.count ?? 0),
    primaryCategories: new Map(),
  };
  const best = new BestCards(query.first + query.limit);
  const spans = index.segments.map((live, at) => candidatesOf(live, query, query.found?.[at] ?? null));
  result.baseUnit = oneBaseUnit(index.segments, spans);
  for (const [at, live] of index.segments.entries()) {
    const own = ensure(spans[at]);
    if (own.length === 0) continue;
    const pass = openPass(live, own, query.found?.[at] ?? null, query, result.baseUnit !== null);
    const ranking = new Ranking(pass, best, at);
    while (nextBlock(pass)) {
      judge(pass);
      countBlock(pass, result.chips);
      ranking.addBlock();
    }
    ranking.offerLast();
    addCounts(pass, result);
    wipe(pass.scratch, live.segment, query, pass.stamp);
  }
  result.cards = best.from(query.first);
  return result;
}

/** Whether the list has a card at all: the pass ends at the first block with a row that fails no filter. */
export function hasCards(index: CatalogueIndex, query: IndexQuery): boolean {
  const spans = index.segments.map((live, at) => candidatesOf(live, query, query.found?.[at] ?? null));
  const hasBaseUnit = query.basePrice !== null && oneBaseUnit(index.segments, spans) !== null;
  return index.segments.some((live, at) => {
    const own = ensure(spans[at]);
    if (own.length === 0) return false;
    const pass = openPass(live, own, query.found?.[at] ?? null, query, hasBaseUnit);
    const { failed } = pass.scratch.block;
    let isFound = false;
    while (!isFound && nextBlock(pass)) {
      judge(pass);
      isFound = failed.subarray(0, pass.scratch.block.size).includes(0);
    }
    wipe(pass.scratch, live.segment, query, pass.stamp);
    return isFound;
  });
}

/** The base unit that all living candidates share. */
function oneBaseUnit(segments: LiveSegment[], spans: Spans[]): string | null {
  let known: string | null = null;
  for (const [at, { segment, tombstones }] of segments.entries()) {
    const own = ensure(spans[at]);
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
    known = baseUnits[unit] ?? known;
  }
  return known;
}
