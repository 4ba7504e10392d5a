import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

export type CalendarLanding = CalendarRow & { slug: string };

/** A draft: none of its texts is published. */
const columns = sql`l.id::text, l.name as title, l.slug, null::text[] as branches, l.starts_at, l.ends_at,
  not exists (select from landing_pages p where p.landing_id = l.id and p.published_at is not null) as is_draft`;

/** Landing pages with dates; each is of all branches, only its texts differ. */
export async function calendarLandings(db: Db, { from, to }: CalendarSpan): Promise<CalendarLanding[]> {
  const { rows } = await sql<CalendarLanding>`
    select ${columns} from landings l
    where coalesce(l.starts_at < ${to}, true) and coalesce(l.ends_at > ${from}, true)
      and (l.starts_at is not null or l.ends_at is not null)
    order by l.starts_at nulls first, l.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Landing pages at these addresses, whenever they are open. */
export async function landingsAt(db: Db, slugs: string[]): Promise<CalendarLanding[]> {
  const { rows } = await sql<CalendarLanding>`
    select ${columns} from landings l where l.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}
