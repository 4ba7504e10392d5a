import { z } from 'zod';
import { FilePath } from '#platform/text-inputs.ts';
import { vatRates } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import type { ProductFieldName } from '#shared/product-fields.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Не длиннее ${countOf(most, 'знака', 'знаков', 'знаков')}`);
const Count = z.int('Целое число').min(1, 'Не меньше 1').max(99_999, 'Не больше 99 999');
const Id = z.int().positive();
export const documentKinds = ['passport', 'certificate', 'instruction', 'safety'] as const;

/** What a shop says of a product; each field by itself. Weight in grams. */
const fields = {
  name: text(1_000).min(1, 'Обязательно для заполнения'),
  slug: text(150).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Адрес — латинские буквы, цифры и дефисы'),
  article: text(250).nullable(),
  barcode: text(250).nullable(),
  brand_id: Id.nullable(),
  /** The main one first. */
  category_ids: z.array(Id).max(20, 'Не больше 20 категорий'),
  description_html: z.string().max(200_000, 'Не длиннее 200 000 знаков'),
  /** The main one first. */
  images: z.array(FilePath).max(50, 'Не больше 50 изображений'),
  unit: text(50).min(1, 'Обязательно для заполнения'),
  base_unit: text(50).min(1, 'Обязательно для заполнения'),
  factor_base: z.int('Целое число').min(1, 'Не меньше 1').max(1_000_000_000),
  factor_sales: z.int('Целое число').min(1, 'Не меньше 1').max(1_000_000_000),
  step: Count,
  min_count: Count,
  max_count: Count,
  package_count: Count.nullable(),
  pallet_count: Count.nullable(),
  weight_grams: z.int('Целое число').min(0, 'Не меньше 0').nullable(),
  vat_rate: z.union(vatRates.map((rate) => z.literal(rate))),
  specs: z.record(z.string().max(100), z.union([text(5_000), z.number(), z.boolean()])),
  variant_label: text(250).nullable(),
  variant_position: z.int().min(0).max(10_000),
  successor_id: Id.nullable(),
  analogue_ids: z.array(Id).max(50, 'Не больше 50 товаров'),
  for_job_ids: z.array(Id).max(50, 'Не больше 50 товаров'),
  documents: z
    .array(
      z.object({
        name: text(200).min(1, 'Обязательно для заполнения'),
        kind: z.enum(documentKinds),
        file: FilePath,
        size_bytes: z.int().positive(),
        issued_on: z.iso.date('Дата: ГГГГ-ММ-ДД').nullable(),
      }),
    )
    .max(50, 'Не больше 50 документов'),
  /** Whether it is shown and sold at all. */
  is_on: z.boolean(),
} satisfies Record<ProductFieldName, z.ZodType>;

export const ProductChange = z.strictObject(fields).partial();
export type ProductChange = z.output<typeof ProductChange>;

export const NewProduct = z.strictObject({
  name: fields.name,
  category_id: Id,
  brand_id: Id.nullable().default(null),
  article: fields.article.default(null),
  barcode: fields.barcode.default(null),
  unit: fields.unit.default('шт.'),
  vat_rate: fields.vat_rate.default(22),
  /** A variant of the model of this product; left out: a model of its own. */
  variant_of: Id.nullable().default(null),
  variant_label: fields.variant_label.default(null),
});
export type NewProduct = z.output<typeof NewProduct>;
