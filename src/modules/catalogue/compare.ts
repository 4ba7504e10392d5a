import type { Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { loadTree } from './categories.ts';
import { type ProductCard, productCards } from './product-card.ts';
import { specText } from './specifications.ts';

/** One attribute across the compared products; a missing value is null. `differs` marks rows worth reading. */
export type CompareRow = {
  code: string;
  name: string;
  cells: { product_id: number; text: string | null }[];
  differs: boolean;
};

/** The compared products in the order given, and every attribute any of them has, in the attributes' order. */
export async function compareProducts(
  db: Db,
  shelf: Shelf,
  ids: number[],
): Promise<{ products: ProductCard[]; rows: CompareRow[] }> {
  if (ids.length === 0) return { products: [], rows: [] };
  const [products, tree, specs] = await Promise.all([
    productCards(db, shelf, { ids }),
    loadTree(db),
    db.selectFrom('products').select(['id', 'specs']).where('id', 'in', ids).execute(),
  ]);
  const specsById = new Map(specs.map((row) => [row.id, row.specs as Record<string, unknown>]));
  const rows = tree.attributes.flatMap((attribute) => {
    const cells = products.map((product) => ({
      product_id: product.id,
      text: specText(attribute, specsById.get(product.id)?.[attribute.code]),
    }));
    if (cells.every((cell) => cell.text === null)) return [];
    const differs = new Set(cells.map((cell) => cell.text)).size > 1;
    return [{ code: attribute.code, name: attribute.name, cells, differs }];
  });
  return { products, rows };
}
