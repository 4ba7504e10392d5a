import { type CardFacts, type FactsRow, factColumns, factJoins, factsOf } from '#modules/catalogue/card.ts';
import type { Tree } from '#modules/catalogue/categories.ts';
import { createCache } from '#platform/cache.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { CatalogueIndex } from './segments.ts';

/** Shared by all who read it: not to be changed. */
export type RankedFacts = { facts: CardFacts; created_at: Date; variant_label: string | null };

/** About 30 MB. */
const mostCached = 20_000;

/**
 * Facts that an index has met, by product; dropped when the product changes. `version`: of the tree they were read
 * with.
 */
export function openFacts() {
  return createCache<number, { version: number; own: RankedFacts }>({ name: 'card_facts', max: mostCached });
}

type RankedRow = FactsRow & Omit<RankedFacts, 'facts'>;

const factsText = (condition: string) => `
  select ${factColumns}, p.created_at, p.variant_label
  from products p ${factJoins}
  where ${condition}`;

const selectFacts = preparedStatement<RankedRow>('card_facts', factsText('p.id = any($1::int[])'));
const selectWithLinked = preparedStatement<RankedRow>(
  'linked_card_facts',
  factsText(`p.id in (
    select v.id from products own join products v on v.model_id = own.model_id where own.id = $1::int
    union select linked_product_id from product_links where product_id = $1::int)`),
);

/** The facts of these products; those in memory cost no query. A product deleted this moment is absent. */
export async function cardFacts(
  db: Db,
  index: CatalogueIndex,
  tree: Tree,
  ids: number[],
): Promise<Map<number, RankedFacts>> {
  const { facts: cached, revision } = index;
  const found = new Map<number, RankedFacts>();
  const missing = ids.filter((id) => {
    const known = cached.get(id);
    if (known?.version !== tree.version) return true;
    found.set(id, known.own);
    return false;
  });
  if (missing.length === 0) return found;
  const read = remember(index, tree, revision, await selectFacts(db, [missing]));
  for (const own of read) found.set(own.facts.id, own);
  return found;
}

/**
 * Reads the facts of a product, of its variants and of what is linked with it, when the product has not been asked for
 * yet: for who would learn only from another statement which these are, and asks both at once.
 */
export async function readLinkedFacts(db: Db, index: CatalogueIndex, tree: Tree, id: number): Promise<void> {
  const { facts, revision } = index;
  if (facts.get(id)?.version !== tree.version) remember(index, tree, revision, await selectWithLinked(db, [id]));
}

/** `revision`: of the index before they were read. */
function remember(
  { facts: cached, revision: current }: CatalogueIndex,
  tree: Tree,
  revision: number,
  rows: RankedRow[],
) {
  const read = rows.map((row): RankedFacts => {
    const { created_at, variant_label } = row;
    return { facts: factsOf(row, tree), created_at, variant_label };
  });
  // What changed while it was read may have been read too early to be remembered.
  if (current === revision) for (const own of read) cached.set(own.facts.id, { version: tree.version, own });
  return read;
}
