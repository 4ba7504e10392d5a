import { z } from 'zod';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { Name, PageCode } from '#platform/text-inputs.ts';
import { changeBrand, type StaffBrand, setDealership } from './save-brand.ts';

const Day = z.iso.date('Укажите день');

const DealerChange = z
  .strictObject({
    status: z.string().trim().min(3, 'Не короче трёх знаков').max(120, 'Не длиннее 120 знаков'),
    file: z
      .string()
      .regex(/^documents\/[^/]{1,200}$/)
      .nullable(),
    since: Day,
    until: Day.nullable(),
  })
  .refine(({ since, until }) => until === null || until >= since, {
    path: ['until'],
    message: 'Окончание раньше начала',
  });

/** What staff change of a brand; each field by itself. */
export const BrandChange = z
  .strictObject({
    name: Name,
    slug: PageCode,
    country: Name.nullable(),
    description: z.string().trim().max(20_000, 'Не длиннее 20 000 знаков').nullable(),
    logo: z.string().min(1).max(300).nullable(),
    dealer: DealerChange.nullable(),
  })
  .partial();
export type BrandChange = z.output<typeof BrandChange>;

/** The fields of a brand that staff may set, by their names. */
export function fieldsOfBrand({ name, slug, country, description, logo, dealer }: StaffBrand) {
  return { name, slug, country, description, logo, dealer };
}

/** Changes a brand and the paper of its dealership. Throws not_found, bad_input. Call in a transaction. */
export async function saveBrand(db: Db, before: StaffBrand, change: BrandChange, now = new Date()): Promise<void> {
  const { dealer, ...fields } = change;
  await linkUploads(db, filesOfBrand(change), now);
  if (dealer !== undefined) await setDealership(db, before.slug, dealer, now);
  if (Object.keys(fields).length > 0) await changeBrand(db, before.slug, fields, now);
}

/** Files that a change of a brand names. */
export function filesOfBrand({ logo, dealer }: BrandChange): string[] {
  return [logo, dealer?.file].filter((file) => typeof file === 'string');
}

/** A change of a brand as the audit log tells it. */
export function brandChangeWords(before: StaffBrand, change: BrandChange): string {
  return `Изменён бренд «${change.name ?? before.name}»`;
}
