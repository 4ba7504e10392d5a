import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { unbroken } from '#shared/unbroken.ts';

/**
 * The product as its page says it: what is useful with it can be bought now, no bullet of the description repeats a
 * value of the specifications that stand above it, and no line of an address ends before the house.
 */
export function shownProduct(product: ProductPage): ProductPage {
  const specified = new Set(product.specifications.flatMap(({ rows }) => rows.map(({ text }) => plain(text))));
  return {
    ...product,
    points: product.points.map((point) => ({ ...point, address: unbroken(point.address) })),
    for_job: product.for_job.filter((card) => card.is_on_sale_now),
    highlights: product.highlights.filter((words) => !specified.has(plain(words))),
  };
}

function plain(words: string): string {
  return words.replace(/\s+/g, ' ').trim().toLowerCase();
}
