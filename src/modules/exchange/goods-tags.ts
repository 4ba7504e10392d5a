import type { Tag } from '#shared/cache-tags.ts';

/** More products than this change at once only with a price list: then every list and page may show one of them. */
const mostNamed = 300;

/** What is out of date when prices or stock of these products have changed. */
export function tagsOfGoods(product_ids: number[]): Tag[] {
  const products = [...new Set(product_ids)];
  return products.length > mostNamed ? ['catalogue'] : products.map((id) => `product:${id}` as const);
}
