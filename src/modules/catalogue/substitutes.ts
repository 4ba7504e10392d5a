import { isSameFactor, type PricedGoods, type PriceGap, priceGap } from '#shared/price-gap.ts';
import type { Attribute } from './categories.ts';

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

/** `thing`: `thingOf` its specs; `alike`: so many values of filters it shares with the product, where that is asked. */
export type Comparable = PricedGoods & { thing: string | null; alike?: number };

/**
 * Which of the goods can stand in for a product, best first: the same in another pack, size or colour, what the shop
 * named, then neighbours that are the same kind of thing, the nearest in price before the others; where the product has
 * no price, those that share most with it: to white putty the white before the grey. `candidates` can be bought now,
 * each once by its first kind. The gap is null where the two cannot be compared.
 */
export function rankSubstitutes<Goods extends Comparable>(
  own: Comparable,
  candidates: { kind: SubstituteKind; goods: Goods }[],
): { goods: Goods; gap: PriceGap | null }[] {
  return candidates
    .map(({ kind, goods }) => ({ kind, goods, gap: priceGap(own, goods) }))
    .filter(({ kind, goods, gap }) => {
      if (kind === 'named') return true;
      if (goods.base_unit !== own.base_unit) return false;
      if (kind === 'variant') return true;
      if (own.thing !== null && goods.thing !== own.thing) return false;
      return own.price === null || (gap !== null && gap.share <= widestPriceShare);
    })
    .toSorted((a, b) => {
      if (a.kind !== b.kind) return order[a.kind] - order[b.kind];
      if (a.kind !== 'neighbour') return 0;
      const likeness = own.price === null ? (b.goods.alike ?? 0) - (a.goods.alike ?? 0) : 0;
      return likeness || distance(own, a) - distance(own, b);
    })
    .map(({ goods, gap }) => ({ goods, gap }));
}

/** In price; where there is none to compare by, the same pack before the others. */
function distance(own: Comparable, { goods, gap }: { goods: Comparable; gap: PriceGap | null }): number {
  return gap?.share ?? (isSameFactor(own, goods) ? 0 : 1);
}

/** How many values that filters ask for two products share. */
export function countAlike(
  attributes: Attribute[],
  own: Record<string, unknown>,
  other: Record<string, unknown>,
): number {
  return attributes.filter(
    ({ code, type, filter }) =>
      type === 'enum' && filter !== null && own[code] !== undefined && own[code] === other[code],
  ).length;
}

/** «Каска строительная»: what kind of thing a product is, by «Вид товара»; null where its specs do not say it. */
export function thingOf(attributes: Attribute[], specs: Record<string, unknown> | undefined): string | null {
  const attribute = attributes.find(({ name }) => /^вид товара$/i.test(name));
  const thing = attribute && specs?.[attribute.code];
  return typeof thing === 'string' ? thing.toLowerCase() : null;
}
