import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

/** Days on which branches and their points keep other hours; one row for each day and what is said of it. */
export async function calendarHours(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select min(coalesce(d.branch_id_1c, d.id_1c)) as id, coalesce(nullif(e.note, ''), 'Другие часы') as title,
      array_agg(distinct coalesce(d.branch_id_1c, d.id_1c)) as branches,
      (e.date::timestamp at time zone min(d.time_zone)) as starts_at,
      ((e.date + 1)::timestamp at time zone min(d.time_zone)) as ends_at, false as is_draft
    from department_hour_exceptions e join departments d on d.id_1c = e.department_id_1c
    where (${branches}::text[] is null or coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[]))
      and (e.date + 1)::timestamp at time zone d.time_zone > ${from} and e.date::timestamp at time zone d.time_zone < ${to}
    group by e.date, coalesce(nullif(e.note, ''), 'Другие часы')
    order by e.date, title limit ${mostCalendarRows}`.execute(db);
  return rows;
}
