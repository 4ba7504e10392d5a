import type { Product } from '../parts/product.ts';

/** Of a tab of a product: the product as it is typed now, and what is wrong with it by field. */
export type TabProps = {
  product: Product;
  problems: Record<string, string>;
  isEditable: boolean;
  set: (fields: Partial<Product>) => void;
};
