import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type BannerFields, changeBanner, createBanner } from './banners.ts';
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

/** A slide as staff see it. */
export type StaffBanner = {
  id: number;
  state: DatedState;
  department_id_1c: string | null;
  city: string | null;
  place: 'home';
  title: string;
  text: string;
  button_text: string;
  link: string;
  image: string | null;
  theme: BannerFields['theme'];
  starts_at: Date | null;
  ends_at: Date | null;
  position: number;
  is_draft: boolean;
  changed_at: Date;
};

/** Slides in the order in which the shop shows them, those of these branches (null: all) and the common ones. */
export async function listStaffBanners(
  db: Db,
  branches: string[] | null,
  filter: StaffDatedFilter,
  window: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ banners: StaffBanner[]; count: number }> {
  const words = sql`concat_ws(' ', r.title, r.text, r.link)`;
  const conditions = datedConditions(branches, filter, words, now);
  const page = { conditions, order: sql`r.position, r.id` };
  const { rows, count } = await listDated<StaffBanner>(db, tableAt(now), page, window);
  return { banners: rows, count };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readStaffBanner(
  db: Db,
  branches: string[] | null,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffBanner | null> {
  return readDated(db, tableAt(now), branches, id, isLocked);
}

/** Fields of a slide as staff set them. */
export function fieldsOfBanner(banner: StaffBanner): BannerFields {
  const { department_id_1c, place, title, text, button_text, link, image, theme, position, is_draft } = banner;
  return {
    department_id_1c,
    place,
    title,
    text,
    button_text,
    link,
    image,
    theme,
    position,
    is_draft,
    starts_at: banner.starts_at?.toISOString() ?? null,
    ends_at: banner.ends_at?.toISOString() ?? null,
  };
}

/** Returns the id of the new slide. Throws bad_input {fields}. */
export async function createStaffBanner(db: Db, fields: BannerFields, now: Date): Promise<number> {
  await refuseUnknownBranch(db, fields.department_id_1c);
  return createBanner(db, { ...fields, ...datesOf(fields) }, now);
}

/** Throws bad_input {fields}. */
export async function saveStaffBanner(
  db: Db,
  banner: StaffBanner,
  change: Partial<BannerFields>,
  now: Date,
): Promise<void> {
  await refuseUnknownBranch(db, change.department_id_1c);
  const fields = { ...fieldsOfBanner(banner), ...change };
  await changeBanner(db, banner.id, { ...fields, ...datesOf(fields) }, now);
}

const tableAt = (now: Date) => ({
  table: 'banners' as const,
  columns: sql`
  r.id, ${datedStateAt(now)} as state, r.department_id_1c, d.city, r.place, r.title, r.text, r.button_text, r.link,
  r.image, r.theme, r.starts_at, r.ends_at, r.position, r.is_draft, r.changed_at`,
});
