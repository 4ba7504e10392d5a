import { z } from 'zod';
import { releaseFields } from '#modules/catalogue/field-owners.ts';
import { changeableFields, productChangeWords } from '#modules/catalogue/product-change.ts';
import { documentKinds, NewProduct, ProductChange } from '#modules/catalogue/product-schema.ts';
import { readQuality } from '#modules/catalogue/quality.ts';
import { createProduct, saveProduct } from '#modules/catalogue/save-product.ts';
import { productInBranches, readStaffProduct, type StaffProduct } from '#modules/catalogue/staff-product.ts';
import { goodsScope, listStaffProducts, missingParts, staffProductSorts } from '#modules/catalogue/staff-products.ts';
import { Refusal } from '#platform/refusal.ts';
import { ownedField, ownedFields } from '#shared/product-fields.ts';
import { productUrl } from '#shared/urls.ts';
import { keyedAnswer, keyedQuery, readByKey, recordNumbers, totalOf } from './list.ts';
import { adminRecord, type RecordChange, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { adminRead, adminWrite, NumberParam } from './route.ts';

/** Kopecks, counts in sales units; times ISO with zone. */
const ProductRow = z.object({
  id: z.int(),
  idcode: z.string(),
  name: z.string(),
  slug: z.string(),
  article: z.string().nullable(),
  image: z.string().nullable(),
  brand: z.string().nullable(),
  category_id: z.int().nullable(),
  category: z.string().nullable(),
  unit: z.string(),
  price_from: z.int().nullable(),
  price_to: z.int().nullable(),
  available: z.int().nullable(),
  /** 0–100; null: not worked out yet. */
  quality: z.int().nullable(),
  is_on: z.boolean(),
  is_from_1c: z.boolean(),
  changed_at: z.string(),
});

const Linked = z.object({ id: z.int(), name: z.string(), image: z.string().nullable(), is_on: z.boolean() });

const Product = z.object({
  id: z.int(),
  idcode: z.string(),
  id_1c: z.string().nullable(),
  model_id: z.int(),
  name: z.string(),
  slug: z.string(),
  /** Of its page in the shop. */
  path: z.string(),
  article: z.string().nullable(),
  barcode: z.string().nullable(),
  brand_id: z.int().nullable(),
  brand: z.string().nullable(),
  category_ids: z.array(z.int()),
  categories: z.array(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  description_html: z.string(),
  images: z.array(z.string()),
  unit: z.string(),
  base_unit: z.string(),
  factor_base: z.int(),
  factor_sales: z.int(),
  step: z.int(),
  min_count: z.int(),
  max_count: z.int(),
  package_count: z.int().nullable(),
  pallet_count: z.int().nullable(),
  weight_grams: z.int().nullable(),
  vat_rate: z.int(),
  specs: z.record(z.string(), z.unknown()),
  variant_label: z.string().nullable(),
  variant_position: z.int(),
  variant_name: z.string().nullable(),
  variants: z.array(Linked.extend({ label: z.string().nullable() })),
  successor_id: z.int().nullable(),
  successor: Linked.nullable(),
  analogue_ids: z.array(z.int()),
  for_job_ids: z.array(z.int()),
  links: z.array(Linked),
  documents: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(documentKinds),
      file: z.string(),
      size_bytes: z.int(),
      issued_on: z.string().nullable(),
    }),
  ),
  is_on: z.boolean(),
  created_at: z.string(),
  changed_at: z.string(),
  owners: z.array(z.object({ field: z.enum(ownedFields), until: z.string().nullable(), is_everywhere: z.boolean() })),
  active_orders: z.int(),
  popularity: z.int(),
  orders_in_year: z.int(),
});

/** By what goods are narrowed, in their list and in the table that is taken away. */
export const productFilter = {
  q: z.string().max(200),
  category_id: z.int().positive(),
  brand_id: z.array(z.int().positive()).max(200),
  without: z.array(z.enum(missingParts)),
  without_attribute: z.string().max(100),
  in_stock: z.boolean(),
  is_on: z.boolean(),
  origin: z.enum(['onec', 'own']),
  changed_from: z.coerce.date(),
  has_duplicate_barcode: z.boolean(),
  has_draft: z.boolean(),
  model_id: z.int().positive(),
  quality_below: z.int().min(1).max(100),
};

const productRecord = recordOf({
  url: '/api/admin/products/:id',
  resource: 'products',
  summaries: { read: 'Товар', write: 'Сохранение товара' },
  permissions: { read: 'catalogue.read', write: 'catalogue.write' },
  params: NumberParam,
  response: Product,
  body: ProductChange,
  isUndoable: true,
  async read({ db, params }, isLocked) {
    const product = await readStaffProduct(db, Number(params.id), isLocked);
    return product && present(product);
  },
  editable: changeableFields,
  async change({ db, params, body, now }, before): Promise<RecordChange> {
    const record = await readStaffProduct(db, Number(params.id));
    if (!record) throw new Refusal('not_found');
    const taken = await saveProduct(db, record, body, now);
    return { words: productChangeWords(before, body), taken };
  },
  async giveBack({ db, params }, taken) {
    const fields = ownedFields.filter((field) => taken.includes(field));
    if (fields.length > 0) await releaseFields(db, Number(params.id), fields);
  },
});

export const productRoutes = [
  adminRead({
    url: '/api/admin/products',
    summary: 'Товары',
    permission: 'catalogue.read',
    query: keyedQuery(productFilter, staffProductSorts),
    response: keyedAnswer(ProductRow),
    async run({ db, scope, query: { filter, sort, ids, ...page } }) {
      const known = recordNumbers(ids);
      const scoped = await goodsScope(db, scope.branches);
      const { rows, count, next } = await readByKey(page, async (window) => {
        const asked = { ...filter, ...(known && { ids: known }) };
        const { products, count } = await listStaffProducts(db, scoped, asked, { ...window, sort });
        return { rows: products, count };
      });
      const items = rows.map(({ changed_at, key: _, ...row }) => ({ ...row, changed_at: changed_at.toISOString() }));
      return { items, ...totalOf(count), next };
    },
  }),

  ...adminRecord(productRecord),
  ...draftRoutes(productRecord, 'товара'),

  adminRead({
    url: '/api/admin/products/:id/branches',
    summary: 'Цена и остаток товара в филиалах',
    permission: 'catalogue.read',
    params: NumberParam,
    response: z.object({
      items: z.array(
        z.object({
          department_id_1c: z.string(),
          name: z.string(),
          city: z.string(),
          price: z.int().nullable(),
          old_price: z.int().nullable(),
          is_pinned: z.boolean(),
          available: z.int().nullable(),
        }),
      ),
    }),
    async run({ db, scope, params: { id } }) {
      return { items: await productInBranches(db, id, scope.branches) };
    },
  }),

  adminRead({
    url: '/api/admin/products/:id/quality',
    summary: 'Качество товара и чего ему не хватает',
    permission: 'catalogue.read',
    params: NumberParam,
    response: z.object({
      /** null: not worked out yet. */
      quality: z
        .object({
          score: z.int(),
          /** Of the goods on sale of its main category; null: it has none. */
          average: z.int().nullable(),
          held: z.array(z.object({ key: z.string(), words: z.string(), points: z.int() })),
          missing: z.array(z.object({ key: z.string(), words: z.string(), points: z.int(), place: z.string() })),
          attributes: z.array(z.string()),
        })
        .nullable(),
    }),
    run: async ({ db, params: { id } }) => ({ quality: await readQuality(db, id) }),
  }),

  adminWrite({
    url: '/api/admin/products',
    summary: 'Новый товар',
    permission: 'catalogue.write',
    body: NewProduct,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, body, now }) {
      const { id } = await createProduct(db, body, now);
      return {
        answer: { id },
        audit: { resource: 'products', record_id: id, words: `Создан товар «${body.name}»` },
        location: `/api/admin/products/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/products/:id/release',
    summary: 'Возврат поля товара в ведение 1С',
    permission: 'catalogue.write',
    params: NumberParam,
    body: z.object({ field: z.enum(ownedFields) }),
    response: z.object({ field: z.enum(ownedFields) }),
    async run({ db, params: { id }, body: { field } }) {
      const product = await readStaffProduct(db, id, true);
      if (!product) throw new Refusal('not_found');
      if (!(await releaseFields(db, id, [field]))) throw new Refusal('bad_input', {}, 'Это поле и так ведёт 1С');
      return {
        answer: { field },
        audit: {
          resource: 'products',
          record_id: id,
          words: `«${product.name}»: ${ownedField[field].words} снова ведёт 1С`,
        },
      };
    },
  }),
];

function present({ created_at, changed_at, ...product }: StaffProduct): z.input<typeof Product> {
  return {
    ...product,
    path: productUrl(product.slug),
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
  };
}
