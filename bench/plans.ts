import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { ensure } from '#shared/ensure.ts';
import { buildApp } from '#src/app.ts';
import { readSettings } from '#src/config.ts';
import { openShop } from '#src/shop-mode.ts';
import { cookiesOf } from './support/load.ts';
import { recordStatements, type Statement } from './support/record-statements.ts';
import { startShop } from './support/shop.ts';
import { signInPeople } from './support/sign-in-people.ts';

/**
 * `npm run bench -- plans [PRODUCTS]`: walks through the shop (pages, calls, cart, order, cabinet), keeps every
 * statement the web process sends and asks PostgreSQL how it runs each: with these values and, since a prepared
 * statement may come to it, without knowing them. Names every scan of a whole big table and fails if there is one.
 */
const products = Number(process.argv[2] ?? 100_000);
/** Above this a table is no longer read whole while a visitor waits. */
const bigRows = 5_000;

const shop = await startShop({ products });
const db = openDatabase(shop.url, { max: 4 });
try {
  const seen = await walk();
  const big = await bigTables(db);
  const statements = [...seen.values()].filter(({ text }) => /^\s*(with|select|insert|update|delete)\b/i.test(text));
  const found = [];
  for (const statement of statements) {
    for (const kind of ['values', 'generic'] as const) {
      for (const scan of await wholeScans(db, statement, kind, big)) {
        found.push({ statement: nameOf(statement), plan: kind, times: statement.times, ...scan });
      }
    }
  }
  console.log(`${statements.length} statements, big tables (over ${bigRows} rows): ${[...big.keys()].join(', ')}`);
  if (found.length > 0) {
    console.table(found);
    process.exitCode = 1;
  } else console.log('No statement reads a big table whole');
} finally {
  await db.destroy();
  await shop.stop();
}

/** What visitors, buyers and programs do, each once or twice, so that no statement hides in a cached copy. */
async function walk(): Promise<Map<string, Statement>> {
  const settings = readSettings({
    ...process.env,
    DATABASE_URL: shop.url,
    DATA_DIR: 'var/bench-plans',
    LOG_LEVEL: 'silent',
  });
  const build = await import(pathToFileURL(join(import.meta.dirname, '../build/server/index.js')).href);
  const pool = openDatabase(shop.url, { max: 4 });
  const seen = recordStatements(pool.pool);
  const config = await openShop(pool, settings);
  const clientDir = join(import.meta.dirname, '../build/client');
  const app = await buildApp({ db: pool, config, log: openLog('silent'), build, clientDir });
  const people = await signInPeople(db, 1);
  const goods = await someGoods(db);
  const { code, slug, brand, action } = await someNames(db);
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, cookie = '', payload?: string, json = false) => {
    const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
    const headers = {
      host: shop.host,
      cookie,
      ...(payload && { 'content-type': type, 'idempotency-key': crypto.randomUUID() }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode >= 400)
      throw new Error(`${method} ${url} answers ${answer.statusCode}: ${answer.body.slice(0, 200)}`);
    return { status: answer.statusCode, headers: answer.headers as Record<string, string[]>, body: answer.body };
  };
  try {
    await app.ready();
    await app.catalogue?.loaded;
    seen.clear();
    const { cookie } = ensure(people[0]);
    const [first, second] = [ensure(goods[0]), ensure(goods[1])];
    const add = `intent=add&product_id=${first.id}&product_idcode=${encodeURIComponent(first.idcode)}&count=${first.min_count}`;
    for (const who of ['', cookie]) {
      for (const page of [
        '/',
        '/catalog/',
        `/category/${code}/`,
        `/category/${code}/?in_stock=1&sort=price`,
        `/product/${slug}/`,
      ])
        await ask('GET', page, who);
      if (brand) await ask('GET', `/brand/${brand}/`, who);
      if (action) await ask('GET', `/actions/${action}/`, who);
      await ask('GET', '/catalog/?q=%D0%BA%D1%80%D0%B0%D1%81%D0%BA%D0%B0', who);
      await ask('GET', `/api/ecm/idd/products/?category=${code}`, who);
      await ask('GET', '/api/ecm/idd/products/?q=%D0%BA%D1%80%D0%B0%D1%81%D0%BA%D0%B0', who);
      await ask('GET', '/api/ecm/idd/search/suggest/?q=%D0%BA%D1%80%D0%B0', who);
      await ask('GET', `/api/ecm/idd/products/${second.id}/`, who);
      await ask('POST', '/api/ecm/idd/products/idcodes/', who, JSON.stringify([first.idcode, second.idcode]), true);
      const basket = [who, cookiesOf(await ask('POST', '/cart/', who, add))].filter(Boolean).join('; ');
      await ask('GET', '/cart/', basket);
      await ask('GET', '/order/', basket);
      await ask('GET', '/api/_visitor/state', basket);
      await ask('POST', '/api/ecm/idd/orders/', basket, JSON.stringify(await orderOf(first)), true);
    }
    for (const page of ['/personal/', '/personal/orders/active/']) await ask('GET', page, cookie);
    return seen;
  } finally {
    await app.close();
    await pool.destroy();
  }
}

type Good = { id: number; idcode: string; min_count: number; slug: string };

async function someGoods(db: Database): Promise<Good[]> {
  const { rows } = await db.pool.query<Good>(
    `select p.id, p.idcode, p.min_count, p.slug from departments d
     join prices pr on pr.price_column = d.base_price and pr.price > 100000
     join stock s on s.product_id = pr.product_id and s.store = d.store and s.on_hand - s.reserved > 20
     join products p on p.id = pr.product_id and p.switched_off_at is null and p.max_count > p.min_count
     where d.is_main order by p.popularity desc limit 2`,
  );
  return rows;
}

async function someNames(
  db: Database,
): Promise<{ code: string; slug: string; brand: string | null; action: string | null }> {
  const { rows } = await db.pool.query(
    `select (select c.code from categories c join product_categories pc on pc.category_id = c.id
        where c.switched_off_at is null group by c.code order by count(*) desc, c.code limit 1) as code,
      (select slug from products where switched_off_at is null order by popularity desc, id limit 1) as slug,
      (select b.slug from brands b where exists (select from products p where p.brand_id = b.id) order by b.slug limit 1) as brand,
      (select a.slug from actions a order by a.id desc limit 1) as action`,
  );
  return rows[0];
}

async function orderOf({ id, idcode, min_count }: Good) {
  const { rows } = await db.pool.query('select id_1c from departments where is_main');
  return {
    products: [{ product_id: id, product_idcode: idcode, count: min_count }],
    contact: { name: 'Анна Смирнова', phone: '+79210001234', email: 'anna@pochta.example' },
    receiving: { type: 'pickup', department_id_1c: rows[0].id_1c },
    payment: { method: 'on_receipt' },
    consent_personal_data: true,
  };
}

/** Tables and partitions with their rows as PostgreSQL's statistics know them. */
async function bigTables(db: Database): Promise<Map<string, number>> {
  await db.pool.query('analyze');
  const { rows } = await db.pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::int8 as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1 order by reltuples desc`,
    [bigRows],
  );
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Total Cost': number; Plans?: Plan[] };

async function wholeScans(
  db: Database,
  { text, values }: Statement,
  kind: 'values' | 'generic',
  big: Map<string, number>,
) {
  const client = await db.pool.connect();
  try {
    const { rows } =
      kind === 'values'
        ? await client.query(`explain (format json) ${text}`, values as unknown[])
        : await client.query(`explain (generic_plan, format json) ${text}`);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    return scansOf(plan)
      .filter((table) => big.has(table))
      .map((table) => ({ table, rows: big.get(table), cost: Math.round(plan['Total Cost']) }));
  } catch (error) {
    return [{ table: `не объясняется: ${(error as Error).message}`, rows: 0, cost: 0 }];
  } finally {
    client.release();
  }
}

function scansOf(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}

function nameOf({ name, text }: Statement): string {
  return name || text.replace(/\s+/g, ' ').trim().slice(0, 70);
}
