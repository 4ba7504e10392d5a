import { type Category, pathOf, type Tree } from '#modules/catalogue/categories.ts';
import { ensure } from '#shared/ensure.ts';
import { brandKind, marksOfKind, primaryCategoryAt } from '../segment.ts';
import type { CatalogueIndex } from '../segments.ts';

/** How many cards a brand has, and in which root category most of them lie; null: they lie in none. */
export type BrandGoods = { count: number; root: Category | null };

/** Goods of every brand by its id; a brand without goods is absent. Variants of one model count once. */
export function countBrands({ segments }: CatalogueIndex, tree: Tree): Map<number, BrandGoods> {
  const byRoot = new Map<number, Map<Category | null, number>>();
  const rootOf = rootsOfCategories(tree);
  for (const { segment, tombstones } of segments) {
    const { markId, model, carriers, carrierStart } = segment;
    const [from, until] = marksOfKind(segment, brandKind);
    for (let mark = from; mark < until; mark++) {
      const id = ensure(markId[mark]);
      const roots = byRoot.get(id) ?? new Map<Category | null, number>();
      let modelNow: number | undefined;
      for (const row of carriers.subarray(carrierStart[mark], carrierStart[mark + 1])) {
        if (tombstones[row] === 1 || model[row] === modelNow) continue;
        modelNow = model[row];
        const root = rootOf(primaryCategoryAt(segment, row));
        roots.set(root, (roots.get(root) ?? 0) + 1);
      }
      if (roots.size > 0) byRoot.set(id, roots);
    }
  }
  return new Map([...byRoot].map(([id, roots]) => [id, goodsOf(roots)]));
}

function goodsOf(roots: Map<Category | null, number>): BrandGoods {
  const sorted = [...roots].sort(([, a], [, b]) => b - a);
  const count = sorted.reduce((sum, [, cards]) => sum + cards, 0);
  return { count, root: sorted.find(([root]) => root !== null)?.[0] ?? null };
}

/** The root of a category by its id, looked up once for each. */
function rootsOfCategories(tree: Tree): (id: number | null) => Category | null {
  const roots = new Map<number, Category | null>();
  return (id) => {
    if (id === null) return null;
    const met = roots.get(id);
    if (met !== undefined) return met;
    const category = tree.byId.get(id);
    const root = category ? (pathOf(tree, category)[0] ?? null) : null;
    roots.set(id, root);
    return root;
  };
}
