import type { ProductPage } from '#modules/catalogue-index/get-product.ts';

/** Another point of the branch and how many sales units one order can take there. */
export type FullerPointOfProduct = { address: string; count: number };

/**
 * The point whose own shelf holds more than the branch's store, and the most of them: an order that is picked up there
 * takes its goods from that shelf. Null: there is none.
 */
export function fullerPointOf(
  product: Pick<ProductPage, 'points' | 'available' | 'step' | 'min_count' | 'max_count'>,
): FullerPointOfProduct | null {
  const { points, available, step, min_count, max_count } = product;
  const most = points.reduce<FullerPointOfProduct>(
    (best, { address, available: count }) => (count !== null && count > best.count ? { address, count } : best),
    { address: '', count: available ?? 0 },
  );
  const count = Math.min(max_count, Math.floor(most.count / step) * step);
  return most.address !== '' && count >= min_count && count > (available ?? 0) ? { ...most, count } : null;
}
