import { SeoChange, seoChangeWords, seoTitle } from '#modules/content/seo-change.ts';
import { placeOf } from '#modules/content/seo-world.ts';
import { readSeoText, saveSeoText } from '#modules/content/staff-seo.ts';
import { ensure } from '#shared/ensure.ts';
import type { RecordOfDrafts } from '../kinds.ts';

/** Held by the lock of the record alone: a place without texts has no row. */
export const seoTexts: RecordOfDrafts = {
  async read(db, record_id) {
    const place = placeOf(record_id);
    if (!place) return null;
    const text = await readSeoText(db, place);
    if (place.key !== '' && !text.sample && !text.is_written) return null;
    return { title: seoTitle(text), department_id_1c: place.department_id_1c, fields: { ...text.fields } };
  },
  async change(db, record_id, patch) {
    const text = await readSeoText(db, ensure(placeOf(record_id)));
    await saveSeoText(db, text, SeoChange.parse(patch));
    return { words: seoChangeWords(text) };
  },
  files: () => [],
};
