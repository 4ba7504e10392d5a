import { openDatabase } from '#platform/database.ts';
import { report } from './support/report.ts';
import { startShop } from './support/shop.ts';
import { Wire } from './support/wire.ts';

/**
 * `npm run bench -- plain-sql [PRODUCTS] [SECONDS]`: a filtered list with its counts as one good SQL statement, beside
 * the shop's own answer over HTTP to the same question. Roots, groups and leaves of the tree alike; both must find as
 * many cards. The statement counts less than the shop does (neither discounts by the 30-day rule nor the
 * sub-categories), and sends no product cards.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
const priceTo = 5_000;
const shop = await startShop({ products });
const db = openDatabase(shop.url);

const statement = `
  with recursive tree as (select id from categories where code = $1 union all select c.id from categories c join tree t on c.parent_id = t.id),
  scope as materialized (
    select p.id, p.model_id, p.brand_id, p.facets, p.popularity, r.price,
      coalesce(s.on_hand - s.reserved, 0) >= p.min_count as in_stock, coalesce(r.price <= $2, false) as is_cheap
    from products p
      left join prices r on r.price_column = $3 and r.product_id = p.id
      left join stock s on s.store = $4 and s.product_id = p.id
    where p.switched_off_at is null
      and p.id in (select product_id from product_categories where category_id in (select id from tree))),
  matched as materialized (select * from scope where in_stock and is_cheap)
  select
    (select count(distinct model_id) from matched)::int as total,
    (select json_agg(id) from (select id from (select distinct on (model_id) id, popularity from matched order by model_id, popularity desc, id) card
      order by popularity desc, id limit 24) page) as page,
    (select json_object_agg(value, cards) from (select value, count(distinct model_id) as cards from matched, unnest(facets) value group by value) v) as facets,
    (select json_object_agg(brand_id, cards) from (select brand_id, count(distinct model_id) as cards from matched where brand_id is not null group by brand_id) b) as brands,
    (select json_build_array(min(price), max(price)) from scope where in_stock) as price_range,
    (select count(distinct model_id) from scope where is_cheap and in_stock)::int as in_stock`;

try {
  const { rows: main } = await db.pool.query('select base_price, store from departments where is_main');
  const { rows: categories } = await db.pool.query<{ code: string }>(
    'select code from categories where switched_off_at is null order by hashtext(code) limit $1',
    [asked(products)],
  );
  const inSql = async (code: string, price = priceTo) => {
    const values = [code, price * 100, main[0].base_price, main[0].store];
    return (await db.pool.query({ name: 'plain_sql', text: statement, values })).rows[0];
  };
  const path = (code: string, price = priceTo) =>
    `/api/ecm/idd/products/?category=${code}&in_stock=1&price_to=${price}`;
  const wire = new Wire(shop.port);
  const differing: string[] = [];
  for (const { code } of categories) {
    const { body } = await wire.ask('GET', path(code), { host: shop.host });
    const [{ total }, counted] = [JSON.parse(body), await inSql(code)];
    if (counted.total !== total) differing.push(`${code}: ${total} here, ${counted.total} in SQL`);
  }
  wire.close();
  // Whole rounds, so that both have answered the same mixture.
  const started = performance.now();
  let done = 0;
  do for (const { code } of categories) done += (await inSql(code)) ? 1 : 0;
  while (performance.now() - started < seconds * 1_000);
  const meanSql = (performance.now() - started) / done;
  const mean = await meanOf((round) => categories.map(({ code }) => path(code, priceTo + round)));
  report([
    { what: 'the shop over HTTP, one after another', ms: rounded(mean) },
    { what: 'plain SQL, one after another', ms: rounded(meanSql) },
    { what: 'ratio: so many times longer in SQL', times: Math.round(meanSql / mean) },
  ]);
  if (differing.length > 0) {
    console.error(differing.join('\n'));
    process.exitCode = 1;
  }
} finally {
  await db.destroy();
  await shop.stop();
}

/**
 * Milliseconds of an answer on average over whole rounds; each asks for another price, so that no cached answer is
 * measured.
 */
async function meanOf(pathsOf: (round: number) => string[]): Promise<number> {
  const wire = new Wire(shop.port);
  const started = performance.now();
  let asked = 0;
  for (let round = 1; round === 1 || performance.now() - started < seconds * 1_000; round++)
    for (const path of pathsOf(round))
      asked += (await wire.ask('GET', path, { host: shop.host })).status === 200 ? 1 : 0;
  wire.close();
  return (performance.now() - started) / asked;
}

/** The statement takes seconds in a large shop: fewer categories, so that it ends. */
function asked(products: number): number {
  if (products > 300_000) return 8;
  return products > 20_000 ? 16 : 40;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
