import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { type Category, subtreeIds } from '../categories.ts';
import { availableSql, chargedPriceSql, offerJoins, oldPriceSql } from '../offers.ts';
import type { Listing } from '../schema.ts';
import { type SearchPlan, searchQuerySql } from '../search-words.ts';
import { type ProductFacts, productFacts } from './product-facts.ts';

/**
 * All products a list may narrow down, one array per column, the same row at the same place everywhere. Prices in kopecks.
 * The columns come as text arrays of one row: a thousand products are read in a few milliseconds.
 */
export type Scope = {
  size: number;
  id: number[];
  facts: ProductFacts[];
  /** The main category; left null in a category's own list, which does not need it. */
  category_id: (number | null)[];
  /** The price charged, null = on request. */
  price: (number | null)[];
  retail_price: (number | null)[];
  /** Already judged by the 30-day rule. */
  old_price: (number | null)[];
  /** 1 = at least the least orderable count is left. */
  in_stock: number[];
  rank: number[];
  /** Which categories of the subtree hold which product; empty when the list is no category's. */
  placed: { product_id: number[]; category_id: number[] };
};

type Row = { [column: string]: string | null };

/** Reads the products of a category with all below it, a brand, an action, a search, or of several of these together. */
export async function readScope(
  db: Db,
  shelf: Shelf,
  listing: Listing,
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
  const text = scopeText(shelf, placed, where, { rank, category_id: category ? 'null::int' : 'main.category_id' });
  const [row] = await preparedScope(text)(db, values);
  return scopeOf(db, row!);
}

/** An empty text stands for what depends on the kind of scope. */
const columns = {
  id: 'p.id',
  xid: 'p.changed_xid',
  category_id: '',
  price: chargedPriceSql,
  retail_price: 'retail.price',
  old_price: oldPriceSql,
  in_stock: `(coalesce(${availableSql}, 0) >= p.min_count)::int`,
  rank: '',
};

function scopeText(shelf: Shelf, placed: string, where: string[], varying: Record<string, string>): string {
  const aggregates = Object.entries(columns).map(
    ([name, expression]) => `array_agg(${expression || varying[name]})::text as ${name}`,
  );
  return `with placed as materialized (${placed})
  select ${aggregates.join(',\n    ')},
    (select array_agg(product_id)::text from placed) as placed_products,
    (select array_agg(category_id)::text from placed) as placed_categories
  from products p ${offerJoins(shelf)}
  ${varying.category_id === 'main.category_id' ? 'left join product_categories main on main.product_id = p.id and main.is_main' : ''}
  where ${where.join(' and ')}`;
}

const prepared = new Map<string, (db: Db, values: unknown[]) => Promise<Row[]>>();

// The text depends on the shelf and the kind of scope: a few dozen in practice.
function preparedScope(text: string) {
  const known = prepared.get(text);
  if (known) return known;
  const run = preparedStatement<Row>(`scope_${prepared.size}`, text);
  prepared.set(text, run);
  return run;
}

async function scopeOf(db: Db, row: Row): Promise<Scope> {
  const read = (column: string) => numbersIn(row[column]) as number[];
  const facts = await productFacts(db, read('id'), read('xid'));
  const rows = [...facts.keys()].filter((at) => facts[at] !== undefined);
  const keep = <T>(values: T[]) => (rows.length === facts.length ? values : rows.map((at) => values[at]!));
  return {
    size: rows.length,
    id: keep(read('id')),
    facts: keep(facts) as ProductFacts[],
    category_id: keep(read('category_id')),
    price: keep(read('price')),
    retail_price: keep(read('retail_price')),
    old_price: keep(read('old_price')),
    in_stock: keep(read('in_stock')),
    rank: keep(read('rank')),
    placed: { product_id: read('placed_products'), category_id: read('placed_categories') },
  };
}

/** «{1,NULL,3}» → [1, null, 3] */
function numbersIn(text: string | null | undefined): (number | null)[] {
  return text ? JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) : [];
}
