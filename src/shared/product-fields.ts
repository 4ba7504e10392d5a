type ProductField = {
  /** In Russian, the same as subject and as object of a sentence. */
  words: string;
  /** 1C feeds it; by changing it the shop takes it for itself under this name (`field_owners`). */
  owned?: string;
  /** Columns of `products` that 1C fills with it, the one people know first; when not given the column of its name. */
  columns?: readonly string[];
  /** No column of its name takes it as it is. */
  isApart?: true;
};

/**
 * What staff change of a product, once. From here follow what is written into its row, whose a field is (on its page,
 * in tables of goods, at the terminal, when a package of 1C is taken back) and the words of the page and of the log.
 */
export const productFields = {
  name: { words: 'название', owned: 'name', columns: ['name', 'slug'] },
  slug: { words: 'адрес страницы' },
  description_html: {
    words: 'описание',
    owned: 'description',
    columns: ['description', 'description_html'],
    isApart: true,
  },
  images: { words: 'изображения', owned: 'images' },
  article: { words: 'артикул', owned: 'article' },
  barcode: { words: 'штрихкод', owned: 'barcode' },
  brand_id: { words: 'бренд', owned: 'brand' },
  category_ids: { words: 'категории', owned: 'categories', columns: [], isApart: true },
  weight_grams: { words: 'вес', owned: 'weight' },
  vat_rate: { words: 'НДС', owned: 'vat' },
  specs: { words: 'свойства', owned: 'specs', columns: ['specs', 'facets'], isApart: true },
  is_on: { words: 'показ', owned: 'sale', columns: ['switched_off_at'], isApart: true },
  unit: { words: 'единицы и продажа' },
  base_unit: { words: 'единицы и продажа' },
  factor_base: { words: 'единицы и продажа' },
  factor_sales: { words: 'единицы и продажа' },
  step: { words: 'единицы и продажа' },
  min_count: { words: 'единицы и продажа' },
  max_count: { words: 'единицы и продажа' },
  package_count: { words: 'единицы и продажа' },
  pallet_count: { words: 'единицы и продажа' },
  variant_label: { words: 'название варианта' },
  variant_position: { words: 'место варианта' },
  successor_id: { words: 'замена' },
  analogue_ids: { words: 'аналоги', isApart: true },
  for_job_ids: { words: 'сопутствующие товары', isApart: true },
  documents: { words: 'документы', isApart: true },
} as const satisfies Record<string, ProductField>;

type Fields = typeof productFields;
export type ProductFieldName = keyof Fields;
/** A field that 1C feeds and the shop may take for itself. `sale`: whether the product is on sale at all. */
export type OwnedField = {
  [Name in ProductFieldName]: Fields[Name] extends { owned: infer Owned } ? Owned : never;
}[ProductFieldName];
type RowField = { [Name in ProductFieldName]: Fields[Name] extends { isApart: true } ? never : Name }[ProductFieldName];

/** A column that staff and 1C both fill. */
export type SharedColumn = { [Name in RowField]: Fields[Name] extends { owned: string } ? Name : never }[RowField];

const entries = Object.entries(productFields) as [ProductFieldName, ProductField & { owned?: OwnedField }][];

/** Columns that take what staff say as it is. */
export const rowFields = entries.flatMap(([name, { isApart }]) => (isApart ? [] : (name as RowField)));

export const ownedFields = entries.flatMap(([, { owned }]) => owned ?? []);

/** Of each owned field: its words, and the columns that 1C fills with it. */
export const ownedField = Object.fromEntries(
  entries.flatMap(([name, { words, owned, columns = [name] }]) => (owned ? [[owned, { words, columns }]] : [])),
) as Record<OwnedField, { words: string; columns: readonly string[] }>;

/** What a change of this field takes for the shop; null: it is the shop's already, or 1C's for good. */
export function ownedBy(name: string): OwnedField | null {
  return entries.find(([own]) => own === name)?.[1].owned ?? null;
}
