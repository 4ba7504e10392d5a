import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';

/** Wheels of the span; they are common to all branches. */
export async function calendarWheels(db: Db, { from, to }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow & { starts_at: Date }>`
    select id::text, title, null::text[] as branches, starts_at, least(ends_at, closed_at) as ends_at,
      published_at is null as is_draft
    from fortune_campaigns where starts_at < ${to} and least(ends_at, closed_at) > ${from}
    order by starts_at, id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Wheels at the one address they have (`fortune`); when one is over, its page goes on showing what it has drawn. */
export async function wheelsAt(db: Db, slugs: string[]): Promise<RowAtAddress[]> {
  const { rows } = await sql<RowAtAddress & { starts_at: Date }>`
    select c.id::text, slug, c.title, null::text[] as branches, c.starts_at, null::timestamptz as ends_at,
      c.published_at is null as is_draft
    from fortune_campaigns c, unnest(${slugs}::text[]) as slug
    order by c.starts_at desc limit ${mostCalendarRows}`.execute(db);
  return rows;
}
