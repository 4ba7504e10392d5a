import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Where files of orders lie among the private ones. */
export const orderFilesArea = 'orders';

export type OrderFile = { id: string; name: string; type: string; size: number };

/** The order's power of attorney from now on; returns the id of the one it replaces, whose bytes may go. */
export async function keepPowerOfAttorney(
  db: Db,
  order_id: string,
  file: OrderFile,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    delete from order_files where order_id = ${order_id}::uuid and kind = 'power_of_attorney' returning id`.execute(db);
  await sql`
    insert into order_files (id, order_id, kind, name, type, size, created_at)
    values (${file.id}, ${order_id}, 'power_of_attorney', ${file.name}, ${file.type}, ${file.size}, ${now})`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export async function getPowerOfAttorney(db: Db, order_id: string): Promise<OrderFile | null> {
  const { rows } = await sql<OrderFile>`
    select id, name, type, size from order_files where order_id = ${order_id}::uuid and kind = 'power_of_attorney'`.execute(
    db,
  );
  return rows[0] ?? null;
}
