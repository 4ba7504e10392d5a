import type { PriceContext } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { isOnSaleSql, offerJoins, priceContextStatement, type Tier } from './offers.ts';
import { type StoreStock, storeStockSql } from './points.ts';
import { type ProductMedium, productMediaSql } from './product-media.ts';

export type ProductDocument = {
  name: string;
  kind: 'passport' | 'certificate' | 'instruction' | 'safety';
  file: string;
  size_bytes: number;
  issued_on: string | null;
};

/**
 * What only PostgreSQL knows of a product. Money in kopecks; `lowest`: the lowest price of the last 30 days in the
 * branch's column, by the moment of a look.
 */
export type ProductDetailsRow = {
  id: number;
  barcode: string | null;
  description: string;
  vat_rate: number;
  package_count: number | null;
  pallet_count: number | null;
  documents: ProductDocument[] | null;
  links: ProductLink[] | null;
  tiers: Tier[] | null;
  buyer_tiers: Tier[] | null;
  lowest: number | null;
};

/** The same and what else its page shows. */
export type ProductPageRow = ProductDetailsRow & {
  model_id: number;
  switched_off: boolean;
  unit: string;
  orders_in_year: number;
  min_count: number;
  description_html: string | null;
  highlights: string[];
  image_alts: Record<string, string>;
  specs: Record<string, unknown>;
  category_id: number | null;
  successor_id: number | null;
  variant_name: string | null;
  variants: VariantName[] | null;
  shorts: { code: string; name: string }[] | null;
  media: ProductMedium[] | null;
  stock: StoreStock[] | null;
};

export type ProductLink = { id: number; kind: 'analogue' | 'for_job' };

export type VariantName = { id: number; label: string | null };

const detailsColumns = `p.id, p.barcode, p.description, p.vat_rate, p.package_count, p.pallet_count,
    (select json_agg(json_build_object(
        'name', d.name, 'kind', d.kind, 'file', d.file, 'size_bytes', d.size_bytes, 'issued_on', d.issued_on
      ) order by d.position) from product_documents d where d.product_id = p.id) as documents,
    (select json_agg(json_build_object('id', l.linked_product_id, 'kind', l.kind) order by l.position, l.linked_product_id)
      from product_links l where l.product_id = p.id) as links,
    (select json_agg(json_build_object('from_count', t.from_count, 'price', t.price) order by t.from_count)
      from price_tiers t where t.price_column = $2::text and t.product_id = p.id) as tiers,
    (select json_agg(json_build_object('from_count', t.from_count, 'price', t.price) order by t.from_count)
      from price_tiers t where t.price_column = $3::text and t.product_id = p.id) as buyer_tiers,
    (select min(c.price) from (
      select price, lead(changed_at) over (order by changed_at) as until
      from price_changes
      where price_column = $2::text and product_id = p.id and changed_at <= coalesce($4::timestamptz, now())
    ) c where coalesce(c.until, 'infinity') > coalesce($4::timestamptz, now()) - interval '30 days') as lowest`;

const pageText = (condition: string, stores: string[]) => `
  select ${detailsColumns},
    p.model_id, p.switched_off_at is not null as switched_off, p.unit, p.orders_in_year, p.min_count, p.description_html, p.highlights, p.image_alts, p.specs,
    main.category_id, p.successor_id, m.variant_name,
    (select json_agg(json_build_object('id', v.id, 'label', v.variant_label) order by v.variant_position, v.id)
      from products v where v.model_id = p.model_id and (v.switched_off_at is null or v.id = p.id)) as variants,
    (select json_agg(json_build_object('code', s.code, 'name', s.name) order by s.position, s.name)
      from shorts s where s.category_id = main.category_id) as shorts,
    ${productMediaSql} as media,
    ${storeStockSql(stores)} as stock
  from products p
  join models m on m.id = p.model_id
  left join product_categories main on main.product_id = p.id and main.is_main
  where ${condition}`;

const selectBySlug = priceContextStatement<ProductPageRow>('product_by_slug', (_, stores) =>
  pageText('p.slug = $1::text', stores),
);
const selectById = priceContextStatement<ProductPageRow>('product_by_id', (_, stores) =>
  pageText('p.id = $1::int', stores),
);
const selectDetails = preparedStatement<ProductDetailsRow>(
  'product_details',
  `select ${detailsColumns} from products p where p.id = $1::int`,
);
const selectNeighbours = priceContextStatement<{ id: number }>(
  'product_neighbours',
  (priceContext) => `select p.id from product_categories c join products p on p.id = c.product_id
  ${offerJoins(priceContext)}
  where c.category_id = $1::int and c.is_main and p.model_id <> $2::int and p.switched_off_at is null
  order by ${isOnSaleSql} desc, p.popularity desc, p.id limit $3::int`,
);
const selectFormer = preparedStatement<{ slug: string }>(
  'product_former_slug',
  `select p.slug from product_former_slugs f join products p on p.id = f.product_id where f.slug = $1::text`,
);

const selectSpecs = preparedStatement<{ id: number; specs: Record<string, unknown> }>(
  'product_specs',
  'select id, specs from products where id = any($1::int[])',
);

/** A product by slug or id, with stock of these stores; null: nobody knows it. */
export async function readProductPage(
  db: Db,
  priceContext: PriceContext,
  by: { slug: string } | { id: number },
  stores: string[],
): Promise<ProductPageRow | null> {
  const { price_column, buyer_price_column, shown_at } = priceContext;
  const context = [price_column, buyer_price_column, shown_at ?? null];
  const [row] =
    'slug' in by
      ? await selectBySlug(db, priceContext, [by.slug, ...context], stores)
      : await selectById(db, priceContext, [by.id, ...context], stores);
  return row ?? null;
}

/** The same of less, with fewer tables read; null: nobody knows it. */
export async function readProductDetails(
  db: Db,
  priceContext: PriceContext,
  id: number,
): Promise<ProductDetailsRow | null> {
  const { price_column, buyer_price_column, shown_at } = priceContext;
  const [row] = await selectDetails(db, [id, price_column, buyer_price_column, shown_at ?? null]);
  return row ?? null;
}

/** Where a product that had this slug stands now (301), or null. */
export async function movedProduct(db: Db, slug: string): Promise<string | null> {
  const [former] = await selectFormer(db, [slug]);
  return former?.slug ?? null;
}

/** What these products say of themselves, by product; unknown ids are absent. */
export async function readSpecs(db: Db, ids: number[]): Promise<Map<number, Record<string, unknown>>> {
  return new Map((await selectSpecs(db, [ids])).map(({ id, specs }) => [id, specs]));
}

/** The same as `bestOfCategory` (modules/catalogue-index/evaluate), while there is no index. */
export async function readBestOfCategory(
  db: Db,
  priceContext: PriceContext,
  category_id: number,
  except_model: number,
  most: number,
): Promise<number[]> {
  return (await selectNeighbours(db, priceContext, [category_id, except_model, most])).map(({ id }) => id);
}
