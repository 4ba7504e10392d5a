import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { DraftKey, DraftResource, EditedRecord, RecordOfDrafts } from '../kinds.ts';
import { attributes } from './attributes.ts';
import { branches } from './branches.ts';
import { brands } from './brands.ts';
import { categories } from './categories.ts';
import { emailTexts } from './email-texts.ts';
import { products } from './products.ts';
import { seoTexts } from './seo-texts.ts';
import { settings } from './settings.ts';

export const allRecords: Record<DraftResource, RecordOfDrafts> = {
  products,
  categories,
  brands,
  attributes,
  branches,
  settings,
  email_texts: emailTexts,
  seo_texts: seoTexts,
};

/** The record of a draft, held until the end of the transaction. Throws not_found. */
export async function needRecord(db: Db, { resource, record_id }: DraftKey): Promise<EditedRecord> {
  const record = await allRecords[resource].read(db, record_id, true);
  if (!record) throw new Refusal('not_found');
  return record;
}
