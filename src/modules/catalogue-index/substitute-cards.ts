import type { ProductCard } from '#modules/catalogue/card.ts';
import type { Tree } from '#modules/catalogue/categories.ts';
import { readSpecs } from '#modules/catalogue/product-rows.ts';
import { countAlike, rankSubstitutes, type SubstituteKind, thingOf } from '#modules/catalogue/substitutes.ts';
import type { Db } from '#platform/database.ts';
import { cardGapWords } from '#shared/price-gap.ts';
import { differenceWords, type Specs } from './difference-words.ts';

/** A product that can be bought instead, with what differs: «дешевле на 51 ₽ за мешок», «шире на 1 м». */
export type SubstituteCard = { card: ProductCard; differences: string[] };

const most = { substitutes: 5, differences: 2 };

/** The best substitutes that can be bought now. `own`: what they stand in for, with its specs. */
export async function substituteCards(
  db: Db,
  { attributes }: Tree,
  own: { card: ProductCard; specs: Specs },
  candidates: Record<SubstituteKind, ProductCard[]>,
): Promise<SubstituteCard[]> {
  const buyable = buyableOnce(candidates);
  if (buyable.length === 0) return [];
  const specsOf = await readSpecs(
    db,
    buyable.map(({ card }) => card.id),
  );
  const comparable = (card: ProductCard, specs: Specs | undefined) => {
    const { unit, base_unit, factor, shown_unit, buyer_price, price } = card;
    const thing = thingOf(attributes, specs);
    const alike = countAlike(attributes, own.specs, specs ?? {});
    return { card, thing, alike, unit, base_unit, factor, shown_unit, price: buyer_price ?? price };
  };
  return rankSubstitutes(
    comparable(own.card, own.specs),
    buyable.map(({ kind, card }) => ({ kind, goods: comparable(card, specsOf.get(card.id)) })),
  )
    .slice(0, most.substitutes)
    .map(({ goods: { card }, gap }) => {
      const others = differenceWords(attributes, own.specs, specsOf.get(card.id) ?? {});
      return { card, differences: [...(gap ? [cardGapWords(gap)] : []), ...others].slice(0, most.differences) };
    });
}

function buyableOnce({ variant, named, neighbour }: Record<SubstituteKind, ProductCard[]>) {
  const found = new Map<number, { kind: SubstituteKind; card: ProductCard }>();
  for (const [kind, cards] of [
    ['variant', variant],
    ['named', named],
    ['neighbour', neighbour],
  ] as const) {
    for (const card of cards) if (card.is_on_sale_now && !found.has(card.id)) found.set(card.id, { kind, card });
  }
  return [...found.values()];
}
