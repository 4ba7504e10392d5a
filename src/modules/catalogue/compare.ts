import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { ProductCard } from './card.ts';
import { loadTree } from './categories.ts';
import { productCards } from './product-card.ts';
import { specRowText } from './specifications.ts';

/** One attribute across the compared products; a missing value is null. `differs` marks rows worth reading. */
export type CompareRow = {
  code: string;
  name: string;
  cells: { product_id: number; text: string | null; is_best: boolean }[];
  differs: boolean;
};

/** Products of one category stand beside each other. */
export type CompareGroup = { code: string; name: string; products: ProductCard[] };

/** The listed products by category, in the order given: goods of different kinds have nothing to compare. */
export async function compareGroups(db: Db, priceContext: PriceContext, ids: number[]): Promise<CompareGroup[]> {
  const [products, tree] = await Promise.all([productCards(db, priceContext, { ids }), loadTree(db)]);
  const groups = new Map<string, CompareGroup>();
  for (const product of products) {
    const code = product.category_code ?? '';
    const group = groups.get(code) ?? { code, name: tree.byCode.get(code)?.name ?? 'Другое', products: [] };
    group.products.push(product);
    groups.set(code, group);
  }
  return [...groups.values()];
}

/**
 * Every attribute any of these products has, in the attributes' order; the best value is marked where one way is
 * better.
 */
export async function compareRows(db: Db, products: ProductCard[]): Promise<CompareRow[]> {
  if (products.length === 0) return [];
  const ids = products.map(({ id }) => id);
  const [tree, specs] = await Promise.all([
    loadTree(db),
    db.selectFrom('products').select(['id', 'specs']).where('id', 'in', ids).execute(),
  ]);
  const specsById = new Map(specs.map((row) => [row.id, row.specs as Record<string, unknown>]));
  return tree.attributes.flatMap((attribute) => {
    const values = ids.map((id) => specsById.get(id)?.[attribute.code]);
    const texts = values.map((value) => specRowText(attribute, value));
    if (texts.every((text) => text === null)) return [];
    const best = bestOf(
      values.map((value) => (typeof value === 'number' ? value : null)),
      attribute.better ?? null,
    );
    const cells = ids.map((product_id, at) => ({ product_id, text: texts[at] ?? null, is_best: best[at] ?? false }));
    return [{ code: attribute.code, name: attribute.name, cells, differs: new Set(texts).size > 1 }];
  });
}

/**
 * Which of the values are the best: nothing where no way is better, where fewer than two are known, and where all are
 * the same.
 */
export function bestOf(values: (number | null)[], better: 'more' | 'less' | null): boolean[] {
  const known = values.filter((value) => value !== null);
  if (better === null || known.length < 2 || new Set(known).size < 2) return values.map(() => false);
  const best = better === 'more' ? Math.max(...known) : Math.min(...known);
  return values.map((value) => value === best);
}
