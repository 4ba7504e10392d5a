import type { PriceContext } from '#modules/departments/queries.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import type { TextPlan } from '#modules/text-index/text-plan.ts';
import { priceAt } from './columns/prices.ts';
import { leftAt } from './columns/stock.ts';
import { mostRelevance, relevanceOf } from './relevance.ts';
import type { CatalogueIndex } from './segments.ts';

export type FoundRow = { segmentNumber: number; row: number };

/** The best rows of a search for the branch, one per model, the best first. */
export function mostRelevant(
  index: CatalogueIndex,
  plan: TextPlan,
  priceContext: PriceContext,
  most: number,
): FoundRow[] {
  const best: (FoundRow & { relevance: number; id: number })[] = [];
  index.segments.forEach(({ segment, tombstones }, segmentNumber) => {
    const { rows, scores } = matchText(segment.text, plan);
    const { model, id, popularity, minCount } = segment;
    const stock = segment.stock.get(priceContext.store);
    const retail = segment.prices.get(priceContext.price_column);
    const buyer =
      priceContext.buyer_price_column === null ? undefined : segment.prices.get(priceContext.buyer_price_column);
    // Variants of a model are neighbours: the best of them is held back until the next model begins.
    let held: (typeof best)[number] | null = null;
    let heldModel = -1;
    let least = leastOf(best, most);
    for (let at = 0; at < rows.length; at++) {
      // Most rows of a common word cannot come among the best, nor can they be better than what is held back.
      const score = scores[at]!;
      if (mostRelevance(score) < least) continue;
      const row = rows[at]!;
      if (tombstones[row] === 1) continue;
      const isPriced = ((buyer && priceAt(buyer, row)) || (retail && priceAt(retail, row)) || 0) > 0;
      const isAvailable = isPriced && (stock ? leftAt(stock, row) : -1) >= minCount[row]!;
      const relevance = relevanceOf(score, isAvailable, popularity[row]!);
      const own = model[row]!;
      if (own !== heldModel) {
        if (held) {
          insert(best, held, most);
          least = leastOf(best, most);
        }
        held = null;
        heldModel = own;
      }
      if (held ? relevance > held.relevance : relevance >= least) {
        held = { segmentNumber, row, relevance, id: id[row]! };
      }
    }
    if (held) insert(best, held, most);
  });
  return best;
}

/** Less than this is not among the best any more. */
function leastOf(best: { relevance: number }[], most: number): number {
  return best.length < most ? Number.NEGATIVE_INFINITY : (best.at(-1)?.relevance ?? Number.POSITIVE_INFINITY);
}

function insert<Row extends { relevance: number; id: number }>(best: Row[], row: Row, most: number): void {
  const at = best.findLastIndex((other) => !isBetter(row, other)) + 1;
  if (at >= most) return;
  best.splice(at, 0, row);
  if (best.length > most) best.pop();
}

function isBetter(a: { relevance: number; id: number }, b: { relevance: number; id: number }): boolean {
  return a.relevance > b.relevance || (a.relevance === b.relevance && a.id < b.id);
}
