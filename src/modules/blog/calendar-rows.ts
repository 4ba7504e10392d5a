import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

/** Articles that come out, or are taken back, within the span. */
export async function calendarArticles(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow & { starts_at: Date }>`
    select id::text, title, case when department_id_1c is not null then array[department_id_1c] end as branches,
      published_at as starts_at, withdrawn_at as ends_at, is_draft
    from articles
    where ${commonOrInBranches('articles', branches)}
      and (published_at >= ${from} and published_at < ${to} or withdrawn_at > ${from} and withdrawn_at <= ${to})
    order by published_at, id limit ${mostCalendarRows}`.execute(db);
  return rows;
}
