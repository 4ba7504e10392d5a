import { z } from 'zod';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { FilePath } from '#platform/text-inputs.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { changeDated, createDated, endDated, readDated } from './rows/dated-rows.ts';
import { isSafeLink } from './safe-link.ts';

export const bannerThemes = ['spruce', 'season', 'ochre', 'lake'] as const;

const filled = (most: number) =>
  z.string().trim().min(1, fieldMessages.required).max(most, fieldMessages.maxLength(most));

/** What a slide says, each field by itself. */
const fields = {
  /** null: every branch. */
  department_id_1c: z.string().max(40).nullable(),
  place: z.enum(['home']),
  title: filled(80),
  text: z.string().trim().max(200, fieldMessages.maxLength(200)),
  button_text: filled(40),
  link: filled(500).refine(isSafeLink, 'Путь магазина, начиная с /, или адрес с https://'),
  image: FilePath.nullable(),
  theme: z.enum(bannerThemes),
  position: z.int('Целое число').min(0, 'Не меньше 0').max(10_000, 'Не больше 10 000'),
  /** Shown to nobody. */
  is_draft: z.boolean(),
};

/** What staff set of a slide; moments ISO with zone. */
export const BannerFields = z.strictObject({
  ...fields,
  starts_at: MomentInput.nullable(),
  ends_at: MomentInput.nullable(),
});
export type BannerFields = z.output<typeof BannerFields>;

const BannerInput = z.object({
  ...fields,
  department_id_1c: fields.department_id_1c.default(null),
  place: fields.place.default('home'),
  image: fields.image.default(null),
  theme: fields.theme.default('spruce'),
  position: fields.position.default(0),
  is_draft: fields.is_draft.default(false),
  starts_at: z.date().nullable().default(null),
  ends_at: z.date().nullable().default(null),
});
type BannerInput = z.input<typeof BannerInput>;

/** A slide of the home page for a branch (null: all) and dates. Returns its id. Throws bad_input. */
export async function createBanner(db: Db, given: BannerInput, now = new Date()): Promise<number> {
  const row = readDated(BannerInput, given);
  await linkUploads(db, row.image ? [row.image] : [], now);
  return createDated(db, 'banners', row, now);
}

/** Throws not_found, bad_input. */
export async function changeBanner(db: Db, id: number, given: BannerInput, now = new Date()): Promise<void> {
  const row = readDated(BannerInput, given);
  await linkUploads(db, row.image ? [row.image] : [], now);
  await changeDated(db, 'banners', id, row, now);
}

/** Shown no longer from `now` on. Throws not_found when it has ended already. */
export async function endBanner(db: Db, id: number, now = new Date()): Promise<void> {
  await endDated(db, 'banners', id, now);
}
