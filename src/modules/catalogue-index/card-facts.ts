import type { Tree } from '#modules/catalogue/categories.ts';
import { type CardFacts, cardAttributes } from '#modules/catalogue/product-card.ts';
import { type RatingColumns, ratingColumns, ratingOf } from '#modules/catalogue/rating.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { CatalogueIndex } from './parts.ts';

/** Shared by all who read it: not to be changed. */
export type RankedFacts = CardFacts & { popularity: number; created_at: Date; variant_label: string | null };

/** Facts that an index has met, by product; dropped when the product changes. `version`: of the tree they were read with. */
export type KeptFacts = Map<number, { version: number; facts: RankedFacts }>;

/** About 30 MB. Beyond it those that were read first go. */
const mostKept = 20_000;

type FactsRow = Omit<RankedFacts, 'brand' | 'factor' | 'attributes' | 'lead_days' | 'rating'> & {
  brand_slug: string | null;
  brand_name: string | null;
  factor_base: number;
  factor_sales: number;
  lead_days_min: number | null;
  lead_days_max: number | null;
  specs: Record<string, unknown>;
} & RatingColumns;

const factsText = (condition: string) => `
  select p.id, p.idcode, p.slug, p.model_id, p.name, p.article, main.code as category_code, b.slug as brand_slug, b.name as brand_name,
    p.images, p.weight_grams, p.unit, p.base_unit, p.factor_base, p.factor_sales, p.step, p.min_count, p.max_count, p.specs,
    p.lead_days_min, p.lead_days_max, p.popularity, p.created_at, p.variant_label, ${ratingColumns}
  from products p
  left join brands b on b.id = p.brand_id
  left join product_categories pc on pc.product_id = p.id and pc.is_main
  left join categories main on main.id = pc.category_id
  where ${condition}`;

const selectFacts = preparedStatement<FactsRow>('card_facts', factsText('p.id = any($1::int[])'));
const selectWithLinked = preparedStatement<FactsRow>(
  'linked_card_facts',
  factsText(`p.id in (
    select v.id from products own join products v on v.model_id = own.model_id where own.id = $1::int
    union select linked_product_id from product_links where product_id = $1::int)`),
);

/** The facts of these products; those in memory cost no question. A product deleted this moment is absent. */
export async function cardFacts(
  db: Db,
  index: CatalogueIndex,
  tree: Tree,
  ids: number[],
): Promise<Map<number, RankedFacts>> {
  const { facts: kept, revision } = index;
  const found = new Map<number, RankedFacts>();
  const missing = ids.filter((id) => {
    const known = kept.get(id);
    if (known?.version !== tree.version) return true;
    found.set(id, known.facts);
    return false;
  });
  if (missing.length === 0) return found;
  const read = keep(index, tree, revision, await selectFacts(db, [missing]));
  for (const facts of read) found.set(facts.id, facts);
  return found;
}

/**
 * Reads the facts of a product, of its variants and of what is linked with it, when the product has not been asked for yet: for who would
 * learn only from another statement which these are, and asks both at once.
 */
export async function readLinkedFacts(db: Db, index: CatalogueIndex, tree: Tree, id: number): Promise<void> {
  const { facts, revision } = index;
  if (facts.get(id)?.version !== tree.version) keep(index, tree, revision, await selectWithLinked(db, [id]));
}

/** `revision`: of the index before they were read. */
function keep({ facts: kept, revision: current }: CatalogueIndex, tree: Tree, revision: number, rows: FactsRow[]) {
  const read = rows.map((row) => factsOf(row, tree));
  // What changed while it was read may have been read too early to be remembered.
  if (current === revision) for (const facts of read) kept.set(facts.id, { version: tree.version, facts });
  for (const id of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(id);
  }
  return read;
}

function factsOf(row: FactsRow, tree: Tree): RankedFacts {
  const { brand_slug, brand_name, factor_base, factor_sales, lead_days_min, lead_days_max, specs, ...rest } = row;
  const { rating_count, rating_sum, demo_rating_count, demo_rating_sum, ...facts } = rest;
  return {
    ...facts,
    brand: brand_slug && brand_name ? { slug: brand_slug, name: brand_name } : null,
    factor: [factor_base, factor_sales],
    attributes: cardAttributes(tree, specs),
    lead_days: lead_days_min === null ? null : [lead_days_min, lead_days_max ?? lead_days_min],
    rating: ratingOf({ rating_count, rating_sum, demo_rating_count, demo_rating_sum }),
  };
}
