import { Listing } from '#modules/catalogue/schema.ts';
import { query } from '#modules/search/listing.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import type { Shop } from '#web/parts/request/context.ts';

/**
 * By the code of a category: a picture of the brand's own best-selling good in it, of what can be bought in the
 * visitor's branch before the rest. A category whose goods have none, or could not be read, is left out.
 */
export async function sectionPictures(
  { db, requestContext, log }: Pick<Shop, 'db' | 'requestContext' | 'log'>,
  brand: string,
  categories: readonly { code: string }[],
): Promise<Map<string, string>> {
  const failed = quietly(log, 'product', 'the pictures of a brand were not read');
  const read = async ({ code }: { code: string }) => {
    const wanted = Listing.parse({ brand, category: code, sort: 'popular', limit: 1 });
    const { items } = await query(db, requestContext.priceContext, wanted);
    const image = items[0]?.images[0];
    return image === undefined ? null : ([code, image] as const);
  };
  const found = await Promise.all(categories.map((category) => orNothing(read(category), null, failed)));
  return new Map(found.filter((one) => one !== null));
}
