import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * The point where this person picked up last, or is going to; null: never. Another branch has none of it: the caller
 * looks it up.
 */
export async function lastPickupPoint(db: Db, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ id_1c: string }>`
    select pickup_department_id_1c as id_1c from orders
    where user_id = ${user_id}::uuid and pickup_department_id_1c is not null and state <> 'cancelled'
    order by created_at desc limit 1`.execute(db);
  return rows[0]?.id_1c ?? null;
}
