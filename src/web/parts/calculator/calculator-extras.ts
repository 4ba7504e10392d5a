import type { ProductPage } from '#modules/catalogue-index/get-product.ts';

/** What a product's calculator offers beside the product itself. */
export function calculatorExtras({ for_job }: Pick<ProductPage, 'for_job'>) {
  return for_job.filter((extra) => extra.is_on_sale_now).slice(0, 4);
}
