import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

/** Credit programmes that are offered at some moment of the span; they are common to all branches. */
export async function calendarCredit(db: Db, { from, to }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow & { starts_at: Date }>`
    select c.id::text, c.partner || ': ' || c.name as title, null::text[] as branches, c.starts_at, c.ends_at, c.is_draft
    from credit_programs c where c.starts_at < ${to} and coalesce(c.ends_at > ${from}, true)
    order by c.starts_at, c.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}
