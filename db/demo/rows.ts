import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Inserts rows of one shape in one statement: they travel as one JSON text, PostgreSQL casts each field to the column's
 * own type. Given ids are taken as they are, also for identity columns.
 */
export async function insertRows(db: Db, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}

/** After rows with given ids: the next own id follows the greatest. */
export async function followIds(db: Db, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.table(table)}), 1))`.execute(
    db,
  );
}
