import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Shelf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { query } from './listing.ts';
import { Listing } from './schema.ts';

const { db } = await testDatabase();
await makeBranches(db);

// shop → (mixes → (gypsum, cement), paint); a product may lie in several of them.
const parents: Record<string, string | null> = {
  shop: null,
  mixes: 'shop',
  gypsum: 'mixes',
  cement: 'mixes',
  paint: 'shop',
};
const categoryIds: Record<string, number> = {};
for (const [code, parent] of Object.entries(parents)) {
  const { id } = await db
    .insertInto('categories')
    .values({ code, name: code, parent_id: parent ? categoryIds[parent]! : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  categoryIds[code] = id;
}
const brandIds: Record<string, number> = {};
for (const slug of ['suhona', 'gipsar', 'teplyak']) {
  const { id } = await db.insertInto('brands').values({ slug, name: slug }).returning('id').executeTakeFirstOrThrow();
  brandIds[slug] = id;
}
const attributes = ['osnova', 'ves', 'cvet'];
const valueIds: Record<string, number[]> = {};
for (const [position, code] of attributes.entries()) {
  const { id } = await db
    .insertInto('attributes')
    .values({ code, name: code, type: 'enum', filter: 'values', position })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = await db
    .insertInto('attribute_values')
    .values([1, 2, 3].map((n) => ({ attribute_id: id, value: `${code} ${n}`, position: n })))
    .returning('id')
    .execute();
  valueIds[code] = values.map((value) => value.id);
}
await db
  .insertInto('attributes')
  .values({ code: 'sloy', name: 'Слой', type: 'number', filter: 'range', position: 9 })
  .execute();

type Made = {
  model: number;
  brand: string | null;
  categories: string[];
  values: Record<string, number | null>;
  sloy: number | null;
  price: number | null;
  buyer: number | null;
  old: 'none' | 'charged' | 'given_up' | 'lower';
  on_hand: number | null;
  reserved: number;
  min_count: number;
  factor: [number, number];
  popularity: number;
  off: boolean;
};
type Asked = {
  category: string | null;
  scopeBrand: string | null;
  filters: Record<string, number[]>;
  brands: string[];
  sloy: [number | null, number | null];
  price: [number | null, number | null];
  in_stock: boolean;
  discounted: boolean;
  isBusiness: boolean;
  sort: 'popular' | 'price' | '-price' | 'unit_price';
  limit: number;
  page: number;
};

const few = fc.integer({ min: 0, max: 2 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });
const made: fc.Arbitrary<Made> = fc.record({
  model: fc.integer({ min: 1, max: 25 }),
  brand: orNull(fc.constantFrom(...Object.keys(brandIds))),
  categories: fc.uniqueArray(fc.constantFrom(...Object.keys(parents)), { maxLength: 2 }),
  values: fc.record({ osnova: orNull(few), ves: orNull(few), cvet: orNull(few) }),
  sloy: orNull(fc.integer({ min: 0, max: 20 })),
  price: orNull(fc.integer({ min: 1, max: 40 })),
  buyer: orNull(fc.integer({ min: 1, max: 40 })),
  old: fc.constantFrom('none', 'none', 'charged', 'given_up', 'lower'),
  on_hand: orNull(fc.integer({ min: 0, max: 6 })),
  reserved: few,
  min_count: fc.integer({ min: 1, max: 2 }),
  factor: fc.constantFrom<[number, number]>([30, 1], [1, 1], [133, 50]),
  popularity: fc.integer({ min: 0, max: 5 }),
  off: fc.constantFrom(false, false, false, false, true),
});
const bound = orNull(fc.integer({ min: 0, max: 40 }));
const asked: fc.Arbitrary<Asked> = fc.record({
  category: orNull(fc.constantFrom(...Object.keys(parents))),
  scopeBrand: fc.option(fc.constantFrom(...Object.keys(brandIds)), { freq: 1 }),
  filters: fc.record({
    osnova: fc.uniqueArray(few, { maxLength: 2 }),
    ves: fc.uniqueArray(few, { maxLength: 2 }),
    cvet: fc.uniqueArray(few, { maxLength: 1 }),
  }),
  brands: fc.uniqueArray(fc.constantFrom(...Object.keys(brandIds)), { maxLength: 2 }),
  sloy: fc.tuple(bound, bound),
  price: fc.tuple(bound, bound),
  in_stock: fc.boolean(),
  discounted: fc.constantFrom(false, false, true),
  isBusiness: fc.boolean(),
  sort: fc.constantFrom('popular', 'price', '-price', 'unit_price'),
  limit: fc.integer({ min: 1, max: 6 }),
  page: fc.integer({ min: 1, max: 3 }),
});

type Stored = Made & { id: number };

async function store(products: Made[]): Promise<Stored[]> {
  await sql`truncate products, models, prices, price_changes, stock restart identity cascade`.execute(db);
  await sql`insert into models (name) select 'Модель ' || n from generate_series(1, 25) n`.execute(db);
  if (products.length === 0) return [];
  const rows = await db
    .insertInto('products')
    .values(
      products.map((product, at) => ({
        idcode: `p${at}`,
        slug: `p-${at}`,
        name: `Товар ${at}`,
        model_id: product.model,
        brand_id: product.brand ? brandIds[product.brand]! : null,
        unit: 'меш.',
        base_unit: 'кг',
        factor_base: product.factor[0],
        factor_sales: product.factor[1],
        min_count: product.min_count,
        popularity: product.popularity,
        facets: attributes.flatMap((code) => {
          const value = product.values[code];
          return value == null ? [] : [valueIds[code]![value]!];
        }),
        specs: JSON.stringify(product.sloy === null ? {} : { sloy: product.sloy }),
        switched_off_at: product.off ? new Date() : null,
      })),
    )
    .returning('id')
    .execute();
  const stored = products.map((product, at) => ({ ...product, id: rows[at]!.id }));
  const placed = stored.flatMap(({ id, categories }) =>
    categories.map((code, at) => ({ product_id: id, category_id: categoryIds[code]!, is_main: at === 0 })),
  );
  if (placed.length > 0) await db.insertInto('product_categories').values(placed).execute();
  await db
    .insertInto('prices')
    .values(
      stored.flatMap(({ id, price, buyer, old }) => [
        { price_column: 'vologda', product_id: id, price, old_price: oldOf({ price, old }) },
        { price_column: 'vologda_b2b', product_id: id, price: buyer, old_price: null },
      ]),
    )
    .execute();
  for (const { id, price, old } of stored) {
    const value = oldOf({ price, old });
    if (value === null) continue;
    await sql`insert into price_changes (price_column, product_id, changed_at, price) values
      ('vologda', ${id}, now() - interval '60 days', ${value})`.execute(db);
    if (old !== 'given_up') continue;
    await sql`insert into price_changes (price_column, product_id, changed_at, price) values
      ('vologda', ${id}, now() - interval '31 days', ${price})`.execute(db);
  }
  const stock = stored.flatMap(({ id, on_hand, reserved }) =>
    on_hand === null ? [] : [{ store: 'store12', product_id: id, on_hand, on_hand_base: on_hand, reserved }],
  );
  if (stock.length > 0) await db.insertInto('stock').values(stock).execute();
  return stored;
}

function oldOf({ price, old }: Pick<Made, 'price' | 'old'>): number | null {
  if (old === 'none') return null;
  if (old === 'lower') return price === null || price === 1 ? null : price - 1;
  return (price ?? 10) + 7;
}

/** The same answers by the plainest means: loops over plain objects. */
function naive(products: Stored[], ask: Asked) {
  const priceOf = (product: Stored) => (ask.isBusiness ? (product.buyer ?? product.price) : product.price);
  const isInStock = (product: Stored) =>
    product.on_hand !== null && Math.max(product.on_hand - product.reserved, 0) >= product.min_count;
  const isDiscounted = (product: Stored) => product.old === 'charged' && product.price !== null;
  const isUnder = (code: string | null, wanted: string): boolean =>
    code !== null && (code === wanted || isUnder(parents[code] ?? null, wanted));
  const isIn = (product: Stored, wanted: string) => product.categories.some((code) => isUnder(code, wanted));
  const within = (value: number | null, [from, to]: [number | null, number | null]) =>
    value !== null && (from === null || value >= from) && (to === null || value <= to);
  const sorted = ([a, b]: [number | null, number | null]): [number | null, number | null] =>
    a !== null && b !== null && a > b ? [b, a] : [a, b];

  const scope = products.filter(
    (product) =>
      !product.off &&
      (ask.category === null || isIn(product, ask.category)) &&
      (ask.scopeBrand === null || product.brand === ask.scopeBrand),
  );
  const groups: Record<string, (product: Stored) => boolean> = {};
  for (const code of attributes) {
    const chosen = ask.filters[code]!;
    if (chosen.length > 0) groups[code] = ({ values }) => values[code] != null && chosen.includes(values[code]!);
  }
  if (ask.brands.length > 0) groups.brand = ({ brand }) => brand !== null && ask.brands.includes(brand);
  if (ask.sloy.some((value) => value !== null)) groups.sloy = ({ sloy }) => within(sloy, sorted(ask.sloy));
  if (ask.price.some((value) => value !== null))
    groups.price = (product) => within(priceOf(product), sorted(ask.price));
  if (ask.in_stock) groups.in_stock = isInStock;
  if (ask.discounted) groups.discounted = isDiscounted;
  const passing = (except: string | null) =>
    scope.filter((product) => Object.entries(groups).every(([name, passes]) => name === except || passes(product)));
  const models = (found: Stored[]) => new Set(found.map((product) => product.model)).size;

  const facets: Record<string, Record<string, number>> = {};
  for (const code of attributes) {
    for (const product of scope) {
      const value = product.values[code];
      if (value == null) continue;
      facets[code] ??= {};
      facets[code][`${valueIds[code]![value]}`] = models(passing(code).filter((other) => other.values[code] === value));
    }
  }
  if (ask.scopeBrand === null) {
    for (const { brand } of scope) {
      if (brand === null) continue;
      facets.brand ??= {};
      facets.brand[brand] = models(passing('brand').filter((other) => other.brand === brand));
    }
  }
  const bounds = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) };
  };
  const matched = passing(null);
  const sortKey = (product: Stored): number => {
    const price = priceOf(product);
    if (ask.sort === 'popular') return -(isInStock(product) && price !== null ? 1000 : 0) - product.popularity;
    if (price === null) return Number.POSITIVE_INFINITY;
    if (ask.sort === 'price') return price;
    if (ask.sort === '-price') return -price;
    return (price * product.factor[1]) / product.factor[0];
  };
  const better = (a: Stored, b: Stored) => {
    const [x, y] = [sortKey(a), sortKey(b)];
    return x === y ? a.id - b.id : x - y;
  };
  const cards = [...Map.groupBy(matched, (product) => product.model).values()]
    .map((variants) => [...variants].sort(better)[0]!)
    .sort(better);
  const first = (ask.page - 1) * ask.limit;
  const children = Object.keys(parents).filter((code) => parents[code] === ask.category);
  return {
    total: cards.length,
    pages: Math.ceil(cards.length / ask.limit),
    ids: cards.slice(first, first + ask.limit).map((product) => product.id),
    facets,
    sloy: bounds(passing('sloy').map((product) => product.sloy)),
    price_range: bounds(passing('price').map(priceOf)),
    counts: {
      in_stock: models(passing('in_stock').filter(isInStock)),
      discounted: models(passing('discounted').filter(isDiscounted)),
    },
    chips:
      ask.category === null
        ? null
        : Object.fromEntries(children.map((code) => [code, models(matched.filter((product) => isIn(product, code)))])),
  };
}

async function answer(ask: Asked) {
  const shelf: Shelf = {
    department_id_1c: '00131',
    price_column: 'vologda',
    buyer_price_column: ask.isBusiness ? 'vologda_b2b' : null,
    store: 'store12',
  };
  const range = (low: number | null, high: number | null) =>
    low === null && high === null ? [] : [`${low ?? ''}..${high ?? ''}`];
  const [low, high] = ask.price;
  const isSwapped = low !== null && high !== null && low > high;
  const listing = Listing.parse({
    ...(ask.category === null ? {} : { category: ask.category }),
    ...(ask.scopeBrand === null ? {} : { brand: ask.scopeBrand }),
    filters: {
      ...Object.fromEntries(
        Object.entries(ask.filters).map(([code, chosen]) => [code, chosen.map((at) => `${valueIds[code]![at]}`)]),
      ),
      brand: ask.brands,
      sloy: range(...ask.sloy),
    },
    price_from: (isSwapped ? high : low) ?? undefined,
    price_to: (isSwapped ? low : high) ?? undefined,
    in_stock: ask.in_stock,
    discounted: ask.discounted,
    sort: ask.sort,
    limit: ask.limit,
    page: ask.page,
  });
  const found = await query(db, shelf, listing);
  const bounds = found.facets.find((facet) => facet.kind === 'range')?.range;
  return {
    total: found.total,
    pages: found.pages,
    ids: found.items.map((item) => item.id),
    facets: Object.fromEntries(
      found.facets
        .filter((facet) => facet.kind === 'values')
        .map((facet) => [facet.code, Object.fromEntries(facet.values.map(({ id, count }) => [id, count]))]),
    ),
    sloy: bounds ? { min: bounds.min, max: bounds.max } : null,
    price_range: found.price_range,
    counts: found.counts,
    chips: ask.category === null ? null : Object.fromEntries(found.categories.map(({ code, count }) => [code, count])),
  };
}

const catalogues = 10;
const lists = 200;

test('[S7-30] totals, pages and disjunctive counts equal a plain recomputation, 2,000 random lists', {
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
  console.info(`listing.test: TEST_SEED=${seed}`);
  for (let at = 0; at < catalogues; at++) {
    const size = { minLength: at * 10, maxLength: at * 10 };
    const [products] = fc.sample(fc.array(made, size), { seed: seed + at, numRuns: 1 });
    const stored = await store(products!);
    for (const ask of fc.sample(asked, { seed: seed + at, numRuns: lists })) {
      expect(await answer(ask), JSON.stringify({ seed, at, ask })).toEqual(naive(stored, ask));
    }
  }
});
