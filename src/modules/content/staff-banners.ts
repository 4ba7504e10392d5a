import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type BannerFields, changeBanner, createBanner } from './banners.ts';
import {
  type DatedState,
  datedConditions,
  datedStateAt,
  datesOf,
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
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ banners: StaffBanner[]; count: number }> {
  const words = sql`concat_ws(' ', r.title, r.text, r.link)`;
  const where = sql.join(datedConditions(branches, filter, words, now), sql` and `);
  const [banners, counts] = await Promise.all([
    sql<StaffBanner>`
      select ${columns(now)} from banners r left join departments d on d.id_1c = r.department_id_1c
      where ${where} order by r.position, r.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from banners r where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { banners: banners.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readStaffBanner(
  db: Db,
  branches: string[] | null,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffBanner | null> {
  if (isLocked) await sql`select from banners where id = ${id} for update`.execute(db);
  const { rows } = await sql<StaffBanner>`
    select ${columns(now)} from banners r left join departments d on d.id_1c = r.department_id_1c
    where r.id = ${id} and ${commonOrInBranches('r', branches)}`.execute(db);
  return rows[0] ?? null;
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

const columns = (now: Date) => sql`
  r.id, ${datedStateAt(now)} as state, r.department_id_1c, d.city, r.place, r.title, r.text, r.button_text, r.link,
  r.image, r.theme, r.starts_at, r.ends_at, r.position, r.is_draft, r.changed_at`;
