import { type Category, categoryTree } from '#modules/catalogue/categories.ts';
import { branchMenu } from '#modules/catalogue/menu.ts';
import { categoryCounts } from '#modules/catalogue-index/category-counts.ts';
import { categoryPictures } from '#modules/catalogue-index/category-pictures.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import type { Log } from '#platform/log.ts';

export type Tile = TileChild & { children: TileChild[] };

type TileChild = { code: string; name: string; picture: string | null; count: number };

type Asked = { db: Db; log: Log; requestContext: Pick<RequestContext, 'department' | 'priceContext'> };

/**
 * Categories of the branch's menu with their second level, each with its picture; those without goods are left out.
 */
export async function readTiles({ db, log, requestContext: { department, priceContext } }: Asked): Promise<Tile[]> {
  const noPictures: ReadonlyMap<number, string> = new Map();
  const failed = quietly(log, 'menu', 'no pictures of categories');
  const [menu, counts, pictures] = await Promise.all([
    shownCategories(db, department.id_1c, log),
    categoryCounts(db),
    orNothing(categoryPictures(db, priceContext), noPictures, failed),
  ]);
  const shown = ({ id, code, name }: Category): TileChild => {
    return { code, name, picture: pictures.get(id) ?? null, count: counts.get(id) ?? 0 };
  };
  return menu
    .map((category) => ({
      ...shown(category),
      children: category.children.map(shown).filter(({ count }) => count > 0),
    }))
    .filter(({ count }) => count > 0);
}

/** What the branch's menu keeps; a branch without a menu, or one whose menu could not be read, shows the whole tree. */
export async function shownCategories(db: Db, department_id_1c: string, log: Log): Promise<Category[]> {
  const failed = quietly(log, 'menu', 'the menu was not read', { department_id_1c });
  const menu = await orNothing(branchMenu(db, department_id_1c), [], failed);
  return menu.length > 0 ? menu : categoryTree(db);
}
