import { type Db, preparedStatement } from '#platform/database.ts';

/** What of a product a list is narrowed and sorted by, apart from price and stock. */
export type ProductFacts = {
  /** The transaction that wrote this version of the row. */
  xid: number;
  model_id: number;
  variant_position: number;
  brand_id: number | null;
  factor_base: number;
  factor_sales: number;
  popularity: number;
  /** Σ of stars and how many gave them: real reviews, else demonstration ones. */
  rating_sum: number;
  rating_count: number;
  /** Seconds since 1970. */
  created: number;
  facets: number[];
  /** Specs that are numbers, by attribute code. */
  numbers: Record<string, number>;
};

type FactsRow = Omit<ProductFacts, 'numbers'> & { id: number; specs: Record<string, unknown> };

const selectFacts = preparedStatement<FactsRow>(
  'product_facts',
  `select p.id, p.changed_xid::text::int8 as xid, p.model_id, p.variant_position, p.brand_id, p.factor_base, p.factor_sales,
    p.popularity, case when p.rating_count > 0 then p.rating_sum else p.demo_rating_sum end as rating_sum,
    case when p.rating_count > 0 then p.rating_count else p.demo_rating_count end as rating_count, extract(epoch from p.created_at)::int8 as created, p.facets, p.specs
  from products p where p.id = any($1::int[])`,
);

const caches = new WeakMap<object, Map<number, ProductFacts>>();

/** About 100 MB; beyond it the cache starts anew. */
const maxKept = 200_000;

/**
 * The facts of these products, from memory where the row is still the version that was read (every change of a row stamps
 * changed_xid), else from the database. A product that vanished meanwhile is undefined.
 */
export async function productFacts(db: Db, ids: number[], xids: number[]): Promise<(ProductFacts | undefined)[]> {
  let cache = caches.get(db);
  if (!cache || cache.size > maxKept) {
    cache = new Map();
    caches.set(db, cache);
  }
  const missing = ids.filter((id, at) => cache.get(id)?.xid !== xids[at]);
  const fresh = new Map<number, ProductFacts>();
  if (missing.length > 0) {
    for (const { id, specs, ...facts } of await selectFacts(db, [missing])) {
      const numbers = Object.entries(specs).filter((spec): spec is [string, number] => typeof spec[1] === 'number');
      fresh.set(id, { ...facts, numbers: Object.fromEntries(numbers) });
      cache.set(id, fresh.get(id)!);
    }
  }
  return ids.map((id) => fresh.get(id) ?? cache.get(id));
}
