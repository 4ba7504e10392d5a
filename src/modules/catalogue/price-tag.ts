import { sql } from 'kysely';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { basePriceWords, perUnit, shownPrice } from '#shared/unit-words.ts';
import type { ProductCard } from './card.ts';
import { loadTree } from './categories.ts';
import { productCards } from './product-card.ts';
import { type SpecificationGroup, specificationGroups } from './specifications.ts';

/**
 * What a price tag says of a product in words, as the rules of selling ask for it (Government decree 2463 of
 * 31.12.2020, point 19): name, sort where there is one, retail price for a unit.
 */
export type PriceTagWords = {
  name: string;
  sort: string | null;
  price: string;
  old_price: string | null;
  /** What the price is of: «за мешок», «16,3 ₽/кг». */
  per: string[];
  code: string;
  barcode: string | null;
};

type Tagged = Pick<ProductCard, 'name' | 'price' | 'old_price' | 'unit_price' | 'shown_unit' | 'article' | 'idcode'> & {
  barcode: string | null;
};

/** The product's sort, where a property of that name says it. */
export function sortOf(specifications: SpecificationGroup[]): string | null {
  return specifications.flatMap(({ rows }) => rows).find(({ name }) => name === 'Сорт')?.text ?? null;
}

/** null: it has no price, and so no tag. */
export function priceTagOf(product: Tagged, sort: string | null): PriceTagWords | null {
  const { name, price, old_price, unit_price, shown_unit, article, idcode, barcode } = product;
  if (price === null) return null;
  return {
    name,
    sort,
    barcode,
    price: formatPrice(shownPrice(price, shown_unit)),
    old_price: old_price === null ? null : formatPrice(shownPrice(old_price, shown_unit)),
    per: [perUnit(shown_unit), basePriceWords(unit_price, shown_unit)].filter((words) => words !== null),
    code: article ? `Арт. ${article}` : `Код ${idcode}`,
  };
}

/**
 * The tags of these goods in the order asked for, each with the product's slug; `without`: names of those that have no
 * price in the branch. Unknown and switched-off ones are left out.
 */
export async function readPriceTags(
  db: Db,
  priceContext: PriceContext,
  ids: number[],
): Promise<{ tags: (PriceTagWords & { slug: string })[]; without: string[] }> {
  const [cards, { attributes }, { rows }] = await Promise.all([
    productCards(db, priceContext, { ids }),
    loadTree(db),
    sql<{ id: number; barcode: string | null; specs: Record<string, unknown> }>`
      select p.id, p.barcode, p.specs from products p where p.id = any(${ids}::int[])`.execute(db),
  ]);
  const facts = new Map(rows.map((row) => [row.id, row]));
  const shown = cards
    .filter(({ switched_off }) => !switched_off)
    .map((card) => {
      const { barcode = null, specs = {} } = facts.get(card.id) ?? {};
      return { card, words: priceTagOf({ ...card, barcode }, sortOf(specificationGroups(attributes, specs))) };
    });
  return {
    tags: shown.flatMap(({ card: { slug }, words }) => (words ? [{ ...words, slug }] : [])),
    without: shown.flatMap(({ card: { name }, words }) => (words ? [] : [name])),
  };
}
