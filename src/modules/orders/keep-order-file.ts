import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isActive, type OrderState } from '#shared/order-states.ts';

/** Where files of orders lie among the private ones. */
export const orderFilesArea = 'orders';

export type OrderFile = { id: string; name: string; type: string; size: number };

/**
 * The order's power of attorney from now on; returns the id of the one it replaces, whose bytes may go. By which paper
 * goods were given out stays as it was: throws receiving_fixed once the order is over.
 */
export async function storePowerOfAttorney(
  db: Db,
  order_id: string,
  file: OrderFile,
  now: Date,
): Promise<string | null> {
  const { rows: orders } = await sql<{ state: OrderState }>`
    select state from orders where id = ${order_id}::uuid for update`.execute(db);
  if (!orders[0] || !isActive(orders[0].state)) throw new Refusal('receiving_fixed');
  const { rows } = await sql<{ id: string }>`
    delete from order_files where order_id = ${order_id}::uuid and kind = 'power_of_attorney' returning id`.execute(db);
  await sql`
    insert into order_files (id, order_id, kind, name, type, size, created_at)
    values (${file.id}, ${order_id}, 'power_of_attorney', ${file.name}, ${file.type}, ${file.size}, ${now})`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** What the buyer sent for whoever receives the order; null: nothing. The bytes: `readPrivateFile`. */
export async function getPowerOfAttorney(db: Db, order_id: string): Promise<OrderFile | null> {
  const { rows } = await sql<OrderFile>`
    select id, name, type, size from order_files where order_id = ${order_id}::uuid and kind = 'power_of_attorney'`.execute(
    db,
  );
  return rows[0] ?? null;
}
