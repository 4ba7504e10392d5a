import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { withSettings } from '#platform/request-settings.ts';

/**
 * S6-05: everything changed in the database within `work`, and in what it begins, is written down by the tables
 * themselves (triggers `note_acting`), in the transaction of the change, so that no page, call or verb can forget it.
 * What changes nothing leaves no line.
 */
export function whileActing<T>(acting_id: string, work: () => T): T {
  return withSettings({ 'shop.acting_id': acting_id }, work);
}

/** One line about acting itself: entering, leaving. */
export async function noteActing(db: Db, acting_id: string, what: string, now = new Date()): Promise<void> {
  await db.insertInto('acting_log').values({ acting_id, at: now, what }).execute();
}

export type ActingEntry = { at: Date; what: string };

/** One stay of a member of staff in a customer's cabinet. */
export type ActingStay = {
  id: string;
  user_id: string;
  customer_name: string;
  staff_name: string;
  reason: string;
  started_at: Date;
  /** null: still going on. */
  ended_at: Date | null;
  entries: ActingEntry[];
  /** What was ordered in the customer's name meanwhile. */
  orders: { id: string; number: number }[];
};

/**
 * The latest stays in a customer's cabinet, «Кто работал в вашем кабинете», or of one member of staff; newest first.
 */
export async function listActing(
  db: Db,
  about: { user_id: string } | { staff_user_id: string },
  limit: number,
  now = new Date(),
): Promise<ActingStay[]> {
  const whose =
    'user_id' in about ? sql`a.user_id = ${about.user_id}::uuid` : sql`a.staff_user_id = ${about.staff_user_id}::uuid`;
  const { rows } = await sql<ActingStay>`
    select a.id, a.user_id, c.full_name as customer_name, u.full_name as staff_name, a.reason, a.started_at, e.ended_at,
      (select coalesce(json_agg(json_build_object('at', l.at, 'what', l.what) order by l.id), '[]')
        from acting_log l where l.acting_id = a.id) as entries,
      (select coalesce(json_agg(json_build_object('id', o.id, 'number', o.number) order by o.number), '[]')
        from orders o where o.placed_by = a.staff_user_id and o.user_id = a.user_id
          and o.created_at between a.started_at and coalesce(e.ended_at, ${now})) as orders
    from acting_sessions a join users u on u.id = a.staff_user_id join users c on c.id = a.user_id
    join sessions s on s.id = a.session_id
    cross join lateral (select case when least(a.ended_at, s.ended_at, a.expires_at) <= ${now}
      then least(a.ended_at, s.ended_at, a.expires_at) end as ended_at) e
    where ${whose} order by a.started_at desc, a.id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    entries: row.entries.map(({ at, what }) => ({ at: new Date(at), what })),
  }));
}
