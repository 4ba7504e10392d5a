import { loadTree } from '#modules/catalogue/categories.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { catalogueIndex } from './catalogue-index.ts';
import { bestOfCategories } from './evaluate/best-of-categories.ts';

/** So many of the best sellers are asked for a picture. */
const mostAsked = 3;

const selectPictures = preparedStatement<{ id: number; image: string }>(
  'first_pictures',
  'select id, images[1] as image from products where id = any($1::int[]) and cardinality(images) > 0',
);

const pictures = cachedRead<Map<number, string>>({
  name: 'category_pictures',
  freshMs: 60_000,
  maxMs: 600_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: async (db, key) => {
    const [price_column = '', store = ''] = key.split(' ');
    const tree = await loadTree(db);
    const priceContext = { department_id_1c: '', price_column, buyer_price_column: null, store };
    const best = bestOfCategories(await catalogueIndex(db), tree, priceContext, mostAsked);
    const rows = await selectPictures(db, [[...new Set([...best.values()].flat())]]);
    const imageOf = new Map(rows.map(({ id, image }) => [id, image]));
    const found = new Map<number, string>();
    for (const { id, illustration } of tree.byId.values()) {
      const image = illustration ?? best.get(id)?.flatMap((product) => imageOf.get(product) ?? [])[0];
      if (image !== undefined) found.set(id, image);
    }
    return found;
  },
});

/**
 * A picture for every category that has one at this branch: the one the owner set (`categories.illustration`), else
 * that of the best-selling product under it which can be bought there.
 */
export function categoryPictures(
  db: Db,
  { price_column, store }: PriceContext,
  onFailure?: (error: unknown) => void,
): Promise<ReadonlyMap<number, string>> {
  return pictures(db, `${price_column} ${store}`, onFailure);
}
