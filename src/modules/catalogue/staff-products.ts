import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { beyond, type Key, keyOf, orderOf, type Term, termsThenId } from '#platform/keyset.ts';
import type { Sort } from '#platform/order-by.ts';
import { folded } from '#shared/folded.ts';
import { articleKey } from './article-key.ts';

/** Whose prices and stock a member of staff sees: of the branches of the scope with their points. */
export type GoodsScope = { price_columns: string[]; stores: string[] };

/** `branches`: id_1c; null: all. Retail columns alone. */
export async function goodsScope(db: Db, branches: string[] | null): Promise<GoodsScope> {
  const { rows } = await sql<{ base_price: string; store: string; is_branch: boolean }>`
    select d.base_price, d.store, d.branch_id_1c is null as is_branch from departments d
    where ${branches}::text[] is null or coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[])`.execute(db);
  return {
    price_columns: [...new Set(rows.filter((row) => row.is_branch).map((row) => row.base_price))],
    stores: rows.map((row) => row.store),
  };
}

export const missingParts = ['photo', 'price', 'weight', 'description', 'brand', 'category', 'barcode'] as const;

export type StaffProductFilter = {
  /** Name in part; article, barcode or code of the shop as a whole. */
  q?: string;
  /** With everything below it. */
  category_id?: number;
  brand_id?: number[];
  without?: (typeof missingParts)[number][];
  /** Code of an attribute that the product says nothing of. */
  without_attribute?: string;
  in_stock?: boolean;
  is_on?: boolean;
  origin?: 'onec' | 'own';
  changed_from?: Date;
  has_duplicate_barcode?: boolean;
  /** Changed fields wait over it. */
  has_draft?: boolean;
  /** Points of `quality-rules.ts`. */
  quality_below?: number;
  /** Variants of one model. */
  model_id?: number;
};

export const staffProductSorts = ['changed_at', 'name', 'article', 'idcode', 'popularity', 'quality'] as const;
export type StaffProductSort = Sort<(typeof staffProductSorts)[number]>;

/** A product as a row of the back office's list. Money in kopecks, counts in sales units. */
export type StaffProductRow = {
  id: number;
  idcode: string;
  name: string;
  slug: string;
  article: string | null;
  image: string | null;
  brand: string | null;
  category_id: number | null;
  category: string | null;
  unit: string;
  /** Lowest and highest retail price of the scope; null: no branch of it has one. */
  price_from: number | null;
  price_to: number | null;
  /** Left after reservations in all stores of the scope; null: nothing was ever said. */
  available: number | null;
  /** 0–100; null: not worked out yet, within a minute it is. */
  quality: number | null;
  is_on: boolean;
  is_from_1c: boolean;
  changed_at: Date;
  /** Where it stands in the list (`platform/keyset.ts`). */
  key: string;
};

/** A page of goods for staff, with how many there are, counted to `count_to` + 1. */
export async function listStaffProducts(
  db: Db,
  scope: GoodsScope,
  filter: StaffProductFilter & { ids?: number[] },
  page: { sort: StaffProductSort[]; limit: number; offset: number; after?: Key | undefined; count_to: number },
): Promise<{ products: StaffProductRow[]; count: number }> {
  const terms = termsOfGoods(page.sort);
  const where = goodsConditions(scope, filter);
  const [products, counts] = await Promise.all([
    sql<StaffProductRow>`
      with page as materialized (
        select p.id, row_number() over (order by ${orderOf(terms)}) as place, ${keyOf(terms)} as key
        from products p ${joinsOfOrder(page.sort)}
        where ${where} and ${beyond(terms, page.after)} order by ${orderOf(terms)} limit ${page.limit} offset ${page.offset}
      )
      select p.id, p.idcode, p.name, p.slug, p.article, p.images[1] as image, b.name as brand, c.id as category_id,
        c.name as category, p.unit, r.price_from, r.price_to, s.available, q.score as quality, p.switched_off_at is null as is_on,
        p.id_1c is not null as is_from_1c, p.changed_at, page.key
      from page join products p on p.id = page.id
      left join brands b on b.id = p.brand_id
      left join product_quality q on q.product_id = p.id
      left join product_categories pc on pc.product_id = p.id and pc.is_main
      left join categories c on c.id = pc.category_id
      left join lateral (
        select min(price) as price_from, max(price) as price_to from prices
        where product_id = p.id and price_column = any(${scope.price_columns}::text[])
      ) r on true
      left join lateral (
        select sum(greatest(on_hand - reserved, 0))::int as available from stock
        where product_id = p.id and store = any(${scope.stores}::text[])
      ) s on true
      order by page.place`.execute(db),
    countGoods(db, where, page.count_to),
  ]);
  return { products: products.rows, count: counts };
}

/** How many goods pass the filter, counted to `count_to` + 1. */
export function countStaffProducts(
  db: Db,
  scope: GoodsScope,
  filter: StaffProductFilter,
  count_to: number,
): Promise<number> {
  return countGoods(db, goodsConditions(scope, filter), count_to);
}

async function countGoods(db: Db, where: RawBuilder<unknown>, count_to: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from products p where ${where} limit ${count_to + 1}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** What goods must be to pass the filter, over `products p`. */
export function goodsConditions(
  scope: GoodsScope,
  filter: StaffProductFilter & { ids?: number[] },
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const add = (condition: RawBuilder<unknown>) => conditions.push(condition);
  if (filter.ids) add(sql`p.id = any(${filter.ids}::int[])`);
  if (filter.category_id !== undefined)
    add(sql`exists (select from product_categories pc where pc.product_id = p.id and pc.category_id = any(array(
      with recursive below as (
        select ${filter.category_id}::int as id
        union select c.id from categories c join below on c.parent_id = below.id
      ) select id from below)))`);
  if (filter.brand_id) add(sql`p.brand_id = any(${filter.brand_id}::int[])`);
  if (filter.without_attribute) add(sql`not p.specs ? ${filter.without_attribute}::text`);
  if (filter.in_stock !== undefined) add(sql`${inStock(scope)} = ${filter.in_stock}`);
  if (filter.is_on !== undefined) add(sql`(p.switched_off_at is null) = ${filter.is_on}`);
  if (filter.origin) add(sql`(p.id_1c is not null) = ${filter.origin === 'onec'}`);
  if (filter.changed_from) add(sql`p.changed_at >= ${filter.changed_from}`);
  if (filter.model_id !== undefined) add(sql`p.model_id = ${filter.model_id}`);
  if (filter.quality_below !== undefined)
    add(sql`exists (select from product_quality g where g.product_id = p.id and g.score < ${filter.quality_below})`);
  if (filter.has_duplicate_barcode !== undefined)
    add(sql`(p.barcode is not null and exists (
      select from products o where o.barcode = p.barcode and o.id <> p.id)) = ${filter.has_duplicate_barcode}`);
  if (filter.has_draft !== undefined)
    add(sql`exists (select from drafts d where d.resource = 'products' and d.record_id = p.id::text
      and d.published_at is null and d.discarded_at is null) = ${filter.has_draft}`);
  for (const part of new Set(filter.without)) add(lacking(scope)[part]);
  if (filter.q?.trim()) add(searched(filter.q.trim()));
  return sql.join(conditions, sql` and `);
}

function lacking(scope: GoodsScope): Record<(typeof missingParts)[number], RawBuilder<unknown>> {
  return {
    photo: sql`p.images = '{}'`,
    price: sql`not exists (select from prices s where s.product_id = p.id and s.price is not null
      and s.price_column = any(${scope.price_columns}::text[]))`,
    weight: sql`p.weight_grams is null`,
    description: sql`p.description = ''`,
    brand: sql`p.brand_id is null`,
    category: sql`not exists (select from product_categories pc where pc.product_id = p.id)`,
    barcode: sql`p.barcode is null`,
  };
}

function inStock({ stores }: GoodsScope): RawBuilder<boolean> {
  return sql<boolean>`exists (select from stock s where s.product_id = p.id and s.store = any(${stores}::text[])
    and s.on_hand > s.reserved)`;
}

/** An article, a barcode or a code finds its goods; anything else the names whose words begin so, all of them. */
function searched(typed: string): RawBuilder<unknown> {
  const words = folded(typed).match(/[0-9a-zа-я]+/g) ?? [];
  const query = words.map((word) => `'${word}':*`).join(' & ');
  const byName = sql`union all select n.id from products n
    where to_tsvector('simple', regexp_replace(translate(lower(n.name), 'ё', 'е'), '[^0-9a-zа-я]+', ' ', 'g'))
      @@ to_tsquery('simple', ${query})`;
  // Not joined by `or`: each has an index of its own.
  return sql`p.id in (
    select n.id from products n where n.idcode = ${typed} union all select n.id from products n where n.barcode = ${typed}
    union all select n.id from products n
    where n.article_key = ${articleKey(typed) || null}
    ${query ? byName : sql``})`;
}

/** What an order by quality needs beside `products p`. */
export function joinsOfOrder(sort: StaffProductSort[]): RawBuilder<unknown> {
  return sort.some(({ column }) => column === 'quality') ? sql`join product_quality j on j.product_id = p.id` : sql``;
}

/** How `products p` are put in order; by id among equals. */
export function orderOfGoods(sort: StaffProductSort[]): RawBuilder<unknown> {
  return orderOf(termsOfGoods(sort));
}

function termsOfGoods(sort: StaffProductSort[]): Term[] {
  const columns = {
    changed_at: sql`p.changed_at`,
    name: sql`p.name`,
    article: { value: sql`p.article`, mayBeNull: true },
    idcode: sql`p.idcode`,
    popularity: sql`p.popularity`,
    quality: sql`j.score`,
  };
  return termsThenId(sort, columns, 'changed_at', sql`p.id`);
}
