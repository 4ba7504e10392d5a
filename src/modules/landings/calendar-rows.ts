import { sql } from 'kysely';
import { linksOfBlocks, storedBlocks } from '#modules/content/blocks-schema.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';

export type CalendarLanding = RowAtAddress;

/** A draft: none of its texts is published. Of the branches it has texts for, unless a text is common to all. */
const columns = sql`l.id::text, l.name as title, l.slug, l.starts_at, l.ends_at,
  (select case when bool_and(p.department_id_1c is not null) then array_agg(distinct p.department_id_1c) end
    from landing_pages p where p.landing_id = l.id) as branches,
  not exists (select from landing_pages p where p.landing_id = l.id and p.published_at is not null) as is_draft`;

/** Landing pages with dates. */
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

/** Where a text of a landing page leads; `branches`: of the text. */
export type LandingLink = CalendarRow & { link: string };

/**
 * Every address that landing pages of the span lead to by the texts they show. `planned`: ids of those that a release
 * will publish, whose newest drafts are read.
 */
export async function calendarLandingLinks(
  db: Db,
  { from, to, branches }: CalendarSpan,
  planned: string[],
): Promise<LandingLink[]> {
  const { rows } = await sql<CalendarRow & { blocks: unknown }>`
    select distinct on (p.landing_id, p.variant, p.department_id_1c) l.id::text, l.name as title,
      case when p.department_id_1c is not null then array[p.department_id_1c] end as branches,
      l.starts_at, l.ends_at, false as is_draft, p.blocks
    from landings l join landing_pages p on p.landing_id = l.id
    where ${commonOrInBranches('p', branches)}
      and coalesce(l.starts_at < ${to}, true) and coalesce(l.ends_at > ${from}, true)
      and (p.published_at is not null or l.id::text = any(${planned}::text[]))
    order by p.landing_id, p.variant, p.department_id_1c, p.version desc limit ${mostCalendarRows}`.execute(db);
  return rows.flatMap(({ blocks, ...row }) =>
    linksOfBlocks(storedBlocks(blocks)).map(({ link }) => ({ ...row, link })),
  );
}

/** Where landing pages lead when they are over, those that end within the span. */
export async function calendarLandingEnds(db: Db, { from, to }: CalendarSpan): Promise<LandingLink[]> {
  const { rows } = await sql<LandingLink>`
    select l.id::text, l.name as title, null::text[] as branches, l.ends_at as starts_at,
      l.ends_at + interval '1 minute' as ends_at, false as is_draft, l.redirect_to as link
    from landings l where l.ends_at > ${from} and l.ends_at < ${to}
    order by l.ends_at, l.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}
