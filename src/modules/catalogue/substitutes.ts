import { isSameFactor, type PricedGoods, type PriceGap, priceGap } from '#shared/price-gap.ts';

/**
 * Why goods may stand in for a product: another variant of its model, named by the shop as an analogue, or of the same
 * primary category.
 */
export type SubstituteKind = 'variant' | 'named' | 'neighbour';

/** So many of a category are looked at: those that can be bought first, among them the best-selling. */
export const mostNeighbours = 24;

/** Goods at another price class are no substitute, unless the shop itself named them. */
const widestPriceShare = 0.4;

const order: Record<SubstituteKind, number> = { variant: 0, named: 1, neighbour: 2 };

/**
 * Which of the goods can stand in for a product, best first: the same in another pack, what the shop named, then
 * neighbours, the nearest in price before the others. `candidates` can be bought now, each once by its first kind. A
 * variant in the same pack differs by size or colour: it is for the buyer to choose, not a substitute. The gap is null
 * where the two cannot be compared.
 */
export function rankSubstitutes<Goods extends PricedGoods>(
  own: PricedGoods,
  candidates: { kind: SubstituteKind; goods: Goods }[],
): { goods: Goods; gap: PriceGap | null }[] {
  return candidates
    .map(({ kind, goods }) => ({ kind, goods, gap: priceGap(own, goods) }))
    .filter(({ kind, goods, gap }) => {
      if (kind === 'named') return true;
      if (goods.base_unit !== own.base_unit) return false;
      if (kind === 'variant') return !isSameFactor(own, goods);
      return own.price === null || (gap !== null && gap.share <= widestPriceShare);
    })
    .toSorted(
      (a, b) =>
        order[a.kind] - order[b.kind] || (a.kind === 'neighbour' ? (a.gap?.share ?? 0) - (b.gap?.share ?? 0) : 0),
    )
    .map(({ goods, gap }) => ({ goods, gap }));
}
