import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { actions, organiser, rulesOf } from './actions.ts';
import { articleScenes } from './articles.ts';
import { attributes } from './attributes.ts';
import { articleOf } from './barcodes.ts';
import { brands } from './brands.ts';
import { categories } from './categories.ts';
import { entrances } from './department-details.ts';
import { DocumentShelf } from './documents.ts';
import { FilmShelf } from './films.ts';
import { type Picture, picture } from './kinds/kind.ts';
import { forgetPictureSubjects, logoOf, mediaOf, saveSubjects, storedPath, writeDrawings } from './pictures.ts';
import { type DemoProduct, firstPicture, productsOf } from './products.ts';
import { scenes } from './promotion.ts';
import { followIds, insertRows } from './rows.ts';

export type CatalogueOptions = {
  products: number;
  filesDir: string;
  now: Date;
  onProgress: (message: string, done: number, total: number) => void;
};

const batchSize = 500;
const dayMs = 86_400_000;

type Keys = {
  brands: Map<string, number>;
  categories: Map<string, number>;
  attributes: Map<string, number>;
  actions: Map<string, number>;
};

/**
 * Categories, brands, attributes and the products of the generator, in batches of 500: memory does not grow with their
 * number.
 */
export async function loadCatalogue(db: Db, { products, filesDir, now, onProgress }: CatalogueOptions) {
  const illustrations = illustrationsOf();
  const keys = await loadFrame(db, now, illustrations);
  const values = new Map<string, number>();
  const counts = { products: 0, models: 0, prices: 0, stock: 0, pictures: 0 };
  const documents = new DocumentShelf(filesDir, now);
  const films = new FilmShelf(filesDir);
  const pictures = new Map([...illustrations.values()].map((one) => [one.name, one]));
  await forgetPictureSubjects(filesDir);
  // History of prices is written beside them, so the trigger that records "now" would only say it twice.
  await sql`alter table prices disable trigger record_new_prices`.execute(db);
  let batch: DemoProduct[] = [];
  for (const product of productsOf(products)) {
    batch.push(product);
    if (batch.length < batchSize) continue;
    await flush();
  }
  await flush();
  await sql`alter table prices enable trigger record_new_prices`.execute(db);
  for (const table of ['products', 'models', 'attribute_values']) await followIds(db, table);
  await orderValues(db);
  onProgress('Рисунки разделов', counts.products, products);
  const drawn = await writeDrawings(filesDir, {
    pictures: pictures.values(),
    scenes: [...scenes, ...articleScenes],
    entrances: entrances(),
  });
  return {
    categories: categories.length,
    brands: brands.length,
    ...counts,
    pictures: drawn + counts.pictures,
    documents: documents.count,
  };

  async function flush() {
    await insertBatch(db, batch, keys, values, now);
    await insertMedia(db, batch, films);
    await insertDocuments(db, batch, documents);
    await saveSubjects(
      filesDir,
      batch.map(({ subject }) => subject),
    );
    counts.pictures += batch.reduce((sum, { pictures }) => sum + pictures.length, 0);
    counts.products += batch.length;
    counts.models += batch.filter((product) => product.model).length;
    counts.prices += batch.reduce((sum, product) => sum + product.prices.length, 0);
    counts.stock += batch.reduce((sum, product) => sum + product.stock.length, 0);
    batch = [];
    onProgress('Товары, цены и остатки', counts.products, products);
  }
}

/** Moscow's midnight so many days from now: promotions begin and end with a day. */
function dayAt(now: Date, days: number): Date {
  const moscow = 3 * 3_600_000;
  return new Date(Math.floor((now.getTime() + moscow + days * dayMs) / dayMs) * dayMs - moscow);
}

async function loadFrame(db: Db, now: Date, illustrations: Map<string, Picture>): Promise<Keys> {
  const ids = <T extends { [key: string]: unknown }>(list: T[], key: keyof T) =>
    new Map(list.map((item, index) => [String(item[key]), index + 1]));
  const keys = {
    brands: ids(brands, 'name'),
    categories: ids(categories, 'code'),
    attributes: ids(attributes, 'code'),
    actions: ids(actions, 'slug'),
  };
  await insertRows(
    db,
    'brands',
    brands.map(({ slug, name, country, description }) => ({
      id: keys.brands.get(name),
      slug,
      name,
      country,
      description,
      logo: storedPath(logoOf(slug)),
    })),
  );
  await insertRows(
    db,
    'categories',
    categories.map(({ parent, root: _, ...category }) => ({
      ...category,
      id: keys.categories.get(category.code),
      parent_id: parent && keys.categories.get(parent),
      illustration: illustrations.has(category.code) ? storedPath(ensure(illustrations.get(category.code))) : null,
      changed_at: now,
    })),
  );
  await insertRows(
    db,
    'attributes',
    attributes.map((attribute, position) => ({ ...attribute, id: keys.attributes.get(attribute.code), position })),
  );
  await insertRows(
    db,
    'actions',
    actions.map((action) => ({
      id: keys.actions.get(action.slug),
      slug: action.slug,
      name: action.name,
      text: action.text,
      organiser,
      rules: rulesOf(action),
      image: action.image ? `products/banner-${action.image}.svg` : null,
      starts_at: dayAt(now, action.days[0]),
      ends_at: dayAt(now, action.days[1]),
      department_id_1c: action.department_id_1c,
      changed_at: now,
    })),
  );
  for (const table of ['brands', 'categories', 'attributes', 'actions']) await followIds(db, table);
  return keys;
}

// The thing that stands for a root where the first one of its tree would not say enough.
const faces: Record<string, string> = {
  'elektrika-i-svet': 'podvesnye-svetilniki',
  'sad-i-dacha': 'leyki',
  stroymaterialy: 'kirpich',
  'uborka-snega': 'lopaty-dlya-snega',
};

/** Before the holiday the tree of the tile is dressed; as a product it is sold bare. */
const dressedTree = picture('tree', { accent: '#2f7350', layout: 0 });

/** Roots and their groups carry a picture without ground; leaves are shown as chips. */
function illustrationsOf(): Map<string, Picture> {
  const leafOf = (code: string): string => {
    const child = categories.find((category) => category.parent === code);
    return child ? leafOf(child.code) : code;
  };
  const upper = categories.filter(
    ({ code, parent }) =>
      parent === null ||
      categories.some((category) => category.parent === code) ||
      categories.find((category) => category.code === parent)?.parent === null,
  );
  return new Map(
    upper.flatMap(({ code }) => {
      const found = code === 'novyy-god' ? dressedTree : firstPicture(faces[code] ?? leafOf(code));
      return found ? [[code, found] as const] : [];
    }),
  );
}

async function insertBatch(db: Db, batch: DemoProduct[], keys: Keys, values: Map<string, number>, now: Date) {
  if (batch.length === 0) return;
  await insertRows(
    db,
    'models',
    batch.flatMap((product) => (product.model ? [{ id: product.model_id, ...product.model }] : [])),
  );
  const facets = await facetsOf(db, batch, keys, values);
  await insertRows(
    db,
    'products',
    batch.map((product, index) => productRow(product, ensure(facets[index]), keys, now)),
  );
  await insertRows(
    db,
    'product_categories',
    batch.flatMap((product) => [
      { product_id: product.id, category_id: keys.categories.get(product.category), is_main: true },
      ...product.also.map((code) => ({
        product_id: product.id,
        category_id: keys.categories.get(code),
        is_main: false,
      })),
    ]),
  );
  await insertRows(
    db,
    'action_products',
    batch.flatMap((product) =>
      product.action ? [{ action_id: keys.actions.get(product.action.slug), product_id: product.id }] : [],
    ),
  );
  await insertPrices(db, batch, now);
  await insertStock(db, batch);
}

/** Films and what is shown from all sides. */
async function insertMedia(db: Db, batch: DemoProduct[], films: FilmShelf): Promise<void> {
  const rows = [];
  for (const { id, subject } of batch)
    for (const [position, medium] of [...(await films.filmsOf(subject)), ...mediaOf(subject)].entries())
      rows.push({ product_id: id, position, file: null, frames: [], ...medium });
  await insertRows(db, 'product_media', rows);
}

/**
 * Ids of the values that filters tick; a value met for the first time gets its row before the products that have it.
 */
async function facetsOf(db: Db, batch: DemoProduct[], keys: Keys, values: Map<string, number>): Promise<number[][]> {
  const fresh: Record<string, unknown>[] = [];
  const facets = batch.map((product) =>
    attributes.flatMap((attribute) => {
      const value = product.draft.specs[attribute.code];
      if (attribute.filter !== 'values' || value === undefined || value === false) return [];
      const text = value === true ? 'Да' : String(value).replace('.', ',');
      const key = `${attribute.code}=${text}`;
      if (!values.has(key)) {
        values.set(key, values.size + 1);
        fresh.push({
          id: values.size,
          attribute_id: keys.attributes.get(attribute.code),
          value: text,
          number: typeof value === 'number' ? value : null,
          position: 0,
        });
      }
      return [ensure(values.get(key))];
    }),
  );
  await insertRows(db, 'attribute_values', fresh);
  return facets;
}

/** With its packaging: a car carries that too. */
function carriedKg({ specs, weight_kg }: DemoProduct['draft']): number {
  return typeof specs.ves_s_upakovkoy === 'number' ? specs.ves_s_upakovkoy : weight_kg;
}

function productRow(product: DemoProduct, facets: number[], keys: Keys, now: Date) {
  const { draft } = product;
  const { sold } = draft;
  const created_at = new Date(now.getTime() - product.age_days * dayMs);
  return {
    id: product.id,
    idcode: String(product.number),
    model_id: product.model_id,
    variant_label: product.variant_label,
    variant_position: product.variant_position,
    slug: product.slug,
    name: product.name,
    article: articleOf(product.number),
    barcode: product.barcode,
    brand_id: keys.brands.get(product.brand),
    description: product.description,
    images: product.pictures.map(({ path }) => path),
    image_alts: Object.fromEntries(product.pictures.map(({ path, alt }) => [path, alt])),
    unit: sold.unit,
    base_unit: sold.base_unit,
    factor_base: sold.base,
    factor_sales: sold.sales,
    step: sold.step ?? 1,
    min_count: sold.min ?? 1,
    max_count: sold.max ?? 99_999,
    package_count: sold.package ?? null,
    pallet_count: sold.pallet ?? null,
    weight_grams: Math.round(carriedKg(draft) * 1_000),
    vat_rate: 22,
    specs: draft.specs,
    facets,
    highlights: draft.highlights,
    lead_days_min: product.lead_days?.[0] ?? null,
    lead_days_max: product.lead_days?.[1] ?? null,
    popularity: product.popularity,
    switched_off_at: product.is_switched_off ? new Date(now.getTime() - 20 * dayMs) : null,
    created_at,
    changed_at: created_at,
    search_text: product.search_text,
  };
}

async function insertPrices(db: Db, batch: DemoProduct[], now: Date) {
  const columns = {
    column: [] as string[],
    product: [] as number[],
    price: [] as (number | null)[],
    old: [] as (number | null)[],
  };
  const history = { column: [] as string[], product: [] as number[], days: [] as number[], price: [] as number[] };
  const tiers = { column: [] as string[], product: [] as number[], from: [] as number[], price: [] as number[] };
  for (const product of batch) {
    for (const row of product.prices) {
      columns.column.push(row.column);
      columns.product.push(product.id);
      columns.price.push(row.price);
      columns.old.push(row.old_price);
      for (const [days, price] of row.history) {
        history.column.push(row.column);
        history.product.push(product.id);
        history.days.push(days);
        history.price.push(price);
      }
    }
    for (const tier of product.tiers) {
      tiers.column.push(tier.column);
      tiers.product.push(product.id);
      tiers.from.push(tier.from_count);
      tiers.price.push(tier.price);
    }
  }
  await sql`insert into prices (price_column, product_id, price, old_price)
    select * from unnest(${columns.column}::text[], ${columns.product}::int[], ${columns.price}::int[], ${columns.old}::int[])`.execute(
    db,
  );
  await sql`insert into price_changes (price_column, product_id, changed_at, price)
    select column_name, product_id, ${now}::timestamptz - days * interval '1 day', price
    from unnest(${history.column}::text[], ${history.product}::int[], ${history.days}::int[], ${history.price}::int[])
      as h (column_name, product_id, days, price)`.execute(db);
  await sql`insert into price_tiers (price_column, product_id, from_count, price)
    select * from unnest(${tiers.column}::text[], ${tiers.product}::int[], ${tiers.from}::int[], ${tiers.price}::int[])`.execute(
    db,
  );
}

async function insertDocuments(db: Db, batch: DemoProduct[], shelf: DocumentShelf) {
  const rows: Record<string, unknown>[] = [];
  for (const product of batch) {
    const documents = await shelf.documentsOf(product);
    rows.push(...documents.map((document, position) => ({ product_id: product.id, position, ...document })));
  }
  await insertRows(db, 'product_documents', rows);
}

/** What the exchange would have sent: base units exactly, whole sales units beside them. */
async function insertStock(db: Db, batch: DemoProduct[]) {
  const rows = batch.flatMap((product) => product.stock.map((stock) => ({ product, ...stock })));
  await sql`insert into stock (store, product_id, on_hand_base, on_hand, shelf)
    select store, product_id, on_hand::numeric * base / sales, on_hand, shelf
    from unnest(${rows.map((row) => row.store)}::text[], ${rows.map((row) => row.product.id)}::int[], ${rows.map((row) => row.on_hand)}::int[],
      ${rows.map((row) => row.product.draft.sold.base)}::int[], ${rows.map((row) => row.product.draft.sold.sales)}::int[],
      ${rows.map((row) => row.shelf)}::text[]) as s (store, product_id, on_hand, base, sales, shelf)`.execute(db);
}

/** Values stand in their filter by number, words by the alphabet. */
async function orderValues(db: Db) {
  await sql`update attribute_values v set position = o.position
    from (select id, row_number() over (partition by attribute_id order by number nulls last, value) as position from attribute_values) o
    where o.id = v.id`.execute(db);
}
