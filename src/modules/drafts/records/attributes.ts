import { AttributeChange, attributeChangeWords, fieldsOfAttribute } from '#modules/catalogue/attribute-change.ts';
import { readStaffAttribute, saveAttribute } from '#modules/catalogue/save-attribute.ts';
import { ensure } from '#shared/ensure.ts';
import type { RecordOfDrafts } from '../kinds.ts';

export const attributes: RecordOfDrafts = {
  async read(db, record_id, isLocked) {
    const attribute = await readStaffAttribute(db, Number(record_id), isLocked);
    if (!attribute) return null;
    // Another filter derives every product that has the attribute: too much to be tried for each save and each look.
    const { filter: _, ...fields } = fieldsOfAttribute(attribute);
    return { title: attribute.name, department_id_1c: null, fields };
  },
  async change(db, record_id, patch) {
    const attribute = ensure(await readStaffAttribute(db, Number(record_id)));
    const change = AttributeChange.parse(patch);
    await saveAttribute(db, attribute, change);
    return { words: attributeChangeWords(attribute, change) };
  },
  files: () => [],
};
