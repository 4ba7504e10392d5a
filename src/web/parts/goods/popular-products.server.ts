import type { ProductCard } from '#modules/catalogue/card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { quietly } from '#platform/failures.ts';
import type { Shop } from '#web/parts/request/context.ts';

const shown = 5;

// Robots ask for missing pages by the thousand: they must not cost a query each.
const copies = cachedRead<ProductCard[]>({
  name: 'popular_products',
  freshMs: 60_000,
  tags: ['catalogue', 'products', 'departments'],
  read: async (db, id_1c) => {
    const department = (await departmentDirectory(db)).find((other) => other.id_1c === id_1c);
    if (!department) return [];
    return (await query(db, priceContextOf(department), Listing.parse({ in_stock: true, limit: shown }))).items;
  },
});

/**
 * What is often bought in the branch, for a page that was not found; at the branch's retail price, from a copy a minute
 * old at most.
 */
export async function popularProducts({ db, requestContext, log }: Shop): Promise<ProductCard[]> {
  const logged = quietly(log, 'product', 'popular products were not read');
  try {
    return await copies(db, requestContext.department.id_1c, logged);
  } catch (error) {
    logged(error);
    return [];
  }
}
