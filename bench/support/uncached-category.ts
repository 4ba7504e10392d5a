import { openDatabase } from '#platform/database.ts';
import type { Ask } from './load.ts';

/**
 * A task of `load` that has the page rendered for every request: it asks for another bound of the price each time,
 * `above` every price and counting up, so that the list stays the same. `above`, in roubles, is another one for every
 * measurement of a process: what one has asked for the page cache may hold.
 */
export function uncachedPage(path: string, above: number): (ask: Ask) => Promise<void> {
  let bound = above;
  return async (ask) => {
    const answer = await ask(`${path}?price_to=${bound++}`);
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  };
}

/** The code of the category that holds most goods itself. */
export async function largestLeafCategory(url: string): Promise<string> {
  const db = openDatabase(url);
  const { code } = await db
    .selectFrom('product_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.code', ({ fn }) => fn.countAll().as('goods')])
    .groupBy('c.code')
    .orderBy('goods', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.destroy();
  return code;
}
