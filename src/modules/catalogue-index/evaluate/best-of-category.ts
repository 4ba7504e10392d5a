import type { PriceContext } from '#modules/departments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { type CatalogueIndex, idAt } from '../segments.ts';
import { BestCards, type Keys } from './best-cards.ts';
import { onSaleIn } from './on-sale.ts';

/**
 * Ids of products whose primary category this is, other models only: those that can be bought first, among them the
 * best-selling.
 */
export function bestOfCategory(
  index: CatalogueIndex,
  priceContext: PriceContext,
  category_id: number,
  except_model: number,
  most: number,
): number[] {
  const best = new BestCards(most);
  const keys: Keys = { first: 0, second: 0, third: 0, position: 0, id: 0 };
  for (const [number, { segment, tombstones }] of index.segments.entries()) {
    const { categoryStart, secondaryStart, secondaryRows, primaryCategory, model, popularity, id } = segment;
    const category = segment.categoryIds.indexOf(category_id);
    if (category === -1) continue;
    const isOnSale = onSaleIn(segment, priceContext);
    const offer = (row: number) => {
      if (tombstones[row] === 1 || model[row] === except_model) return;
      keys.first = isOnSale(row) ? 0 : 1;
      keys.second = -(popularity[row] ?? 0);
      keys.id = ensure(id[row]);
      best.offer(keys, number, row);
    };
    const until = ensure(categoryStart[category + 1]);
    for (let row = ensure(categoryStart[category]); row < until; row++) offer(row);
    // A model whose variants have different primary categories has none.
    for (const row of secondaryRows.subarray(secondaryStart[category], secondaryStart[category + 1])) {
      if (primaryCategory[row] === category) offer(row);
    }
  }
  return best.from(0).map(({ segmentNumber, row }) => idAt(index, segmentNumber, row));
}
