import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

/** Wheels of the span; they are common to all branches. */
export async function calendarWheels(db: Db, { from, to }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow & { starts_at: Date }>`
    select id::text, title, null::text[] as branches, starts_at, least(ends_at, closed_at) as ends_at,
      published_at is null as is_draft
    from fortune_campaigns where starts_at < ${to} and least(ends_at, closed_at) > ${from}
    order by starts_at, id limit ${mostCalendarRows}`.execute(db);
  return rows;
}
