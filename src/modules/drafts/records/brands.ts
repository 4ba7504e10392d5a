import {
  BrandChange,
  brandChangeWords,
  fieldsOfBrand,
  filesOfBrand,
  saveBrand,
} from '#modules/catalogue/brand-change.ts';
import { readStaffBrand } from '#modules/catalogue/save-brand.ts';
import { ensure } from '#shared/ensure.ts';
import type { RecordOfDrafts } from '../kinds.ts';

export const brands: RecordOfDrafts = {
  async read(db, record_id, isLocked) {
    const brand = await readStaffBrand(db, Number(record_id), isLocked);
    return brand && { title: brand.name, department_id_1c: null, fields: fieldsOfBrand(brand) };
  },
  async change(db, record_id, patch, now) {
    const brand = ensure(await readStaffBrand(db, Number(record_id)));
    const change = BrandChange.parse(patch);
    await saveBrand(db, brand, change, now);
    return { words: brandChangeWords(brand, change) };
  },
  files: (patch) => filesOfBrand(BrandChange.parse(patch)),
};
