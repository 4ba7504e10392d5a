import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';
import { fixedForms } from './fixed-forms.ts';

/**
 * Versions of forms that begin within the span; `id`: the code of the form, `save_id` null: another version is newer,
 * and a form is saved by its newest. They are common to all branches.
 */
export async function calendarForms(
  db: Db,
  { from, to }: CalendarSpan,
): Promise<(CalendarRow & { save_id: string | null })[]> {
  const { rows } = await sql<CalendarRow & { save_id: string | null }>`
    select f.code as id, case when not exists (select from form_schemas n where n.code = f.code and n.version > f.version)
        then f.code end as save_id, coalesce(f.schema ->> 'name', f.code) || ', версия ' || f.version as title,
      null::text[] as branches, f.published_at as starts_at, null::timestamptz as ends_at, false as is_draft
    from form_schemas f where f.published_at >= ${from} and f.published_at < ${to}
    order by f.published_at, f.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/**
 * Forms of these codes with every stretch of time in which they can be filled in: a version holds until the next one,
 * or until it is closed. Those that stand in the code always can.
 */
export async function formsAt(db: Db, codes: string[]): Promise<RowAtAddress[]> {
  const always = { branches: null, starts_at: null, ends_at: null, is_draft: false };
  const fixed = codes.filter((code) => Object.hasOwn(fixedForms, code));
  const { rows } = await sql<RowAtAddress>`
    select f.code as id, f.code as slug, coalesce(f.schema ->> 'name', f.code) as title, null::text[] as branches,
      f.published_at as starts_at,
      least(f.closed_at, lead(f.published_at) over (partition by f.code order by f.version)) as ends_at,
      f.published_at is null as is_draft
    from form_schemas f where f.code = any(${codes}::text[])`.execute(db);
  return [...fixed.map((code) => ({ id: code, slug: code, title: code, ...always })), ...rows];
}
