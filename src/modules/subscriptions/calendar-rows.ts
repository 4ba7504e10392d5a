import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';
import { countOf } from '#shared/plurals.ts';

type Sent = { branch: string; emails: number; starts_at: Date };

/**
 * News that went out to subscribers within the span, one row for each branch and morning. The shop writes them by
 * itself, so nobody knows those to come.
 */
export async function calendarNews(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<Sent>`
    select e.department_id_1c as branch, count(*)::int as emails, coalesce(min(e.sent_at), ${from}::timestamptz) as starts_at
    from subscription_emails e
    where e.kind = 'news' and e.sent_at >= ${from} and e.sent_at < ${to}
      and coalesce(e.department_id_1c = any(${branches}::text[]), true)
    group by e.department_id_1c, (e.sent_at at time zone 'Europe/Moscow')::date
    order by starts_at, branch limit ${mostCalendarRows}`.execute(db);
  return rows.map(({ branch, emails, starts_at }) => ({
    id: `${branch}-${starts_at.getTime()}`,
    title: `Новости: ${countOf(emails, 'письмо', 'письма', 'писем')}`,
    branches: [branch],
    starts_at,
    ends_at: null,
    is_draft: false,
  }));
}
