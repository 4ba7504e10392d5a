import type { Db } from '#platform/database.ts';
import { type Category, loadTree, menuCategoryIds } from './categories.ts';

/**
 * S7-20: the categories of a branch's dynamic menu, nested; a category stays only if it, too, is in the menu, at every
 * depth. A kept category whose parent is not in the menu is not shown.
 */
export async function branchMenu(db: Db, department_id_1c: string): Promise<Category[]> {
  const [tree, kept] = await Promise.all([loadTree(db), menuCategoryIds(db, department_id_1c)]);
  return keepCategories(tree.roots, kept);
}

/** The same tree with only the kept categories, their order unchanged. */
function keepCategories(categories: Category[], kept: ReadonlySet<number>): Category[] {
  return categories
    .filter((category) => kept.has(category.id))
    .map((category) => ({ ...category, children: keepCategories(category.children, kept) }));
}
