import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

const yearMs = 365 * 86_400_000;

/**
 * By product: orders placed in the last 365 days that hold it, whatever its count in them. Neither cancelled ones are
 * counted nor those of guests who have not confirmed them; goods taken out of an order are in it no more. Decision 578.
 */
export async function countOrdersInYear(db: Db, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ product_id: number; count: number }>`
    select l.product_id, count(distinct l.order_id)::int as count
    from order_lines l join orders o on o.id = l.order_id
    where o.created_at > ${new Date(now.getTime() - yearMs)} and o.state <> 'cancelled' and o.unconfirmed_since is null
    group by l.product_id`.execute(db);
  return new Map(rows.map(({ product_id, count }) => [product_id, count]));
}
