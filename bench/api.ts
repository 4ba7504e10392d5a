import { type Database, openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { type Row, report } from './support/report.ts';
import { startShop } from './support/shop.ts';
import { type Call, type Figures, loadCalls, loadWindows } from './support/wrk.ts';

/**
 * `npm run bench -- api [PRODUCTS] [SECONDS]`: the calls of the catalogue over HTTP, as programs and the browser's own
 * script ask them: one product, filtered lists with all counts, search by words, suggestions; 16 connections and one.
 * «Working set» asks for a few hundred goods and questions again and again, as a shop's visitors do; «each again» never
 * asks for the same one twice within a run as long as there are enough, so that no cached answer helps: prices asked
 * for differ, and lists are of roots, groups and leaves alike.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
const shop = await startShop({ products });
try {
  const { ids, lists, searches, suggestions, fresh } = await questions(shop.url);
  const rows: Row[] = [];
  const small = products <= 20_000;
  const large = products > 300_000;
  const measure = async (what: string, calls: Call[], at16: number | null, p95: number | null) => {
    // A budget of answers a second is held by the middle of three windows.
    const measured = at16 === null ? loadCalls : loadWindows;
    const sixteen = await measured({ port: shop.port, host: shop.host, concurrency: 16, seconds }, calls);
    rows.push(
      row(`${what}, 16`, sixteen, at16 === null ? '' : `≥ ${at16}/s`, at16 === null || sixteen.per_second >= at16),
    );
    const one = await loadCalls({ port: shop.port, host: shop.host, concurrency: 1, seconds }, calls.toReversed());
    rows.push(row(`${what}, 1`, one, p95 === null ? '' : `p95 ≤ ${p95} ms`, p95 === null || one.p95 <= p95));
  };
  const product = (id: number) => ({ path: `/api/ecm/idd/products/${id}/` });
  await measure('product, each different', ids.map(product), null, 4);
  await measure('product, working set of 500', ids.slice(0, 500).map(product), 3_000, 4);
  await measure('list with filters and counts, each different', fresh.lists, small ? 3_000 : null, large ? 12 : 5);
  await measure('list with filters and counts', lists, small ? 3_000 : null, large ? 12 : 5);
  await measure('search by words, each different', fresh.searches, small ? 3_000 : null, large ? 10 : 5);
  await measure('search by words', searches, small ? 3_000 : null, large ? 10 : 5);
  await measure('suggestions, each different', fresh.suggestions, null, large ? 6 : 3);
  await measure('suggestions', suggestions, null, large ? 6 : 3);
  report(rows);
  console.log(`memory of the web process: ${shop.memory()} MB`);
} finally {
  await shop.stop();
}

function row(what: string, { per_second, p50, p95, p99, errors }: Figures, budget: string, isMet: boolean) {
  return { what, per_second, p50, p95, p99, errors, budget, met: budget && (isMet && errors === 0 ? 'yes' : 'NO') };
}

/** Real goods, categories and words of the data, in an order of their own that is the same in each run. */
async function questions(url: string) {
  const db = openDatabase(url);
  try {
    const { rows: goods } = await db.pool.query<{ id: number; name: string }>(
      `select id, name from products where switched_off_at is null order by hashint4(id) limit 20000`,
    );
    const { rows: categories } = await db.pool.query<{ code: string }>(
      `select c.code from categories c join product_categories pc on pc.category_id = c.id
       where c.switched_off_at is null group by c.code having count(*) > 5 order by hashtext(c.code) limit 150`,
    );
    const filters = [
      '',
      'in_stock=1',
      'price_from=300',
      'price_to=2000',
      'sort=price',
      'discounted=1',
      'in_stock=1&price_to=5000',
    ];
    const lists = categories.flatMap(({ code }) =>
      filters.map((filter) => ({ path: `/api/ecm/idd/products/?category=${code}${filter && `&${filter}`}` })),
    );
    const words = [...new Set(goods.flatMap(({ name }) => name.toLowerCase().match(/[а-яё]{4,}/g) ?? []))].slice(
      0,
      400,
    );
    const search = (q: string) => ({ path: `/api/ecm/idd/products/?q=${encodeURIComponent(q)}` });
    const begun = (q: string) => ({ path: `/api/ecm/idd/search/suggest/?q=${encodeURIComponent(q.slice(0, 4))}` });
    return {
      ids: goods.map(({ id }) => id),
      lists,
      searches: words.map(search),
      suggestions: words.map(begun),
      fresh: await eachFresh(db, words),
    };
  } finally {
    await db.destroy();
  }
}

/** Questions that are all different: tens of thousands of lists and searches, a few thousand beginnings of words. */
async function eachFresh(db: Database, words: string[]) {
  const { rows: categories } = await db.pool.query<{ code: string }>(
    'select code from categories where switched_off_at is null order by hashtext(code) limit 200',
  );
  const filters = ['', '&in_stock=1', '&sort=price', '&discounted=1', '&price_from=300'];
  const prices = Array.from({ length: 60 }, (_, n) => 2_000 + n * 137);
  const list = '/api/ecm/idd/products/';
  const typed = words.flatMap((word) => [3, 4, 5, 6, 7].map((letters) => word.slice(0, letters)));
  const pairs = words.flatMap((word, at) =>
    [5, 11, 17].map((step) => `${word} ${ensure(words[(at + step) % words.length]).slice(0, 3)}`),
  );
  const suggest = (q: string) => ({ path: `/api/ecm/idd/search/suggest/?q=${encodeURIComponent(q)}` });
  return {
    lists: prices.flatMap((price) =>
      filters.flatMap((filter) =>
        categories.map(({ code }) => ({ path: `${list}?category=${code}&price_to=${price}${filter}` })),
      ),
    ),
    searches: [...prices, ...prices.map((price) => price + 50)].flatMap((price) =>
      words.map((word) => ({ path: `${list}?q=${encodeURIComponent(word)}&price_to=${price}` })),
    ),
    suggestions: [...new Set([...typed, ...pairs])].map(suggest),
  };
}
