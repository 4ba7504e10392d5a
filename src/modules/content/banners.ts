import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { changeDated, createDated, endDated, readDated } from './rows/dated-rows.ts';
import { isSafeLink } from './safe-link.ts';

export const BannerInput = z.object({
  department_id_1c: z.string().nullable().default(null),
  place: z.enum(['home']).default('home'),
  title: z.string().trim().min(1).max(80),
  text: z.string().trim().max(200),
  button_text: z.string().trim().min(1).max(40),
  link: z.string().max(500).refine(isSafeLink),
  image: z.string().max(300).nullable().default(null),
  theme: z.enum(['spruce', 'season', 'ochre', 'lake']).default('spruce'),
  starts_at: z.date().nullable().default(null),
  ends_at: z.date().nullable().default(null),
  position: z.int().default(0),
});
export type BannerInput = z.input<typeof BannerInput>;

/** A slide of the home page for a branch (null: all) and dates. Returns its id. Throws bad_input. */
export async function createBanner(db: Db, given: BannerInput, now = new Date()): Promise<number> {
  return createDated(db, 'banners', readDated(BannerInput, given), now);
}

/** Throws not_found, bad_input. */
export async function changeBanner(db: Db, id: number, given: BannerInput, now = new Date()): Promise<void> {
  await changeDated(db, 'banners', id, readDated(BannerInput, given), now);
}

/** Shown no longer from `now` on. Throws not_found when it has ended already. */
export async function endBanner(db: Db, id: number, now = new Date()): Promise<void> {
  await endDated(db, 'banners', id, now);
}
