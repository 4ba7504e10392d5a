import { type Category, loadTree } from '#modules/catalogue/categories.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { catalogueIndex, setFollower } from '#modules/catalogue-index/catalogue-index.ts';
import { branchesOf } from '#modules/departments/directory.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { countEmptyBranches } from '#modules/search/empty-lists.ts';
import { query } from '#modules/search/listing.ts';
import { openDatabase } from '#platform/database.ts';
import { markFollowed } from '#platform/invalidation.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { ensure } from '#shared/ensure.ts';
import { type Row, report } from './support/report.ts';
import { dataFolder } from './support/shop.ts';

/**
 * `npm run bench -- listing [PRODUCTS]`: a list with all its counts and cards, asked for in the process itself, per
 * kind of question: median and p95 in milliseconds; beside it the time of a plain SQL statement that finds and counts
 * the same (without cards, discounts and sub-categories). Cards of the pages asked for are in memory from the second
 * time on, as in a warm shop.
 */
const products = Number(process.argv[2] ?? 10_000);
const embedded = process.env.DATABASE_URL ? null : await openEmbedded(dataFolder(products), 'command');
const db = openDatabase(process.env.DATABASE_URL ?? embedded?.url ?? '');
const mostMs = 4_000;

const statement = `
  with recursive tree as (select id from categories where code = $1 union all select c.id from categories c join tree t on c.parent_id = t.id),
  scope as materialized (
    select p.id, p.model_id, p.brand_id, p.facets, p.popularity, r.price, coalesce(s.on_hand - s.reserved, 0) >= p.min_count as in_stock,
      $2::int = 2147483647 or coalesce(r.price <= $2::int, false) as is_cheap
    from products p
      left join prices r on r.price_column = $3 and r.product_id = p.id
      left join stock s on s.store = $4 and s.product_id = p.id
    where p.switched_off_at is null
      and p.id in (select product_id from product_categories where category_id in (select id from tree))),
  matched as materialized (select * from scope where (in_stock or not $5::bool) and is_cheap)
  select
    (select count(distinct model_id) from matched)::int as total,
    (select json_agg(id) from (select id from (select distinct on (model_id) id, popularity from matched order by model_id, popularity desc, id) card
      order by popularity desc, id limit 24) page) as page,
    (select json_object_agg(value, cards) from (select value, count(distinct model_id) as cards from matched, unnest(facets) value group by value) v) as facets,
    (select json_object_agg(brand_id, cards) from (select brand_id, count(distinct model_id) as cards from matched where brand_id is not null group by brand_id) b) as brands,
    (select json_build_array(min(price), max(price)) from scope where in_stock or not $5::bool) as price_range`;

try {
  const begun = performance.now();
  const index = await catalogueIndex(db);
  const loadSeconds = (performance.now() - begun) / 1000;
  setFollower(db, { current: () => index, revision: () => index.revision });
  markFollowed(db);
  const tree = await loadTree(db);
  const main = ensure((await listDepartments(db)).find((department) => department.is_main));
  const priceContext = priceContextOf(main);
  const columns = await db.pool.query('select price_column from price_columns where is_b2b order by 1 limit 1');
  const business = { ...priceContext, buyer_price_column: (columns.rows[0]?.price_column as string) ?? null };

  const leaves: Category[] = [];
  const collect = (category: Category) => {
    if (category.children.length === 0) leaves.push(category);
    category.children.forEach(collect);
  };
  tree.roots.forEach(collect);
  const brands = await db.pool.query('select slug from brands order by id limit 20');
  const actions = await db.pool.query('select slug from actions order by id limit 20');
  const words = [
    'штукатурка',
    'краска белая',
    'дрель',
    'плитка 300х300',
    'клей',
    'саморез 3,5х35',
    'гипрок',
    'штукатрка',
  ];
  const facets = await Promise.all(
    tree.roots.map(async ({ code }) => {
      const found = await query(db, priceContext, Listing.parse({ category: code }));
      const facet = found.facets.find(
        ({ kind, code: own, values }) => kind === 'values' && own !== 'brand' && values.length > 0,
      );
      return { category: code, filters: facet ? { [facet.code]: facet.values.slice(0, 2).map(({ id }) => id) } : {} };
    }),
  );
  const roots = tree.roots.map(({ code }) => ({ category: code }));
  const kinds: Record<string, { priceContext?: typeof priceContext; asked: object[] }> = {
    'leaf, filtered': {
      asked: leaves.slice(0, 40).map(({ code }) => ({ category: code, in_stock: true, price_to: 500_000 })),
    },
    'root, as it is': { asked: roots },
    'root, in stock and price': { asked: roots.map((asked) => ({ ...asked, in_stock: true, price_to: 500_000 })) },
    'root, two values ticked': { asked: facets },
    'root, ticked, by price, page 3': { asked: facets.map((asked) => ({ ...asked, sort: 'price', page: 3 })) },
    'root, business prices': {
      priceContext: business,
      asked: roots.map((asked) => ({ ...asked, sort: '-price', price_from: 10_000 })),
    },
    brand: { asked: brands.rows.map(({ slug }) => ({ brand: slug, in_stock: true })) },
    promotion: { asked: actions.rows.map(({ slug }) => ({ action: slug })) },
    'everything discounted': { asked: [{ discounted: true, sort: 'discount' }] },
    words: { asked: words.map((q) => ({ q, sort: 'relevance' })) },
  };

  const rows: Row[] = [];
  for (const [kind, { priceContext: own = priceContext, asked }] of Object.entries(kinds)) {
    const listings = asked.map((one) => Listing.parse(one));
    for (const listing of listings) await query(db, own, listing);
    const times: number[] = [];
    for (const started = performance.now(); performance.now() - started < mostMs && times.length < 2_000; ) {
      for (const listing of listings) {
        const at = performance.now();
        await query(db, own, listing);
        times.push(performance.now() - at);
      }
    }
    times.sort((a, b) => a - b);
    const inSql: number[] = [];
    for (const listing of listings.filter(({ category }) => category).slice(0, 6)) {
      const at = performance.now();
      await db.pool.query(statement, [
        listing.category,
        listing.price_to ?? 2_147_483_647,
        own.price_column,
        own.store,
        listing.in_stock ?? false,
      ]);
      inSql.push(performance.now() - at);
    }
    inSql.sort((a, b) => a - b);
    const p50 = ensure(times[times.length >> 1]);
    const sqlMedian = inSql[inSql.length >> 1];
    rows.push({
      what: kind,
      'p50, ms': rounded(p50),
      'p95, ms': rounded(ensure(times[Math.floor(times.length * 0.95)])),
      'plain SQL, ms': sqlMedian === undefined ? '–' : rounded(sqlMedian),
      ratio: sqlMedian === undefined ? '–' : Math.round(sqlMedian / p50),
    });
  }
  report(rows);
  const lists = [...leaves, ...tree.roots].slice(0, 40).map(({ code }, at) =>
    // A quarter finds nothing and is read to its end.
    Listing.parse({ category: code, in_stock: true, limit: 1, ...(at % 4 === 0 && { price_to: 1 }) }),
  );
  console.log(await timesOfEmptyLists(lists));
  const { rss, arrayBuffers } = process.memoryUsage();
  console.log(
    `${ensure(index.segments[0]).segment.size} products; loaded in ${rounded(loadSeconds)} s; arrays ${mega(arrayBuffers)} MB, process ${mega(rss)} MB`,
  );
} finally {
  await db.destroy();
  await embedded?.close();
}

/** The lists of one landing page in every branch: which are empty, beside whole lists asked for one after another. */
async function timesOfEmptyLists(lists: Listing[]): Promise<string> {
  const branches = branchesOf(await listDepartments(db)).map(priceContextOf);
  const timed = async (run: () => Promise<unknown>) => {
    await run();
    const begun = performance.now();
    await run();
    return rounded(performance.now() - begun);
  };
  const asked = lists.flatMap((listing) => branches.map((branch) => [branch, listing] as const));
  const empty = await timed(() => countEmptyBranches(db, branches, lists));
  const whole = await timed(async () => {
    for (const [branch, listing] of asked) await query(db, branch, listing);
  });
  return `${lists.length} lists in ${branches.length} branches: which are empty in ${empty} ms, as whole lists ${whole} ms`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function mega(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
