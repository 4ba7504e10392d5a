import type { ProductCard } from '#modules/catalogue/card.ts';
import type { Attribute, Tree } from '#modules/catalogue/categories.ts';
import { readSpecs } from '#modules/catalogue/product-rows.ts';
import { specificationGroups } from '#modules/catalogue/specifications.ts';
import type { Db } from '#platform/database.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';

/** A product that can be bought instead, with what differs: «дешевле на 51 ₽», «Вес: 25 кг, а не 30 кг». */
export type Substitute = { card: ProductCard; differences: string[] };

type Specs = Record<string, unknown>;

const most = { substitutes: 5, attributes: 2 };

/**
 * The first candidates that can be bought, in their order, none twice. `own`: what they stand in for, with its specs.
 */
export async function substitutesFor(
  db: Db,
  tree: Tree,
  own: { card: ProductCard; specs: Specs },
  candidates: ProductCard[],
): Promise<Substitute[]> {
  const buyable = new Map(candidates.flatMap((card) => (card.is_on_sale_now ? [[card.id, card]] : [])));
  const cards = [...buyable.values()].slice(0, most.substitutes);
  if (cards.length === 0) return [];
  const specsOf = await readSpecs(
    db,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => {
    const price = priceDifference(own.card, card);
    const attributes = attributeDifferences(tree.attributes, own.specs, specsOf.get(card.id) ?? {});
    return { card, differences: price === null ? attributes : [price, ...attributes] };
  });
}

/** By the price of a kilogram, metre, litre… where both have one, else of what is sold; null: not to be compared. */
export function priceDifference(own: ProductCard, other: ProductCard): string | null {
  const [a, b] = [perUnit(own), perUnit(other)];
  if (a && b) return a.unit === b.unit ? difference(a.price, b.price, ` за\u00a0${a.unit}`) : null;
  const [before, after] = [own.buyer_price ?? own.price, other.buyer_price ?? other.price];
  if (a || b || before === null || after === null || own.unit !== other.unit) return null;
  return difference(before, after, '');
}

function perUnit({ buyer_price, buyer_unit_price, unit_price }: ProductCard): ProductCard['unit_price'] {
  return buyer_price === null ? unit_price : buyer_unit_price;
}

function difference(own: number, other: number, of: string): string {
  if (own === other) return 'по той же цене';
  return own > other ? `дешевле на ${formatPrice(own - other)}${of}` : `дороже на ${formatPrice(other - own)}${of}`;
}

/** Of what cards and filters tell first: these are what a product is chosen by. */
function attributeDifferences(attributes: Attribute[], own: Specs, other: Specs): string[] {
  const chosenBy = attributes
    .filter(({ card_position, filter }) => card_position !== null || filter !== null)
    .sort((a, b) => (a.card_position ?? Number.MAX_SAFE_INTEGER) - (b.card_position ?? Number.MAX_SAFE_INTEGER));
  return chosenBy
    .flatMap((attribute) => {
      const [before, after] = [textOf(attribute, own), textOf(attribute, other)];
      return before === null || after === null || before === after
        ? []
        : [`${attribute.name}: ${after}, а\u00a0не\u00a0${before}`];
    })
    .slice(0, most.attributes);
}

function textOf(attribute: Attribute, specs: Specs): string | null {
  const [text = null] = specificationGroups([attribute], specs).flatMap(({ rows }) => rows.map((row) => row.text));
  return text && lowerFirst(text);
}
