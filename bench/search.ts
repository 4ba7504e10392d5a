import { performance } from 'node:perf_hooks';
import { Listing } from '#modules/catalogue/schema.ts';
import { catalogueIndex, setFollower } from '#modules/catalogue-index/catalogue-index.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { suggest } from '#modules/search/suggest.ts';
import { openDatabase } from '#platform/database.ts';
import { markFollowed } from '#platform/invalidation.ts';
import { ensure } from '#shared/ensure.ts';
import { report } from './support/report.ts';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- search [PRODUCTS]`: a search with its page and all counts, and suggestions, in the process, per
 * kind of query: words, sizes, codes, misprints, other layout, unfinished, several words, words that do not go
 * together. Also what building takes and holds.
 */
const products = Number(process.argv[2] ?? 100_000);
const shop = process.env.DATABASE_URL ? null : await startShop({ products });
const db = openDatabase(shop?.url ?? process.env.DATABASE_URL ?? '', { max: 4 });
try {
  const before = process.memoryUsage();
  const started = performance.now();
  const index = await catalogueIndex(db);
  const buildMs = Math.round(performance.now() - started);
  const texts = index.segments.map(({ segment }) => segment.text);
  const bytes = texts
    .flatMap((text) => Object.values(text))
    .reduce<number>((sum, array) => sum + (typeof array === 'number' ? 0 : array.byteLength), 0);
  console.log(
    `goods ${texts.reduce((sum, { size }) => sum + size, 0)}, words ${ensure(texts[0]).wordOffsets.length - 1}, read and built in ${buildMs} ms, ` +
      `text ${megabytes(bytes)} MB, array buffers ${megabytes(process.memoryUsage().arrayBuffers - before.arrayBuffers)} MB`,
  );
  // As in the web process: nothing is asked of the database for an answer.
  const endings = [setFollower(db, { current: () => index, revision: () => index.revision }), markFollowed(db)];
  const main = ensure((await listDepartments(db)).find((department) => department.is_main));
  const priceContext = priceContextOf(main);
  const { rows: sample } = await db.pool.query<{ name: string; article: string | null; barcode: string | null }>(
    'select name, article, barcode from products where switched_off_at is null order by hashint4(id) limit 60',
  );
  const limit = products > 300_000 ? { search: 10, suggest: 6 } : { search: 5, suggest: 3 };
  const rows = [];
  for (const [kind, queries] of Object.entries(kindsOf(sample))) {
    const search = await times(queries, async (q) => {
      const { total } = await query(db, priceContext, Listing.parse({ q, sort: 'relevance' }));
      return total;
    });
    const typing = await times(queries, async (q) => (await suggest(db, priceContext, q)).products.length);
    rows.push({
      what: kind,
      found: search.found,
      'search p50': search.p50,
      'search p95': search.p95,
      'suggest p50': typing.p50,
      'suggest p95': typing.p95,
      met: search.p95 <= limit.search && typing.p95 <= limit.suggest ? 'yes' : 'NO',
    });
  }
  report(rows);
  for (const end of endings) end();
} finally {
  await db.destroy();
  await shop?.stop();
}

type Good = { name: string; article: string | null; barcode: string | null };

function kindsOf(goods: Good[]): Record<string, string[]> {
  const words = [
    'плитка',
    'штукатурка',
    'краска',
    'ламинат',
    'саморезы',
    'гипсокартон',
    'лампа',
    'смеситель',
    'дрель',
    'шпатлёвка',
  ];
  const names = goods.map(({ name }) => name.split(/[\s,]+/).filter((word) => /^[а-яё]{4,}$/i.test(word)));
  return {
    'one common word': words,
    'words of a name': names.map((name) => name.slice(0, 3).join(' ')),
    'size or amount': [
      'плитка 30х60',
      'саморезы 3,5*35',
      'штукатурка 25кг',
      'краска 2,7 л',
      'кабель 3х2,5',
      'гипсокартон 12,5 мм',
    ],
    'article or barcode': goods.flatMap(({ article, barcode }) => [article, barcode]).filter((code) => code !== null),
    misprint: words
      .filter((word) => word.length > 6)
      .map((word) => word.slice(0, 3) + word[4] + word[3] + word.slice(5)),
    'other layout': ['gkbnrf', 'inerfnehrf', 'rhfcrf', 'kfvbyfn', 'cfvjhtps', 'ubgcjrfhnjy', 'kfvgf'],
    translit: ['plitka', 'shtukaturka', 'kraska', 'laminat', 'samorezy', 'lampa'],
    unfinished: ['пл', 'шт', 'кр', 'лам', 'само', 'гипсо', 'смес', 'дре', 'шпат', 'бел'],
    compound: [
      'белая краска для ванной до 1000 ₽',
      'плитка 30х60 серая в наличии',
      'клей для плитки 25 кг дешевле 500',
      'белый матовый',
    ],
    'not together': ['штукатурка космическая', 'белая дрель 30х60', 'ламинат 25 кг', 'плитка е27 зимняя'],
  };
}

async function times(queries: string[], ask: (q: string) => Promise<number>) {
  const all: number[] = [];
  let found = 0;
  const rounds = Math.max(3, Math.ceil(150 / queries.length));
  for (let round = 0; round < rounds + 1; round++) {
    for (const q of queries) {
      const started = performance.now();
      const count = await ask(q);
      if (round === 0) found += count;
      else all.push(performance.now() - started);
    }
  }
  all.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(ensure(all[Math.min(all.length - 1, Math.floor(all.length * share))]) * 100) / 100;
  return { found: Math.round(found / queries.length), p50: at(0.5), p95: at(0.95) };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
