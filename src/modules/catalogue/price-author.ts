import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Until this transaction ends, prices that change name `who` in their history: a person, a program, a table. Cut to 300
 * characters. Call in a transaction, before the prices are written.
 */
export async function namePriceAuthor(db: Db, who: string): Promise<void> {
  await sql`select set_config('shop.price_author', ${who.slice(0, 300)}, true)`.execute(db);
}
