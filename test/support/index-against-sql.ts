import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { CompiledQuery, sql } from 'kysely';
import { Listing } from '#modules/catalogue/schema.ts';
import { listBrands } from '#modules/catalogue-index/brands-with-goods.ts';
import { buildSegment } from '#modules/catalogue-index/building/build-segment.ts';
import { readChanges, readModelsOf } from '#modules/catalogue-index/building/changes.ts';
import { readSegment } from '#modules/catalogue-index/building/read-source.ts';
import { catalogueIndex, setFollower } from '#modules/catalogue-index/catalogue-index.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { applyChanges, type CatalogueIndex, compactSegments, indexOf } from '#modules/catalogue-index/segments.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { countEmptyBranches } from '#modules/search/empty-lists.ts';
import { query } from '#modules/search/listing.ts';
import { invalidateCaches } from '#platform/cache.ts';
import type { Database, Db } from '#platform/database.ts';
import { markFollowed } from '#platform/invalidation.ts';
import { perSwitch, type Sort, type Switch, sorts, switchKeys } from '#shared/listing-query.ts';
import { makeBranches } from './shop.ts';

// shop → (mixes → (gypsum, cement), paint), and a hidden branch of it; a product may lie in several of them.
const parents: Record<string, string | null> = {
  shop: null,
  mixes: 'shop',
  gypsum: 'mixes',
  cement: 'mixes',
  paint: 'shop',
  hidden: 'shop',
  'under-hidden': 'hidden',
};
const shownCategories = ['shop', 'mixes', 'gypsum', 'cement', 'paint'];
const brands = ['suhona', 'gipsar', 'teplyak'];
const ticked = ['osnova', 'ves', 'cvet'];
const ranges = ['sloy', 'plotnost'];
const actions = ['vesna', 'leto', 'kogda-to'];
const models = 25;
/** What Vologda's zone brings to the city itself. */
const deliveredGrams = 4;
/**
 * Of the names; none is like another, or like the name of a category, brand or value, so that nothing is mended or
 * understood.
 */
const words = ['мелкий', 'прочный', 'зимний'];

/** Ticks that are worked out, by the words of `scope` below. */
const workedOut: Partial<Record<Switch, string>> = {
  in_stock: 'in_stock',
  delivery_tomorrow: 'delivered',
  discounted: 'old_price is not null',
  rated: 'rated',
};
/** Every other tick is a column of products that bears its name: one that is added is compared as it is. */
const tickColumns = switchKeys.filter((key) => workedOut[key] === undefined);
const conditionOf = (key: Switch) => workedOut[key] ?? key;

type Ground = { categories: Map<string, number>; brands: Map<string, number>; values: number[][]; actions: number[] };

type Made = {
  words: string[];
  model: number;
  position: number;
  brand: string | null;
  categories: string[];
  hasMain: boolean;
  values: (number | null)[];
  numbers: (number | null)[];
  price: number | null;
  isPriced: boolean;
  buyer: number | null;
  old: 'none' | 'charged' | 'given_up' | 'never' | 'lower';
  on_hand: number | null;
  reserved: number;
  min_count: number;
  weight: number | null;
  factor: [number, number];
  base_unit: string;
  unit: string;
  popularity: number;
  rating: [number, number];
  demo: [number, number];
  age: number;
  off: boolean;
  actions: number[];
  ticks: Record<string, boolean>;
};

export type Asked = {
  words: string[];
  category: string | null;
  brand: string | null;
  action: string | null;
  values: number[][];
  brands: string[];
  actions: string[];
  numbers: [number | null, number | null][];
  price: [number | null, number | null];
  base_price: [number | null, number | null];
  switches: Record<Switch, boolean>;
  isBusiness: boolean;
  sort: Sort;
  limit: number;
  page: number;
};

const few = fc.integer({ min: 0, max: 2 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });
const stars = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 5 }))
  .map(([count, each]): [number, number] => [count * each, count]);
const made: fc.Arbitrary<Made> = fc.record({
  words: fc.uniqueArray(fc.constantFrom(...words), { maxLength: 2 }),
  model: fc.integer({ min: 1, max: models }),
  position: few,
  brand: orNull(fc.constantFrom(...brands)),
  categories: fc.uniqueArray(fc.constantFrom(...Object.keys(parents)), { maxLength: 3 }),
  hasMain: fc.constantFrom(true, true, true, false),
  values: fc.tuple(orNull(few), orNull(few), orNull(few)),
  numbers: fc.tuple(orNull(fc.integer({ min: 0, max: 20 })), orNull(fc.constantFrom(0.5, 1.25, 7, 19.5))),
  price: orNull(fc.integer({ min: 1, max: 40 })),
  isPriced: fc.constantFrom(true, true, true, true, false),
  buyer: orNull(fc.integer({ min: 1, max: 40 })),
  old: fc.constantFrom('none', 'none', 'charged', 'given_up', 'never', 'lower'),
  on_hand: orNull(
    fc.oneof({ arbitrary: fc.integer({ min: -1, max: 6 }), weight: 30 }, { arbitrary: fc.constant(40_000), weight: 1 }),
  ),
  reserved: few,
  min_count: fc.integer({ min: 1, max: 2 }),
  weight: orNull(fc.integer({ min: 1, max: 5 })),
  factor: fc.constantFrom<[number, number]>([30, 1], [1, 1], [133, 50], [3, 2]),
  unit: fc.constantFrom('меш.', 'меш.', '0,1 м'),
  base_unit: fc.constantFrom('кг', 'кг', 'кг', 'кг', 'кг', 'м'),
  popularity: fc.integer({ min: 0, max: 5 }),
  rating: stars,
  demo: stars,
  age: fc.integer({ min: 0, max: 50 }),
  off: fc.constantFrom(false, false, false, false, true),
  actions: fc.uniqueArray(few, { maxLength: 2 }),
  ticks: fc.record(Object.fromEntries(tickColumns.map((key) => [key, fc.boolean()]))),
});
const bound = orNull(fc.integer({ min: 0, max: 40 }));
const rarely = <T>(value: T, otherwise: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 3 }, { arbitrary: otherwise, weight: 1 });
const none: [number | null, number | null] = [null, null];
const asked: fc.Arbitrary<Asked> = fc.record({
  words: rarely<string[]>([], fc.uniqueArray(fc.constantFrom(...words), { maxLength: 2 })),
  category: orNull(fc.constantFrom(...shownCategories)),
  brand: rarely<string | null>(null, fc.constantFrom(...brands)),
  action: rarely<string | null>(null, fc.constantFrom(...actions)),
  values: fc.tuple(
    fc.uniqueArray(few, { maxLength: 2 }),
    fc.uniqueArray(few, { maxLength: 2 }),
    fc.uniqueArray(few, { maxLength: 1 }),
  ),
  brands: fc.uniqueArray(fc.constantFrom(...brands), { maxLength: 2 }),
  actions: rarely<string[]>([], fc.uniqueArray(fc.constantFrom(...actions), { maxLength: 2 })),
  numbers: fc.tuple(rarely(none, fc.tuple(bound, bound)), rarely(none, fc.tuple(bound, bound))),
  price: rarely(none, fc.tuple(bound, bound)),
  base_price: rarely(none, fc.tuple(bound, bound)),
  switches: fc.record(perSwitch(() => fc.constantFrom(false, false, true))),
  isBusiness: fc.boolean(),
  sort: fc.constantFrom(...sorts),
  limit: fc.integer({ min: 1, max: 6 }),
  page: fc.integer({ min: 1, max: 3 }),
});

/** What may happen to a catalogue: to the product at that place. */
type Change = {
  at: number;
  kind: 'price' | 'stock' | 'row' | 'categories' | 'actions' | 'switch' | 'delete' | 'new';
  made: Made;
};
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.integer({ min: 0, max: 1000 }),
  kind: fc.constantFrom('price', 'price', 'stock', 'stock', 'row', 'categories', 'actions', 'switch', 'delete', 'new'),
  made,
});

export type Comparison = {
  seed: number;
  catalogues: number;
  /** Questions to each catalogue; after each `between` of them something changes. */
  questions: number;
  between: number;
  onProgress?: (done: number) => void;
};

/** The first question that the index answers otherwise than plain SQL, with both answers; null when there is none. */
export type Difference = {
  seed: number;
  catalogue: number;
  asked: Asked | 'cards of brands';
  index: unknown;
  sql: unknown;
};

/**
 * Asks the index and plain SQL the same random questions about random catalogues, also after random changes. Needs a
 * migrated database of its own. The index is kept as a process that follows keeps it: by the changes since its moment,
 * put together now and then.
 */
export async function compareWithSql(
  db: Database,
  { seed, catalogues, questions, between, onProgress }: Comparison,
): Promise<Difference | null> {
  const ground = await makeGround(db);
  const now = new Date();
  let index: CatalogueIndex | null = null;
  const ends = [markFollowed(db), setFollower(db, { current: () => index!, revision: () => index?.revision ?? null })];
  try {
    for (let catalogue = 0; catalogue < catalogues; catalogue++) {
      const size = 5 + ((catalogue * 17) % 75);
      const [products] = fc.sample(fc.array(made, { minLength: size, maxLength: size }), {
        seed: seed + catalogue,
        numRuns: 1,
      });
      await store(db, ground, products!);
      index = await built(db);
      invalidateCaches(['*']);
      const asks = fc.sample(asked, { seed: seed + catalogue, numRuns: questions });
      const changes = fc.sample(fc.array(change, { minLength: 1, maxLength: 4 }), {
        seed: seed + catalogue,
        numRuns: Math.ceil(questions / between),
      });
      for (let at = 0; at < asks.length; at += between) {
        if (at > 0) {
          for (const one of changes[at / between - 1]!) await apply(db, ground, one);
          index = await followed(db, index, at / between);
          invalidateCaches(['*']);
        }
        const answers = asks.slice(at, at + between).map(async (ask) => {
          const index = await answerOf(db, ground, ask, now);
          return { asked: ask, index, sql: await sqlAnswer(db, ground, ask, index.words, now) };
        });
        const other = (await Promise.all(answers)).find((one) => JSON.stringify(one.index) !== JSON.stringify(one.sql));
        if (other) return { seed, catalogue, ...other };
        const listed = (await listBrands(db)).map(({ slug, name, logo, count }) => ({ slug, name, logo, count }));
        const brands = { index: listed, sql: await sqlBrands(db) };
        if (JSON.stringify(brands.index) !== JSON.stringify(brands.sql))
          return { seed, catalogue, asked: 'cards of brands', ...brands };
      }
      onProgress?.((catalogue + 1) * questions);
    }
    return null;
  } finally {
    for (const end of ends) end();
  }
}

async function sqlBrands(db: Database) {
  const { rows } = await db.pool.query(`
    select b.slug, b.name, b.logo, count(distinct p.model_id)::int as count
    from brands b join products p on p.brand_id = b.id and p.switched_off_at is null group by b.id order by b.name`);
  return rows;
}

async function built(db: Database): Promise<CatalogueIndex> {
  const client = await db.pool.connect();
  try {
    const { segment, moment } = await readSegment(client);
    return indexOf(segment, moment);
  } finally {
    client.release();
  }
}

async function followed(db: Database, index: CatalogueIndex, round: number): Promise<CatalogueIndex> {
  const changes = await readChanges(db, index.moment);
  if (changes.needsRebuild) return built(db);
  applyChanges(index, changes);
  if (round % 5 === 0 && index.segments.length > 1) {
    const ids = index.segments.slice(1).flatMap(({ segment }) => [...segment.id]);
    compactSegments(index, ids, buildSegment(await readModelsOf(db, index.moment, ids)));
  }
  return index;
}

/**
 * The lazy way of a process that follows nothing, asked with the same questions; also inside a transaction that has
 * changed something.
 */
export async function compareLazily(db: Database, seed: number, questions: number): Promise<Difference | null> {
  const ground = await makeGround(db);
  const now = new Date();
  const [products] = fc.sample(fc.array(made, { minLength: 40, maxLength: 40 }), { seed, numRuns: 1 });
  await store(db, ground, products!);
  const asks = fc.sample(asked, { seed, numRuns: questions });
  const changes = fc.sample(change, { seed, numRuns: questions });
  for (const [at, ask] of asks.entries()) {
    const difference = await db.transaction().execute(async (transaction) => {
      await apply(transaction, ground, changes[at]!);
      const both = async (by: Db) => {
        const index = await answerOf(by, ground, ask, now);
        return [index, await sqlAnswer(by, ground, ask, index.words, now)];
      };
      const own = await both(transaction);
      // Nobody else sees it before the commit.
      const others = await both(db);
      return [own, others].find(([a, b]) => JSON.stringify(a) !== JSON.stringify(b));
    });
    if (difference) return { seed, catalogue: at, asked: ask, index: difference[0], sql: difference[1] };
  }
  await catalogueIndex(db);
  return null;
}

/**
 * The pages of all products of random catalogues that change, made from the index and made by PostgreSQL, as while the
 * index is being read. The first part that differs; null when there is none. Needs a migrated database of its own.
 */
export async function comparePages(
  db: Database,
  seed: number,
  catalogues: number,
): Promise<{ seed: number; part: string; index: unknown; sql: unknown } | null> {
  const ground = await makeGround(db);
  const now = new Date();
  let index: CatalogueIndex | null = null;
  let isRead = true;
  const trusted = { current: () => index!, revision: () => (isRead ? index!.revision : null) };
  const ends = [markFollowed(db), setFollower(db, trusted)];
  const pages = (ids: number[], isBusiness: boolean) =>
    Promise.all(
      ids.flatMap((id) => [
        getProduct(db, priceContextOf({ isBusiness }), { id }, 'page', now),
        getProduct(db, priceContextOf({ isBusiness }), { id }, 'details', now),
      ]),
    );
  try {
    for (let catalogue = 0; catalogue < catalogues; catalogue++) {
      const [products] = fc.sample(fc.array(made, { minLength: 40, maxLength: 40 }), {
        seed: seed + catalogue,
        numRuns: 1,
      });
      await store(db, ground, products!);
      // Novelties and old goods; a third have named analogues and goods for the job, some that are switched off among
      // them.
      await sql`update products set created_at = now() - (id % 60 + 0.5) * interval '1 day'`.execute(db);
      await sql`update products set successor_id = nullif(id % 7 + 1, id) where switched_off_at is not null`.execute(
        db,
      );
      await sql`insert into product_links (product_id, linked_product_id, kind, position)
        select a.id, b.id, case when b.id % 2 = 0 then 'analogue' else 'for_job' end, b.id % 3
        from products a join products b on b.id <> a.id and (a.id + b.id) % 5 = 0 where a.id % 3 = 0`.execute(db);
      index = await built(db);
      const changes = fc.sample(change, { seed: seed + catalogue, numRuns: 8 });
      for (const one of [null, ...changes]) {
        if (one) {
          // What replaces another is not deleted.
          if (one.kind === 'delete') await sql`update products set successor_id = null`.execute(db);
          await apply(db, ground, one);
          index = await followed(db, index, 1);
        }
        invalidateCaches(['*']);
        const ids = (await db.selectFrom('products').select('id').execute()).map(({ id }) => id);
        for (const isBusiness of [false, true]) {
          isRead = true;
          const fromIndex = await pages(ids, isBusiness);
          isRead = false;
          const bySql = await pages(ids, isBusiness);
          isRead = true;
          for (const [at, page] of fromIndex.entries()) {
            for (const [part, value] of Object.entries(page ?? {})) {
              const other = bySql[at]?.[part as keyof (typeof bySql)[number]];
              if (!isDeepStrictEqual(value, other)) return { seed: seed + catalogue, part, index: value, sql: other };
            }
          }
        }
      }
    }
    return null;
  } finally {
    for (const end of ends) end();
  }
}

async function makeGround(db: Db): Promise<Ground> {
  await makeBranches(db);
  const { id: zone_id } = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values({ zone_id, up_to_grams: deliveredGrams, price_kopecks: 39_000, vehicle: 'фургон' })
    .execute();
  const categories = new Map<string, number>();
  for (const [code, parent] of Object.entries(parents)) {
    const { id } = await db
      .insertInto('categories')
      .values({
        code,
        name: code,
        parent_id: parent ? categories.get(parent)! : null,
        switched_off_at: code === 'hidden' ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    categories.set(code, id);
  }
  const brandRows = await db
    .insertInto('brands')
    .values(brands.map((slug) => ({ slug, name: slug })))
    .returning(['id', 'slug'])
    .execute();
  const values: number[][] = [];
  for (const [position, code] of ticked.entries()) {
    const { id } = await db
      .insertInto('attributes')
      .values({ code, name: code, type: 'enum', filter: 'values', position })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = await db
      .insertInto('attribute_values')
      .values([1, 2, 3].map((n) => ({ attribute_id: id, value: `${code} ${n}`, position: n })))
      .returning('id')
      .execute();
    values.push(rows.map((value) => value.id));
  }
  await db
    .insertInto('attributes')
    .values(ranges.map((code) => ({ code, name: code, type: 'number', filter: 'range', position: 9 })))
    .execute();
  const day = 86_400_000;
  const runs = [
    [-day, day, null],
    [-day, 2 * day, '00131'],
    [-9 * day, -day, null],
  ] as const;
  const actionRows = await db
    .insertInto('actions')
    .values(
      actions.map((slug, at) => ({
        slug,
        name: slug,
        department_id_1c: runs[at]![2],
        starts_at: new Date(Date.now() + runs[at]![0]),
        ends_at: new Date(Date.now() + runs[at]![1]),
      })),
    )
    .returning('id')
    .execute();
  return {
    categories,
    brands: new Map(brandRows.map(({ slug, id }) => [slug, id])),
    values,
    actions: actionRows.map(({ id }) => id),
  };
}

async function store(db: Db, ground: Ground, products: Made[]): Promise<void> {
  await sql`truncate products, models, prices, price_changes, stock restart identity cascade`.execute(db);
  await sql`insert into models (name) select 'Модель ' || n from generate_series(1, ${models}) n`.execute(db);
  await insert(db, ground, products);
}

let numbered = 0;

async function insert(db: Db, ground: Ground, products: Made[]): Promise<void> {
  const rows = await db
    .insertInto('products')
    .values(
      products.map((product) => {
        const n = numbered++;
        return { ...rowOf(ground, product), idcode: `p${n}`, slug: `p-${n}` };
      }),
    )
    .returning('id')
    .execute();
  for (const [at, { id }] of rows.entries()) {
    const product = products[at]!;
    await place(db, ground, id, product);
    await promote(db, ground, id, product);
    await price(db, id, product);
    await stockUp(db, id, product);
  }
}

function rowOf({ brands: brandIds, values }: Ground, product: Made) {
  const [rating_sum, rating_count] = product.rating;
  const [demo_rating_sum, demo_rating_count] = product.demo;
  return {
    name: ['Товар', ...product.words].join(' '),
    model_id: product.model,
    variant_position: product.position,
    brand_id: product.brand ? brandIds.get(product.brand)! : null,
    unit: product.unit,
    base_unit: product.base_unit,
    factor_base: product.factor[0],
    factor_sales: product.factor[1],
    min_count: product.min_count,
    weight_grams: product.weight,
    popularity: product.popularity,
    rating_sum,
    rating_count,
    demo_rating_sum,
    demo_rating_count,
    created_at: new Date(Date.UTC(2026, 0, 1) + product.age * 86_400_000),
    facets: product.values.flatMap((value, at) => (value === null ? [] : [values[at]![value]!])),
    specs: JSON.stringify(
      Object.fromEntries(
        ranges.flatMap((code, at) => (product.numbers[at] === null ? [] : [[code, product.numbers[at]]])),
      ),
    ),
    switched_off_at: product.off ? new Date() : null,
    ...product.ticks,
  };
}

async function place(db: Db, { categories }: Ground, product_id: number, product: Made): Promise<void> {
  await db.deleteFrom('product_categories').where('product_id', '=', product_id).execute();
  if (product.categories.length === 0) return;
  await db
    .insertInto('product_categories')
    .values(
      product.categories.map((code, at) => ({
        product_id,
        category_id: categories.get(code)!,
        is_main: product.hasMain && at === 0,
      })),
    )
    .execute();
}

async function promote(db: Db, { actions: ids }: Ground, product_id: number, product: Made): Promise<void> {
  await db.deleteFrom('action_products').where('product_id', '=', product_id).execute();
  if (product.actions.length === 0) return;
  await db
    .insertInto('action_products')
    .values(product.actions.map((at) => ({ product_id, action_id: ids[at]! })))
    .execute();
}

/**
 * Price and old price of the branch with a history on one side of the 30 days or the other, and the price for business.
 */
async function price(db: Db, product_id: number, product: Made): Promise<void> {
  const value = product.old === 'none' ? null : product.old === 'lower' ? 1 : (product.price ?? 10) + 7;
  await sql`delete from price_changes where product_id = ${product_id}`.execute(db);
  if (product.isPriced)
    await sql`insert into prices (price_column, product_id, price, old_price) values ('vologda', ${product_id}, ${product.price}, ${value})
      on conflict (price_column, product_id) do update set price = excluded.price, old_price = excluded.old_price`.execute(
      db,
    );
  else await sql`delete from prices where price_column = 'vologda' and product_id = ${product_id}`.execute(db);
  await sql`insert into prices (price_column, product_id, price) values ('vologda_b2b', ${product_id}, ${product.buyer})
    on conflict (price_column, product_id) do update set price = excluded.price`.execute(db);
  if (value === null || product.old === 'never') return;
  await sql`insert into price_changes (price_column, product_id, changed_at, price)
    values ('vologda', ${product_id}, now() - interval '60 days', ${value})`.execute(db);
  if (product.old !== 'given_up') return;
  await sql`insert into price_changes (price_column, product_id, changed_at, price)
    values ('vologda', ${product_id}, now() - interval '31 days', ${product.price})`.execute(db);
}

async function stockUp(db: Db, product_id: number, { on_hand, reserved }: Made): Promise<void> {
  if (on_hand === null) {
    await sql`delete from stock where product_id = ${product_id}`.execute(db);
    return;
  }
  await sql`insert into stock (store, product_id, on_hand, on_hand_base, reserved)
    values ('store12', ${product_id}, ${on_hand}, ${on_hand}, ${reserved})
    on conflict (store, product_id) do update set on_hand = excluded.on_hand, reserved = excluded.reserved`.execute(db);
}

async function apply(db: Db, ground: Ground, { at, kind, made: given }: Change): Promise<void> {
  const ids = await db.selectFrom('products').select('id').orderBy('id').execute();
  const id = ids[at % Math.max(ids.length, 1)]?.id;
  if (kind === 'new' || id === undefined) return insert(db, ground, [given]);
  if (kind === 'price') {
    // A change of the history alone is told with the price it belongs to.
    await sql`update prices set price = null, old_price = null where product_id = ${id}`.execute(db);
    return price(db, id, given);
  }
  if (kind === 'stock') return stockUp(db, id, given);
  if (kind === 'categories') return place(db, ground, id, given);
  if (kind === 'actions') return promote(db, ground, id, given);
  if (kind === 'delete') return void (await db.deleteFrom('products').where('id', '=', id).execute());
  const row = rowOf(ground, given);
  const values = kind === 'switch' ? { switched_off_at: row.switched_off_at } : row;
  await db.updateTable('products').set(values).where('id', '=', id).execute();
}

type Range = [number | null, number | null];
const ordered = ([low, high]: Range): Range =>
  low !== null && high !== null && low > high ? [high, low] : [low, high];

function priceContextOf(ask: Pick<Asked, 'isBusiness'>): PriceContext {
  return {
    department_id_1c: '00131',
    price_column: 'vologda',
    buyer_price_column: ask.isBusiness ? 'vologda_b2b' : null,
    store: 'store12',
  };
}

/** What both sides are compared by: everything of a list, in one shape. */
async function answerOf(db: Db, ground: Ground, ask: Asked, now: Date) {
  const [price_from, price_to] = ordered(ask.price);
  const [base_price_from, base_price_to] = ordered(ask.base_price);
  const listing = Listing.parse({
    q: ask.words.join(' ') || undefined,
    category: ask.category ?? undefined,
    brand: ask.brand ?? undefined,
    action: ask.action ?? undefined,
    filters: {
      ...Object.fromEntries(
        ticked.map((code, at) => [code, ask.values[at]!.map((value) => `${ground.values[at]![value]}`)]),
      ),
      brand: ask.brands,
      action: ask.actions,
      ...Object.fromEntries(
        ranges.map((code, at) => {
          const [low, high] = ask.numbers[at]!;
          return [code, low === null && high === null ? [] : [`${low ?? ''}..${high ?? ''}`]];
        }),
      ),
    },
    price_from: price_from ?? undefined,
    price_to: price_to ?? undefined,
    base_price_from: base_price_from ?? undefined,
    base_price_to: base_price_to ?? undefined,
    ...ask.switches,
    sort: sortOf(ask),
    limit: ask.limit,
    page: ask.page,
  });
  const found = await query(db, priceContextOf(ask), listing, now);
  const counts = (code: string) =>
    pairs(
      found.facets.find((facet) => facet.code === code)?.values.map(({ id, count }): [string, number] => [id, count]) ??
        [],
    );
  return {
    // When no product has all words, the search says which it looked for.
    words: found.search?.used ?? null,
    total: found.total,
    is_empty: (await countEmptyBranches(db, [priceContextOf(ask)], [listing], now))[0] === 1,
    items: found.items.map(({ id, price: branch, old_price, buyer_price, available, variants_count }) => [
      ...[id, branch, old_price, buyer_price, available, variants_count],
    ]),
    values: pairs(ticked.flatMap((code) => counts(code))),
    brands: ask.brand ? [] : counts('brand'),
    actions: ask.action ? [] : counts('action'),
    ranges: ranges.map((code) => {
      const range = found.facets.find((facet) => facet.code === code)?.range;
      return range ? [range.min, range.max] : null;
    }),
    price: found.price_range && [found.price_range.min, found.price_range.max],
    base_price: found.base_price_range && [
      found.base_price_range.unit,
      found.base_price_range.min,
      found.base_price_range.max,
    ],
    switches: perSwitch((key) => found.counts[key]),
    categories: pairs(found.categories.map(({ code, count }): [string, number] => [code, count])),
  };
}

/** Relevance to words has no counterpart in SQL: `relevance.test.ts` holds that order. */
function sortOf({ sort, words }: Asked): Sort {
  return sort === 'relevance' && words.length > 0 ? 'popular' : sort;
}

function pairs(given: [string, number][]): [string, number][] {
  return given.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The same by plain SQL: one statement over the tables, nothing of the index's. */
async function sqlAnswer(db: Db, ground: Ground, ask: Asked, searched: string | null, now: Date) {
  const values: unknown[] = [];
  const $ = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const groups: Record<string, string> = {};
  const between = (expression: string, [low, high]: Range, type: string) =>
    [low === null ? '' : `${expression} >= ${$(low, type)}`, high === null ? '' : `${expression} <= ${$(high, type)}`]
      .filter(Boolean)
      .join(' and ');
  ticked.forEach((_, at) => {
    const ids = ask.values[at]!.map((value) => ground.values[at]![value]!);
    if (ids.length > 0) groups[`t${at}`] = `facets && ${$(ids, 'int[]')}`;
  });
  ranges.forEach((code, at) => {
    const [low, high] = ordered(ask.numbers[at]!);
    if (low !== null || high !== null)
      groups[`r${at}`] = between(`(specs->>'${code}')::numeric`, [low, high], 'numeric');
  });
  if (ask.brands.length > 0) groups.brand = `brand = any(${$(ask.brands, 'text[]')})`;
  if (ask.actions.length > 0)
    groups.action = `exists (select from action_products x join actions y on y.id = x.action_id
      where x.product_id = scope.id and y.slug = any(${$(ask.actions, 'text[]')}))`;
  if (ask.price.some((value) => value !== null)) groups.price = between('price', ordered(ask.price), 'int');
  if (ask.base_price.some((value) => value !== null))
    groups.base = `case when (select count(distinct base_unit) = 1 from scope) then ${between('base_price', ordered(ask.base_price), 'numeric')} else true end`;
  for (const key of switchKeys) if (ask.switches[key]) groups[`s ${key}`] = conditionOf(key);
  const passing = (except: string | null) =>
    Object.keys(groups)
      .filter((name) => name !== except)
      .map((name) => `"ok ${name}"`)
      .join(' and ') || 'true';
  const tree = `with recursive tree as (
      select id, id as top from categories where switched_off_at is null
      union all select c.id, tree.top from tree join categories c on c.parent_id = tree.id where c.switched_off_at is null)`;
  const scope = [
    'p.switched_off_at is null',
    ...(searched?.split(' ') ?? []).map((word) => `position(${$(word, 'text')} in p.name) > 0`),
    ...(ask.category
      ? [
          `exists (select from product_categories x join tree on tree.id = x.category_id join categories top on top.id = tree.top
          where x.product_id = p.id and top.code = ${$(ask.category, 'text')})`,
        ]
      : []),
    ...(ask.brand ? [`brand.slug = ${$(ask.brand, 'text')}`] : []),
    ...(ask.action
      ? [
          `exists (select from action_products x join actions y on y.id = x.action_id where x.product_id = p.id and y.slug = ${$(ask.action, 'text')})`,
        ]
      : []),
  ];
  const order: Record<Sort, string> = {
    popular: 'buyable desc, popularity desc',
    relevance: 'buyable desc, popularity desc',
    price: 'price asc nulls last',
    '-price': 'price desc nulls last',
    unit_price: 'charged::numeric * factor_sales / factor_base asc nulls last',
    rating:
      'buyable desc, (stars + 12)::numeric / nullif((votes > 0)::int * (votes + 3), 0) desc nulls last, popularity desc',
    new: 'created_at desc',
    discount: '(old_price - retail)::numeric / old_price desc nulls last, popularity desc',
  };
  const by = `${order[sortOf(ask)]}, variant_position, id`;
  const bounds = (expression: string, except: string) =>
    `(select case when count(${expression}) > 0 then json_build_array(min(${expression}), max(${expression})) end from checked where ${passing(except)})`;
  const at = $(now, 'timestamptz');
  const text = `${tree}, scope as materialized (
    select p.id, p.model_id, p.variant_position, p.popularity, p.facets, p.specs, p.base_unit, p.factor_base, p.factor_sales, p.created_at,
      ${tickColumns.map((key) => `p.${key}, `).join('')}
      brand.slug as brand, coalesce(b.price, r.price) as charged, r.price as retail,
      coalesce(b.price, r.price)::bigint * coalesce(u.parts, 1) as price, b.price as buyer,
      case when p.rating_count > 0 then p.rating_sum else p.demo_rating_sum end as stars,
      case when p.rating_count > 0 then p.rating_count else p.demo_rating_count end as votes,
      case when p.rating_count > 0 then p.rating_sum >= 4 * p.rating_count
        else p.demo_rating_count > 0 and p.demo_rating_sum >= 4 * p.demo_rating_count end as rated,
      round(coalesce(b.price, r.price)::numeric * p.factor_sales / p.factor_base) as base_price,
      case when s.product_id is not null then greatest(s.on_hand - s.reserved, 0) end as available,
      coalesce(greatest(s.on_hand - s.reserved, 0) >= p.min_count, false) as in_stock,
      coalesce(greatest(s.on_hand - s.reserved, 0) >= p.min_count, false) and coalesce(b.price, r.price) is not null as buyable,
      coalesce(greatest(s.on_hand - s.reserved, 0) >= p.min_count and coalesce(b.price, r.price) is not null
        and p.weight_grams > 0 and p.weight_grams * p.min_count <= ${deliveredGrams}, false) as delivered,
      case when r.old_price > r.price and exists (
        select from (select h.price, lead(h.changed_at, 1, 'infinity') over (order by h.changed_at) as until
          from price_changes h where h.price_column = 'vologda' and h.product_id = p.id) h
        where h.price = r.old_price and h.until > ${at} - interval '30 days'
      ) then r.old_price end as old_price,
      (select count(*) from products v where v.model_id = p.model_id and v.switched_off_at is null) as variants
    from products p
    left join brands brand on brand.id = p.brand_id
    left join units u on u.name = p.unit
    left join prices_vologda r on r.product_id = p.id
    left join prices_vologda_b2b b on b.product_id = p.id and ${$(ask.isBusiness, 'bool')}
    left join stock_store12 s on s.product_id = p.id
    where ${scope.join(' and ')}
  ), checked as materialized (
    select *${Object.entries(groups)
      .map(([name, condition]) => `, coalesce(${condition}, false) as "ok ${name}"`)
      .join('')} from scope
  ), matched as (select * from checked where ${passing(null)})
  select json_build_object(
    'words', ${$(searched, 'text')},
    'total', (select count(distinct model_id) from matched),
    'is_empty', (select count(*) = 0 from matched),
    'items', (select coalesce(json_agg(json_build_array(id, retail, old_price, buyer, available, variants) order by ${by}), '[]') from (
      select * from (select distinct on (model_id) * from matched order by model_id, ${by}) best
      order by ${by} limit ${$(ask.limit, 'int')} offset ${$((ask.page - 1) * ask.limit, 'int')}) page),
    'values', (select coalesce(json_agg(json_build_array(facet::text, count) order by facet::text collate "C"), '[]') from (
      select facet, count(distinct model_id) filter (where case v.attribute_id ${ticked
        .map((code, group) => `when (select id from attributes where code = '${code}') then ${passing(`t${group}`)}`)
        .join(' ')} end) as count
      from checked, unnest(facets) facet join attribute_values v on v.id = facet group by facet) counted),
    'brands', ${
      ask.brand
        ? "'[]'::json"
        : `(select coalesce(json_agg(json_build_array(brand, count) order by brand collate "C"), '[]') from (
      select brand, count(distinct model_id) filter (where ${passing('brand')}) as count from checked where brand is not null group by brand) counted)`
    },
    'actions', ${
      ask.action
        ? "'[]'::json"
        : `(select coalesce(json_agg(json_build_array(slug, count) order by slug collate "C"), '[]') from (
      select y.slug, count(distinct model_id) filter (where ${passing('action')}) as count
      from checked join action_products x on x.product_id = checked.id join actions y on y.id = x.action_id
      where y.starts_at <= ${at} and y.ends_at > ${at} and coalesce(y.department_id_1c, '00131') = '00131' group by y.slug) counted)`
    },
    'ranges', json_build_array(${ranges.map((code, group) => bounds(`(specs->>'${code}')::numeric`, `r${group}`)).join(', ')}),
    'price', ${bounds('price', 'price')},
    'base_price', (select case when count(base_price) > 0 then json_build_array(min(base_unit), min(base_price), max(base_price)) end
      from checked where ${passing('base')} and (select count(distinct base_unit) = 1 from scope)),
    'switches', json_build_object(${switchKeys
      .map(
        (key) =>
          `'${key}', (select count(distinct model_id) from checked where ${conditionOf(key)} and ${passing(`s ${key}`)})`,
      )
      .join(', ')}),
    'categories', ${
      ask.category
        ? `(select coalesce(json_agg(json_build_array(child.code, (
            select count(distinct model_id) from matched join product_categories x on x.product_id = matched.id
              join tree on tree.id = x.category_id and tree.top = child.id)) order by child.code collate "C"), '[]')
          from categories child join categories parent on parent.id = child.parent_id
          where parent.code = ${$(ask.category, 'text')} and child.switched_off_at is null)`
        : `(select coalesce(json_agg(json_build_array(code, count) order by code collate "C"), '[]') from (
            select c.code, count(distinct model_id) as count from matched join product_categories x on x.product_id = matched.id and x.is_main
              join categories c on c.id = x.category_id where c.code = any(${$(shownCategories, 'text[]')}) group by c.code) counted)`
    }) as answer`;
  const { rows } = await db.executeQuery<{ answer: unknown }>(CompiledQuery.raw(text, values));
  return rows[0]!.answer;
}
