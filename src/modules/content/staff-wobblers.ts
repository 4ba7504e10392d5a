import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import {
  type DatedState,
  datedConditions,
  datedStateAt,
  datesOf,
  refuseUnknownBranch,
  type StaffDatedFilter,
} from './staff-dated.ts';
import { changeWobbler, createWobbler, type WobblerFields } from './wobblers.ts';

/** A wobbler as staff see it. */
export type StaffWobbler = {
  id: number;
  state: DatedState;
  department_id_1c: string | null;
  city: string | null;
  position: WobblerFields['position'];
  background_image: string | null;
  /** Sanitised HTML. */
  text: string;
  button_text: string | null;
  action_link: string;
  filter_is_show_once: boolean;
  advertising: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  is_draft: boolean;
  changed_at: Date;
};

/** Wobblers, the newest first, those of these branches (null: all) and the common ones. */
export async function listStaffWobblers(
  db: Db,
  branches: string[] | null,
  filter: StaffDatedFilter,
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ wobblers: StaffWobbler[]; count: number }> {
  const words = sql`concat_ws(' ', r.text, r.action_link, r.advertising)`;
  const where = sql.join(datedConditions(branches, filter, words, now), sql` and `);
  const [wobblers, counts] = await Promise.all([
    sql<StaffWobbler>`
      select ${columns(now)} from wobblers r left join departments d on d.id_1c = r.department_id_1c
      where ${where} order by r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from wobblers r where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { wobblers: wobblers.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readStaffWobbler(
  db: Db,
  branches: string[] | null,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffWobbler | null> {
  if (isLocked) await sql`select from wobblers where id = ${id} for update`.execute(db);
  const { rows } = await sql<StaffWobbler>`
    select ${columns(now)} from wobblers r left join departments d on d.id_1c = r.department_id_1c
    where r.id = ${id} and ${commonOrInBranches('r', branches)}`.execute(db);
  return rows[0] ?? null;
}

/** Fields of a wobbler as staff set them. */
export function fieldsOfWobbler(wobbler: StaffWobbler): WobblerFields {
  const { department_id_1c, position, background_image, text, button_text, action_link, advertising } = wobbler;
  return {
    department_id_1c,
    position,
    background_image,
    text,
    button_text,
    action_link,
    advertising,
    filter_is_show_once: wobbler.filter_is_show_once,
    is_draft: wobbler.is_draft,
    starts_at: wobbler.starts_at?.toISOString() ?? null,
    ends_at: wobbler.ends_at?.toISOString() ?? null,
  };
}

/** Returns the id of the new wobbler. `imageHosts`: see `createWobbler`. Throws bad_input {fields}. */
export async function createStaffWobbler(
  db: Db,
  fields: WobblerFields,
  now: Date,
  imageHosts: readonly string[],
): Promise<number> {
  await refuseUnknownBranch(db, fields.department_id_1c);
  return createWobbler(db, { ...fields, ...datesOf(fields) }, now, imageHosts);
}

/** Throws bad_input {fields}. */
export async function saveStaffWobbler(
  db: Db,
  wobbler: StaffWobbler,
  change: Partial<WobblerFields>,
  now: Date,
  imageHosts: readonly string[],
): Promise<void> {
  await refuseUnknownBranch(db, change.department_id_1c);
  const fields = { ...fieldsOfWobbler(wobbler), ...change };
  await changeWobbler(db, wobbler.id, { ...fields, ...datesOf(fields) }, now, imageHosts);
}

const columns = (now: Date) => sql`
  r.id, ${datedStateAt(now)} as state, r.department_id_1c, d.city, r.position, r.background_image, r.text,
  r.button_text, r.action_link, r.filter_is_show_once, r.advertising, r.starts_at, r.ends_at, r.is_draft, r.changed_at`;
