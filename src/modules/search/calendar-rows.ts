import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

/** Pins with dates; those of one query, branch and term stand as one, drafts by themselves. */
export async function calendarPins(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select min(id)::text as id, '«' || words || '»: товаров ' || count(*) as title,
      case when department_id_1c is not null then array[department_id_1c] end as branches, starts_at, ends_at,
      is_draft
    from search_pins
    where ${commonOrInBranches('search_pins', branches)}
      and coalesce(starts_at < ${to}, true) and coalesce(ends_at > ${from}, true)
      and (starts_at is not null or ends_at is not null)
    group by words, department_id_1c, starts_at, ends_at, is_draft
    order by starts_at nulls first, words limit ${mostCalendarRows}`.execute(db);
  return rows;
}
