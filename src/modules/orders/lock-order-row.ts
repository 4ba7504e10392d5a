import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Whatever decides on an order begins with this: one after another until the transaction ends. No error for none. */
export async function lockOrderRow(db: Db, order_id: string): Promise<void> {
  await sql`select from orders where id = ${order_id}::uuid for update`.execute(db);
}
