import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { type Attribute, type Category, subtreeIds, type Tree } from '../categories.ts';
import { availableSql, chargedPriceSql, offerJoins, oldPriceSql } from '../offers.ts';
import type { Listing } from '../schema.ts';
import { type SearchPlan, searchQuerySql } from '../search-words.ts';

/**
 * All products a list may narrow down, one array per column, the same row at the same place everywhere. Prices in kopecks.
 * The columns come as text arrays of one row: a thousand products are read in a few milliseconds.
 */
export type Scope = {
  size: number;
  id: number[];
  model_id: number[];
  variant_position: number[];
  brand_id: (number | null)[];
  /** The main category; left null in a category's own list, which does not need it. */
  category_id: (number | null)[];
  /** The price charged, null = on request. */
  price: (number | null)[];
  retail_price: (number | null)[];
  /** Already judged by the 30-day rule. */
  old_price: (number | null)[];
  factor_base: number[];
  factor_sales: number[];
  /** 1 = at least the least orderable count is left. */
  in_stock: number[];
  popularity: number[];
  /** Seconds since 1970. */
  created: number[];
  rank: number[];
  facets: number[][];
  /** attribute id → the number of each product, null where it has none. */
  numbers: Map<number, (number | null)[]>;
  /** Which categories of the subtree hold which product; empty when the list is no category's. */
  placed: { product_id: number[]; category_id: number[] };
};

type Row = { [column: string]: string | null };

/** Reads the products of a category with all below it, a brand, an action, a search, or of several of these together. */
export async function readScope(
  db: Db,
  shelf: Shelf,
  listing: Listing,
  tree: Tree,
  category: Category | null,
  search: SearchPlan | null,
): Promise<Scope> {
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const where = ['p.switched_off_at is null'];
  let placed = 'select null::int as product_id, null::int as category_id where false';
  if (category) {
    const ids = parameter(subtreeIds(category), 'int[]');
    placed = `select product_id, category_id from product_categories where category_id = any(${ids})`;
    where.push('p.id in (select product_id from placed)');
  }
  if (listing.brand)
    where.push(`p.brand_id = (select id from brands where slug = ${parameter(listing.brand, 'text')})`);
  if (listing.action) {
    const slug = parameter(listing.action, 'text');
    where.push(
      `p.id in (select product_id from action_products where action_id = (select id from actions where slug = ${slug}))`,
    );
  }
  let rank = '0';
  if (search && search.exact.length > 0) {
    const ids = search.exact.map((product) => product.id);
    where.push(`p.id = any(${parameter(ids, 'int[]')})`);
  } else if (search) {
    const wanted = searchQuerySql(
      parameter(search.words, 'text'),
      parameter(search.prefix, 'text'),
      parameter(search.words_before, 'text'),
    );
    where.push(`p.search @@ (select ${wanted})`);
    if (listing.sort === 'relevance') rank = `ts_rank(p.search, (select ${wanted}))`;
  }
  const ranges = tree.attributes.filter(isRange);
  const text = scopeText(
    shelf,
    placed,
    where,
    { rank, category_id: category ? 'null::int' : 'main.category_id' },
    ranges,
  );
  const [row] = await preparedScope(text)(db, values);
  return scopeOf(row!, ranges);
}

/** Filtered by two bounds instead of ticks. */
export function isRange(attribute: Attribute): boolean {
  return attribute.filter === 'range' && attribute.type === 'number';
}

/** An empty text stands for what depends on the kind of scope. */
const columns: Record<keyof Omit<Scope, 'size' | 'facets' | 'numbers' | 'placed'>, string> = {
  id: 'p.id',
  model_id: 'p.model_id',
  variant_position: 'p.variant_position',
  brand_id: 'p.brand_id',
  category_id: '',
  price: chargedPriceSql,
  retail_price: 'retail.price',
  old_price: oldPriceSql,
  factor_base: 'p.factor_base',
  factor_sales: 'p.factor_sales',
  in_stock: `(coalesce(${availableSql}, 0) >= p.min_count)::int`,
  popularity: 'p.popularity',
  created: 'extract(epoch from p.created_at)::int8',
  rank: '',
};

function scopeText(
  shelf: Shelf,
  placed: string,
  where: string[],
  varying: Record<string, string>,
  ranges: Attribute[],
): string {
  const aggregates = Object.entries(columns).map(
    ([name, expression]) => `array_agg(${expression || varying[name]})::text as ${name}`,
  );
  // A spec that should be a number and is not leaves a gap instead of an error. Codes are checked by the table.
  const numbers = ranges.map(
    ({ id, code }) =>
      `array_agg(case when jsonb_typeof(p.specs -> '${code}') = 'number' then (p.specs -> '${code}')::float8 end)::text
      as number_${id}`,
  );
  return `with placed as materialized (${placed})
  select ${[...aggregates, ...numbers].join(',\n    ')},
    '[' || string_agg('[' || array_to_string(p.facets, ',') || ']', ',') || ']' as facets,
    (select array_agg(product_id)::text from placed) as placed_products,
    (select array_agg(category_id)::text from placed) as placed_categories
  from products p ${offerJoins(shelf)}
  left join product_categories main on main.product_id = p.id and main.is_main
  where ${where.join(' and ')}`;
}

const prepared = new Map<string, (db: Db, values: unknown[]) => Promise<Row[]>>();

// The text depends on the shelf, the kind of scope and the attributes that are ranges: a few dozen in practice.
function preparedScope(text: string) {
  const known = prepared.get(text);
  if (known) return known;
  const run = preparedStatement<Row>(`scope_${prepared.size}`, text);
  prepared.set(text, run);
  return run;
}

function scopeOf(row: Row, ranges: Attribute[]): Scope {
  const id = numbersIn(row.id);
  const read = (column: string) => numbersIn(row[column]) as number[];
  return {
    size: id.length,
    id: id as number[],
    model_id: read('model_id'),
    variant_position: read('variant_position'),
    brand_id: read('brand_id'),
    category_id: read('category_id'),
    price: read('price'),
    retail_price: read('retail_price'),
    old_price: read('old_price'),
    factor_base: read('factor_base'),
    factor_sales: read('factor_sales'),
    in_stock: read('in_stock'),
    popularity: read('popularity'),
    created: read('created'),
    rank: read('rank'),
    facets: row.facets ? JSON.parse(row.facets) : [],
    numbers: new Map(ranges.map((attribute) => [attribute.id, read(`number_${attribute.id}`)])),
    placed: { product_id: read('placed_products'), category_id: read('placed_categories') },
  };
}

/** «{1,NULL,3}» → [1, null, 3] */
function numbersIn(text: string | null | undefined): (number | null)[] {
  return text ? JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) : [];
}
