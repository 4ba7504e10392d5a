import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';

/** Posts that are offered at some moment of the span, each in its branch. Of a draft only its term is known. */
export async function calendarVacancies(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select v.id::text, v.title, array[coalesce(d.branch_id_1c, d.id_1c)] as branches,
      case when not v.is_draft then v.published_at end as starts_at, least(v.valid_until, v.closed_at) as ends_at, v.is_draft
    from vacancies v join departments d on d.id_1c = v.department_id_1c
    where (${branches}::text[] is null or coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[]))
      and (v.is_draft or v.published_at < ${to}) and coalesce(least(v.valid_until, v.closed_at) > ${from}, true)
    order by v.published_at, v.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/**
 * Posts by the numbers in their addresses, of which what is no number has none; every branch leads to the one that
 * offers it.
 */
export async function vacanciesAt(db: Db, parts: string[]): Promise<RowAtAddress[]> {
  const numbers = parts.filter((part) => /^[1-9]\d{0,8}$/.test(part));
  const { rows } = await sql<RowAtAddress & { starts_at: Date }>`
    select v.id::text, v.id::text as slug, v.title, null::text[] as branches, v.published_at as starts_at,
      least(v.valid_until, v.closed_at) as ends_at, v.is_draft
    from vacancies v where v.id = any(${numbers}::int[])`.execute(db);
  return rows;
}
