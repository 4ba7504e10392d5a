import type { ProductCard } from '#modules/catalogue/card.ts';
import { popularProducts } from '#web/parts/goods/popular-products.server.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** What others buy, for a list that holds little or nothing; never what stands in it. */
export async function popularBeside(found: Shop, ids: number[]): Promise<ProductCard[]> {
  const popular = await popularProducts(found);
  return popular.filter(({ id }) => !ids.includes(id));
}
