import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';

/**
 * What buyers think of a product: mean of its stars, rounded to a tenth, and how many gave them. Demonstration reviews
 * make a rating only where no real one stands, and it says so; it never reaches markup for search engines.
 */
export type Rating = { value: number; count: number; is_demo: boolean };

export type RatingColumns = {
  rating_count: number;
  rating_sum: number;
  demo_rating_count: number;
  demo_rating_sum: number;
};

/** For a select from `products p`. */
export const ratingColumns = 'p.rating_count, p.rating_sum, p.demo_rating_count, p.demo_rating_sum';

/** null: nobody has rated it. */
export function ratingOf(row: RatingColumns): Rating | null {
  const is_demo = row.rating_count === 0;
  const [sum, count] = is_demo ? [row.demo_rating_sum, row.demo_rating_count] : [row.rating_sum, row.rating_count];
  return count === 0 ? null : { value: Math.round((sum / count) * 10) / 10, count, is_demo };
}

/**
 * One review more (`by` 1) or one less (−1) counts for its product, in the transaction that shows or hides it; every
 * page that shows the product is made again.
 */
export async function countRating(
  db: Db,
  { product_id, rating, is_demo }: { product_id: number; rating: number; is_demo: boolean },
  by: 1 | -1,
): Promise<void> {
  const column = (what: 'count' | 'sum') => sql.ref(`${is_demo ? 'demo_' : ''}rating_${what}`);
  await sql`
    update products set ${column('count')} = ${column('count')} + ${by}, ${column('sum')} = ${column('sum')} + ${by * rating}
    where id = ${product_id}`.execute(db);
  await invalidate(db, [`product:${product_id}`, 'products']);
}
