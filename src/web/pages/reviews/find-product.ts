import { redirect } from 'react-router';
import { getProduct, type ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';

/** The product of a page about it; a former slug leads to the same page of the new one, an unknown one is 404. */
export async function findProduct({ db, requestContext, tags }: Shop, slug: string, urlOf: (slug: string) => string) {
  const product: ProductPage | { moved_to: string } | null = await getProduct(
    db,
    requestContext.priceContext,
    { slug },
    'page',
  );
  if (!product) throw notFound();
  if ('moved_to' in product) throw redirect(urlOf(product.moved_to), 301);
  tags.add(`product:${product.id}`);
  return product;
}
