import { CategoryChange, categoryChangeWords, fieldsOfCategory } from '#modules/catalogue/category-change.ts';
import { returnCategoryFields } from '#modules/catalogue/return-category-fields.ts';
import { readStaffCategory, saveCategory } from '#modules/catalogue/save-category.ts';
import { everyOwnedCategoryField } from '#shared/category-fields.ts';
import { ensure } from '#shared/ensure.ts';
import type { RecordOfDrafts } from '../kinds.ts';

export const categories: RecordOfDrafts = {
  async read(db, record_id, isLocked) {
    const category = await readStaffCategory(db, Number(record_id), isLocked);
    return category && { title: category.name, department_id_1c: null, fields: fieldsOfCategory(category) };
  },
  async change(db, record_id, patch, now) {
    const category = ensure(await readStaffCategory(db, Number(record_id)));
    const change = CategoryChange.parse(patch);
    const taken = await saveCategory(db, category, change, now);
    return { words: categoryChangeWords(category, change), taken };
  },
  async giveBack(db, record_id, taken) {
    await returnCategoryFields(
      db,
      Number(record_id),
      everyOwnedCategoryField.filter((field) => taken.includes(field)),
    );
  },
  files: () => [],
};
