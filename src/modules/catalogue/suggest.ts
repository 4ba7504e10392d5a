import type { Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';

/** What stands under the search box while one types (S7-31). Money in kopecks. */
export type Suggestions = {
  products: {
    id: number;
    idcode: string;
    slug: string;
    name: string;
    article: string | null;
    image: string | null;
    price: number | null;
    buyer_price: number | null;
    unit: string;
    available: number | null;
    is_on_sale_now: boolean;
  }[];
  categories: { code: string; name: string; parent_name: string | null }[];
  brands: { slug: string; name: string }[];
  queries: string[];
  /** The words the answer was found by, when they are not those typed. */
  corrected_query: string | null;
};

/** Suggestions from two characters on; fewer give nothing. */
export async function suggest(_db: Db, _shelf: Shelf, _q: string): Promise<Suggestions> {
  return { products: [], categories: [], brands: [], queries: [], corrected_query: null };
}
