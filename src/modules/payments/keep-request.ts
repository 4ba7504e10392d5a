import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Keeps the provider's request for a receipt or a refund before it is sent; the first one stays, so that every
 * repetition is the same. Returns what stands.
 */
export async function keepRequest(
  db: Db,
  table: 'receipts' | 'refunds',
  id: string,
  request: unknown,
): Promise<unknown> {
  const kept = await db
    .updateTable(table)
    .set({ request: sql`coalesce(request, ${JSON.stringify(request)}::jsonb)` })
    .where('id', '=', id)
    .returning('request')
    .executeTakeFirstOrThrow();
  return kept.request;
}
