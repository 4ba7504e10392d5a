import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';

/** Tables whose rows are shown from … to … (not including) and are replaced whole. */
type DatedTable = 'banners' | 'wobblers';
type Dates = { starts_at: Date | null; ends_at: Date | null };

/** What was given, once it passes the schema and ends after it begins. Throws bad_input with the fields. */
export function readDated<Schema extends z.ZodType<Dates>>(schema: Schema, given: z.input<Schema>): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
    throw new Refusal('bad_input', { fields: Object.fromEntries(fields) });
  }
  const { starts_at, ends_at } = parsed.data;
  if (starts_at && ends_at && ends_at <= starts_at)
    throw new Refusal('bad_input', { fields: { ends_at: 'Конец должен быть позже начала' } });
  return parsed.data;
}

/** Returns the new row's id; pages with content are made again. */
export async function createDated(db: Db, table: DatedTable, row: object, now: Date): Promise<number> {
  const { id } = await db
    .insertInto(table)
    .values({ ...row, changed_at: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return id;
}

/** Replaces what the row says; its id stays. Throws not_found. */
export async function changeDated(db: Db, table: DatedTable, id: number, row: object, now: Date): Promise<void> {
  const changed = await db
    .updateTable(table)
    .set({ ...row, changed_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** Shown no longer from `now` on; one that has not begun never will. Throws not_found when it has ended already. */
export async function endDated(db: Db, table: DatedTable, id: number, now: Date): Promise<void> {
  const ended = await db
    .updateTable(table)
    .set({ starts_at: sql`least(starts_at, ${now})`, ends_at: now, changed_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(ends_at > ${now}, true)`)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}
