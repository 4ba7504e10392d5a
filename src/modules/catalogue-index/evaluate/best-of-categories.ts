import type { Tree } from '#modules/catalogue/categories.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import type { CatalogueIndex } from '../segments.ts';
import { onSaleIn } from './on-sale.ts';

type Best = { id: number; popularity: number };

/**
 * Per shown category, its sub-categories included: ids of the best-selling products that can be bought, at most so
 * many, the best first. A model stands there once.
 */
export function bestOfCategories(
  index: CatalogueIndex,
  tree: Tree,
  priceContext: PriceContext,
  most: number,
): Map<number, number[]> {
  const best = new Map<number, Best[]>();
  for (const { segment, tombstones } of index.segments) {
    const { size, id, model, popularity, categoryIds, primaryCategory } = segment;
    const above = [...categoryIds].map((category) => bestAbove(category, tree, best));
    const isOnSale = onSaleIn(segment, priceContext);
    let modelTaken = -1;
    for (let row = 0; row < size; row++) {
      const category = primaryCategory[row] ?? -1;
      if (category === -1 || tombstones[row] === 1 || model[row] === modelTaken || !isOnSale(row)) continue;
      modelTaken = model[row] ?? -1;
      const own = { id: ensure(id[row]), popularity: popularity[row] ?? 0 };
      for (const found of ensure(above[category])) offer(found, own, most);
    }
  }
  return new Map([...best].map(([category, found]) => [category, found.map(({ id }) => id)]));
}

/** What is known of a category and of all above it. */
function bestAbove(category_id: number, tree: Tree, best: Map<number, Best[]>): Best[][] {
  const path: Best[][] = [];
  for (
    let at = tree.byId.get(category_id);
    at !== undefined;
    at = at.parent_id === null ? undefined : tree.byId.get(at.parent_id)
  ) {
    const known = best.get(at.id) ?? [];
    best.set(at.id, known);
    path.push(known);
  }
  return path;
}

function offer(found: Best[], own: Best, most: number): void {
  const at = found.findLastIndex((other) => isBefore(other, own)) + 1;
  if (at >= most) return;
  found.splice(at, 0, own);
  if (found.length > most) found.pop();
}

function isBefore(a: Best, b: Best): boolean {
  return a.popularity > b.popularity || (a.popularity === b.popularity && a.id < b.id);
}
