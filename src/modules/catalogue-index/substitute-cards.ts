import type { ProductCard } from '#modules/catalogue/card.ts';
import type { Attribute, Tree } from '#modules/catalogue/categories.ts';
import { readSpecs } from '#modules/catalogue/product-rows.ts';
import { specificationGroups } from '#modules/catalogue/specifications.ts';
import { rankSubstitutes, type SubstituteKind } from '#modules/catalogue/substitutes.ts';
import type { Db } from '#platform/database.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { priceGapWords } from '#shared/price-gap.ts';

/** A product that can be bought instead, with what differs: «дешевле на 51 ₽», «Вес: 25 кг, а не 30 кг». */
export type SubstituteCard = { card: ProductCard; differences: string[] };

type Specs = Record<string, unknown>;

const most = { substitutes: 5, attributes: 2 };

/** The best substitutes that can be bought now. `own`: what they stand in for, with its specs. */
export async function substituteCards(
  db: Db,
  tree: Tree,
  own: { card: ProductCard; specs: Specs },
  candidates: Record<SubstituteKind, ProductCard[]>,
): Promise<SubstituteCard[]> {
  const ranked = rankSubstitutes(charged(own.card), buyableOnce(candidates)).slice(0, most.substitutes);
  if (ranked.length === 0) return [];
  const specsOf = await readSpecs(
    db,
    ranked.map(({ goods }) => goods.card.id),
  );
  return ranked.map(({ goods: { card }, gap }) => {
    const attributes = attributeDifferences(tree.attributes, own.specs, specsOf.get(card.id) ?? {});
    return { card, differences: gap === null ? attributes : [priceGapWords(gap), ...attributes] };
  });
}

function buyableOnce({ variant, named, neighbour }: Record<SubstituteKind, ProductCard[]>) {
  const found = new Map<number, { kind: SubstituteKind; goods: ReturnType<typeof charged> }>();
  for (const [kind, cards] of [
    ['variant', variant],
    ['named', named],
    ['neighbour', neighbour],
  ] as const) {
    for (const card of cards) {
      if (card.is_on_sale_now && !found.has(card.id)) found.set(card.id, { kind, goods: charged(card) });
    }
  }
  return [...found.values()];
}

function charged(card: ProductCard) {
  const { unit, base_unit, factor, shown_unit, buyer_price, price } = card;
  return { card, unit, base_unit, factor, shown_unit, price: buyer_price ?? price };
}

/** Of what cards and filters tell first: these are what a product is chosen by. */
function attributeDifferences(attributes: Attribute[], own: Specs, other: Specs): string[] {
  const chosenBy = attributes
    .filter(({ card_position, filter }) => card_position !== null || filter !== null)
    .sort((a, b) => (a.card_position ?? Number.MAX_SAFE_INTEGER) - (b.card_position ?? Number.MAX_SAFE_INTEGER));
  return chosenBy
    .flatMap((attribute) => {
      const [before, after] = [textOf(attribute, own), textOf(attribute, other)];
      if (before === null || after === null || before === after) return [];
      if (attribute.type === 'boolean') return [`${attribute.name}: ${after}`];
      return [`${attribute.name}: ${after}, а\u00a0не\u00a0${before}`];
    })
    .slice(0, most.attributes);
}

function textOf(attribute: Attribute, specs: Specs): string | null {
  const [text = null] = specificationGroups([attribute], specs).flatMap(({ rows }) => rows.map((row) => row.text));
  return text && lowerFirst(text);
}
