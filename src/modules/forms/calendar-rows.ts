import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

/**
 * Versions of forms that begin within the span; `id`: the code of the form, `save_id` null: another version is newer,
 * and a form is saved by its newest. They are common to all branches.
 */
export async function calendarForms(
  db: Db,
  { from, to }: CalendarSpan,
): Promise<(CalendarRow & { save_id: string | null })[]> {
  const { rows } = await sql<CalendarRow & { save_id: string | null }>`
    select f.code as id, case when not exists (select from form_schemas n where n.code = f.code and n.version > f.version)
        then f.code end as save_id, coalesce(f.schema ->> 'name', f.code) || ', версия ' || f.version as title,
      null::text[] as branches, f.published_at as starts_at, null::timestamptz as ends_at, false as is_draft
    from form_schemas f where f.published_at >= ${from} and f.published_at < ${to}
    order by f.published_at, f.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}
