import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Mover } from './move-order.ts';

/** One row of the order's history for a change that moved no state. */
export async function writeHistory(
  db: Db,
  order_id: string,
  { who, why = '', now = new Date() }: Mover,
): Promise<void> {
  await sql`insert into order_moves (order_id, at, who, why) values (${order_id}::uuid, ${now}, ${who}, ${why})`.execute(
    db,
  );
}
