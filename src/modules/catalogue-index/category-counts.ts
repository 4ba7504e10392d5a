import { loadTree } from '#modules/catalogue/categories.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { catalogueIndex } from './catalogue-index.ts';
import { countCategories } from './evaluate/count-categories.ts';

const counts = cachedRead<Map<number, number>>({
  name: 'category_counts',
  freshMs: 30_000,
  maxMs: 300_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: async (db) => {
    const tree = await loadTree(db);
    return countCategories(await catalogueIndex(db), tree);
  },
});

/** Cards under every category, its sub-categories included: variants of one model count once, as in lists. */
export function categoryCounts(db: Db): Promise<ReadonlyMap<number, number>> {
  return counts(db);
}
