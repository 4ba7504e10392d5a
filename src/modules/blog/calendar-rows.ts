import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';

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

/** Articles at these addresses, former ones too, whenever they are to be read. */
export async function articlesAt(db: Db, slugs: string[]): Promise<RowAtAddress[]> {
  const { rows } = await sql<RowAtAddress & { starts_at: Date }>`
    select a.id::text, named.slug, a.title, case when a.department_id_1c is not null then array[a.department_id_1c] end as branches,
      a.published_at as starts_at, a.withdrawn_at as ends_at, a.is_draft
    from articles a join (
      select slug, id from articles union all select slug, article_id from article_former_slugs
    ) named on named.id = a.id
    where named.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}
