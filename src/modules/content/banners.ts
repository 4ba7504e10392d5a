import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { touch } from '#platform/touch.ts';
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
  const row = await db
    .insertInto('banners')
    .values({ ...readInput(given), changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await touch(db, ['content']);
  return row.id;
}

/** Throws not_found, bad_input. */
export async function changeBanner(db: Db, id: number, given: BannerInput, now = new Date()): Promise<void> {
  const changed = await db
    .updateTable('banners')
    .set({ ...readInput(given), changed_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('not_found');
  await touch(db, ['content']);
}

/** Shown no longer from `now` on. Throws not_found when it has ended already. */
export async function endBanner(db: Db, id: number, now = new Date()): Promise<void> {
  const ended = await db
    .updateTable('banners')
    .set({ starts_at: sql`least(starts_at, ${now})`, ends_at: now, changed_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(ends_at > ${now}, true)`)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await touch(db, ['content']);
}

function readInput(given: BannerInput): z.output<typeof BannerInput> {
  const parsed = BannerInput.safeParse(given);
  if (!parsed.success) throw new Refusal('bad_input', { fields: z.flattenError(parsed.error).fieldErrors });
  const { starts_at, ends_at } = parsed.data;
  if (starts_at && ends_at && ends_at <= starts_at) throw new Refusal('bad_input', { fields: ['ends_at'] });
  return parsed.data;
}
