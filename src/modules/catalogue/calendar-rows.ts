import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

export type CalendarAction = CalendarRow & {
  slug: string;
  coupon: string | null;
  /** Goods that are not switched off. */
  goods: number;
  starts_at: Date;
  ends_at: Date;
};

const columns = sql`a.id::text, a.name as title, a.slug, a.coupon,
  case when a.department_id_1c is not null then array[a.department_id_1c] end as branches, a.starts_at, a.ends_at,
  a.is_draft, (select count(*)::int from action_products ap join products p on p.id = ap.product_id
    where ap.action_id = a.id and p.switched_off_at is null) as goods`;

/** Promotions that run within the span. */
export async function calendarActions(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarAction[]> {
  const { rows } = await sql<CalendarAction>`
    select ${columns} from actions a
    where ${commonOrInBranches('a', branches)}
      and a.starts_at < ${to} and a.ends_at > ${from}
    order by a.starts_at, a.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Promotions at these addresses, whenever they run. */
export async function actionsAt(db: Db, slugs: string[]): Promise<CalendarAction[]> {
  const { rows } = await sql<CalendarAction>`
    select ${columns} from actions a where a.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}
