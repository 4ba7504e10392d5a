import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import {
  type DatedState,
  datedConditions,
  datedStateAt,
  datesOf,
  listDated,
  readDated,
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
  window: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ wobblers: StaffWobbler[]; count: number }> {
  const words = sql`concat_ws(' ', r.text, r.action_link, r.advertising)`;
  const conditions = datedConditions(branches, filter, words, now);
  const page = { conditions, order: sql`r.id desc` };
  const { rows, count } = await listDated<StaffWobbler>(db, tableAt(now), page, window);
  return { wobblers: rows, count };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readStaffWobbler(
  db: Db,
  branches: string[] | null,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffWobbler | null> {
  return readDated(db, tableAt(now), branches, id, isLocked);
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

const tableAt = (now: Date) => ({
  table: 'wobblers' as const,
  columns: sql`
  r.id, ${datedStateAt(now)} as state, r.department_id_1c, d.city, r.position, r.background_image, r.text,
  r.button_text, r.action_link, r.filter_is_show_once, r.advertising, r.starts_at, r.ends_at, r.is_draft, r.changed_at`,
});
