import { sql } from 'kysely';
import { z } from 'zod';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { cleanWobbler } from './clean-wobbler.ts';
import { changeDated, createDated, endDated, readDated } from './rows/dated-rows.ts';
import { isSafeLink } from './safe-link.ts';

export const wobblerPositions = ['top', 'bottom', 'left', 'right'] as const;

/** S3-08, and the mark of an advertisement where the law asks for one. */
export type Wobbler = {
  id: number;
  position: (typeof wobblerPositions)[number];
  /** Stored path of a picture or its address on an image host, for the resizing proxy (S7-27). */
  background_image: string | null;
  /** Sanitised HTML. */
  text: string;
  button_text: string | null;
  action_link: string;
  filter_is_show_once: boolean;
  advertising: string | null;
};

const filled = (most: number) =>
  z.string().trim().min(1, fieldMessages.required).max(most, fieldMessages.maxLength(most));

/** What a wobbler says, each field by itself. */
const fields = {
  /** null: every branch. */
  department_id_1c: z.string().max(40).nullable(),
  position: z.enum(wobblerPositions),
  background_image: z
    .string()
    .regex(/^([a-z0-9_-]+|https?:\/\/[a-z0-9.-]+(:\d{1,5})?)(\/[A-Za-z0-9._-]+)+$/, 'Такого файла нет')
    .nullable(),
  /** HTML; sanitised. */
  text: filled(2_000),
  button_text: filled(40).nullable(),
  action_link: filled(500).refine(isSafeLink, 'Путь магазина, начиная с /, или адрес с https://'),
  filter_is_show_once: z.boolean(),
  advertising: filled(300).nullable(),
  /** Shown to nobody. */
  is_draft: z.boolean(),
};

/** What staff set of a wobbler; moments ISO with zone. */
export const WobblerFields = z.strictObject({
  ...fields,
  starts_at: MomentInput.nullable(),
  ends_at: MomentInput.nullable(),
});
export type WobblerFields = z.output<typeof WobblerFields>;

export const WobblerInput = z.object({
  ...fields,
  department_id_1c: fields.department_id_1c.default(null),
  background_image: fields.background_image.default(null),
  button_text: fields.button_text.default(null),
  filter_is_show_once: fields.filter_is_show_once.default(false),
  advertising: fields.advertising.default(null),
  is_draft: fields.is_draft.default(false),
  /** Shown from … to … (not including); null: no limit. */
  starts_at: z.date().nullable().default(null),
  ends_at: z.date().nullable().default(null),
});
export type WobblerInput = z.input<typeof WobblerInput>;

/**
 * Banners of a branch that are due at `now`; the branch's own before the common ones, then in the order they were made.
 * `drafts`: for staff who look at the shop as it will be.
 */
export async function listWobblers(
  db: Db,
  department_id_1c: string,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<Wobbler[]> {
  const rows = await db
    .selectFrom('wobblers')
    .select(['id', 'position', 'background_image', 'text', 'button_text'])
    .select(['action_link', 'filter_is_show_once', 'advertising'])
    .where((eb) => eb.or([eb('department_id_1c', 'is', null), eb('department_id_1c', '=', department_id_1c)]))
    .where(sql<boolean>`(not is_draft or shows_draft('wobblers', id::text, ${drafts}::int))`)
    .where(sql<boolean>`coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true)`)
    .orderBy(sql`department_id_1c is null`)
    .orderBy('id')
    .execute();
  // Rows of before the rule, or written past the verbs, are sanitised too.
  return rows.map((row) => ({ ...row, position: row.position as Wobbler['position'], text: cleanWobbler(row.text) }));
}

/**
 * Returns the new banner's id. `imageHosts`: those that the resizing proxy fetches from (`IMAGE_HOSTS`). Throws
 * bad_input, also when nothing is left of the text after sanitising and when the picture lies on another host.
 */
export async function createWobbler(
  db: Db,
  given: WobblerInput,
  now = new Date(),
  imageHosts: readonly string[] = [],
): Promise<number> {
  const row = readInput(given, imageHosts);
  await linkUploads(db, row.background_image ? [row.background_image] : [], now);
  return createDated(db, 'wobblers', row, now);
}

/** Replaces what the banner says; its id, and with it who has closed it, stay. Throws not_found, bad_input. */
export async function changeWobbler(
  db: Db,
  id: number,
  given: WobblerInput,
  now = new Date(),
  imageHosts: readonly string[] = [],
): Promise<void> {
  const row = readInput(given, imageHosts);
  await linkUploads(db, row.background_image ? [row.background_image] : [], now);
  await changeDated(db, 'wobblers', id, row, now);
}

/**
 * The banner is shown no longer from `now` on; one that has not begun never will. Throws not_found when it has ended
 * already.
 */
export async function endWobbler(db: Db, id: number, now = new Date()): Promise<void> {
  await endDated(db, 'wobblers', id, now);
}

function readInput(given: WobblerInput, imageHosts: readonly string[]): z.output<typeof WobblerInput> {
  const parsed = readDated(WobblerInput, given);
  const host = /^https?:\/\/([^/]+)/.exec(parsed.background_image ?? '')?.[1];
  if (host !== undefined && !imageHosts.includes(host))
    throw new Refusal('bad_input', { fields: { background_image: 'Картинки с этого сайта магазин не показывает' } });
  const text = cleanWobbler(parsed.text);
  if (text.replace(/<[^>]*>/g, '').trim() === '')
    throw new Refusal('bad_input', { fields: { text: fieldMessages.required } });
  return { ...parsed, text };
}
