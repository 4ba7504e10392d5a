import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';

/** Rows `r` that are common or of these branches, and stand at some moment of the span. */
const within = ({ from, to, branches }: CalendarSpan) => sql`
  ${commonOrInBranches('r', branches)}
  and coalesce(r.starts_at < ${to}, true) and coalesce(r.ends_at > ${from}, true)`;

const ofBranch = sql`case when r.department_id_1c is not null then array[r.department_id_1c] end`;

/** Plans of the home page. */
export async function calendarLayouts(db: Db, span: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select r.id::text, case r.season when 'newyear' then 'Новый год' when 'spring' then 'Весна' else 'Без сезона' end as title,
      ${ofBranch} as branches, r.starts_at, r.ends_at, r.is_draft
    from home_layouts r where ${within(span)} order by r.starts_at nulls first, r.id limit ${mostCalendarRows}`.execute(
    db,
  );
  return rows;
}

export type CalendarLink = CalendarRow & {
  /** Where it leads. */
  link: string;
  /** Everything it says. */
  words: string;
  /** At the same place and in the same branch they stand after each other. */
  place: string;
  position: number;
};

/** Slides of the home page. */
export async function calendarSlides(db: Db, span: CalendarSpan): Promise<CalendarLink[]> {
  const { rows } = await sql<CalendarLink>`
    select r.id::text, r.title, ${ofBranch} as branches, r.starts_at, r.ends_at, r.is_draft, r.link,
      concat_ws(' ', r.title, r.text, r.button_text) as words, r.place, r.position
    from banners r where ${within(span)} order by r.position, r.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Wobblers; `position`: those of a branch before the common ones, as they are shown. */
export async function calendarWobblers(db: Db, span: CalendarSpan): Promise<CalendarLink[]> {
  const { rows } = await sql<CalendarLink>`
    select r.id::text, left(btrim(regexp_replace(r.text, '<[^>]*>', ' ', 'g')), 80) as title, ${ofBranch} as branches,
      r.starts_at, r.ends_at, r.is_draft, r.action_link as link,
      concat_ws(' ', regexp_replace(r.text, '<[^>]*>', ' ', 'g'), r.button_text) as words, r.position as place,
      (r.department_id_1c is null)::int as position
    from wobblers r where ${within(span)}
    order by r.department_id_1c is null, r.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Links of the menus. */
export async function calendarMenuLinks(db: Db, span: CalendarSpan): Promise<CalendarLink[]> {
  const { rows } = await sql<CalendarLink>`
    select r.id::text, r.name as title, ${ofBranch} as branches, r.starts_at, r.ends_at, r.is_draft, r.url as link,
      r.name as words, r.place, r.position
    from menu_links r where ${within(span)} order by r.starts_at nulls first, r.id limit ${mostCalendarRows}`.execute(
    db,
  );
  return rows;
}

export type CalendarPage = CalendarRow & {
  /** Of the version: `id` is the page that it is of. */
  save_id: string;
};

/** Versions of pages that begin or end within the span. */
export async function calendarPages(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarPage[]> {
  const { rows } = await sql<CalendarPage>`
    select r.slug as id, r.id::text as save_id, r.title || ', редакция ' || r.version as title, ${ofBranch} as branches,
      r.published_at as starts_at, r.ends_at, false as is_draft
    from pages r
    where ${commonOrInBranches('r', branches)}
      and (r.published_at >= ${from} and r.published_at < ${to} or r.ends_at > ${from} and r.ends_at <= ${to})
    order by r.published_at, r.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Every version of the pages at these addresses; `id` is the address, as the calendar opens them. */
export async function pagesAt(db: Db, slugs: string[]): Promise<(CalendarPage & RowAtAddress)[]> {
  const { rows } = await sql<CalendarPage & RowAtAddress>`
    select r.slug as id, r.id::text as save_id, r.slug, r.title, ${ofBranch} as branches,
      r.published_at as starts_at, r.ends_at, r.published_at is null as is_draft
    from pages r where r.slug = any(${slugs}::text[]) order by r.version`.execute(db);
  return rows;
}

/** Which of these addresses, as `redirectKey` gives them, lead on to another, in one branch or in all. */
export async function redirectedPaths(db: Db, paths: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ from_path: string }>`
    select distinct from_path from redirects where from_path = any(${paths}::text[])`.execute(db);
  return new Set(rows.map(({ from_path }) => from_path));
}
