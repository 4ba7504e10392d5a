import { releaseFields } from '#modules/catalogue/field-owners.ts';
import { changeableFields, productChangeWords } from '#modules/catalogue/product-change.ts';
import { ProductChange } from '#modules/catalogue/product-schema.ts';
import { saveProduct } from '#modules/catalogue/save-product.ts';
import { readStaffProduct } from '#modules/catalogue/staff-product.ts';
import { ensure } from '#shared/ensure.ts';
import { ownedFields } from '#shared/product-fields.ts';
import type { RecordOfDrafts } from '../kinds.ts';

export const products: RecordOfDrafts = {
  async read(db, record_id, isLocked) {
    const product = await readStaffProduct(db, Number(record_id), isLocked);
    return product && { title: product.name, department_id_1c: null, fields: changeableFields(product) };
  },
  async change(db, record_id, patch, now) {
    const product = ensure(await readStaffProduct(db, Number(record_id)));
    const change = ProductChange.parse(patch);
    const taken = await saveProduct(db, product, change, now);
    return { words: productChangeWords(product, change), taken };
  },
  async giveBack(db, record_id, taken) {
    const fields = ownedFields.filter((field) => taken.includes(field));
    if (fields.length > 0) await releaseFields(db, Number(record_id), fields);
  },
  files(patch) {
    const { images = [], documents = [] } = ProductChange.parse(patch);
    return [...images, ...documents.map(({ file }) => file)];
  },
};
