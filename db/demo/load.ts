import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { isLocalDomain, localDomain, markDemonstration, readShopMark } from '#platform/shop-mark.ts';
import { ensure } from '#shared/ensure.ts';
import { loadCards } from './cards.ts';
import { clearShop } from './clear.ts';
import { loadFortune } from './fortune.ts';
import { loadJudgedQueries } from './judged-queries.ts';
import { loadLandings } from './landings.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { loadContent } from './load-content.ts';
import { loadDepartments } from './load-departments.ts';
import { loadEditorial } from './load-editorial.ts';
import { loadLinks } from './load-links.ts';
import { loadSeller } from './load-seller.ts';
import { watchLoadedRows } from './loaded-rows.ts';
import type { DemoLogins } from './logins.ts';
import { loadPages } from './pages.ts';
import { loadPeople, removePeople } from './people.ts';
import { loadReadySets } from './ready-sets.ts';
import { loadReviews } from './reviews.ts';
import { loadSavedLists } from './saved-lists.ts';
import { loadSearchRules } from './search-rules.ts';

export type Summary = {
  branches: number;
  departments: number;
  categories: number;
  brands: number;
  products: number;
  models: number;
  prices: number;
  stock: number;
  pictures: number;
  documents: number;
  shorts: number;
  people: number;
  reviews: number;
  seconds: number;
};

export type LoadOptions = {
  products?: number;
  /** Where pictures and documents go: `products/*.svg`, `documents/*.pdf`. */
  filesDir: string;
  onProgress?: (message: string, done: number, total: number) => void;
  /** The domain under .localhost that the demonstration lives at. */
  mainDomain?: string;
  /** Puts the drawn logins where their owner finds them, before anybody can meet a shop that they open. */
  keepLogins?: (logins: DemoLogins) => Promise<void>;
  /** SECRET_KEYS, as the shop reads them: the manager's second factor is stored under them. */
  secretKeys?: string | undefined;
  /** The moment that «new», «action until» and price history are counted from. */
  now?: Date;
};

/** The database holds what the demo shop must not overwrite; the text is for the person at the keyboard. */
export class DemoRefused extends Error {}

/**
 * Fills the database with the demo shop in one transaction: all of it or nothing. The same `products` give the same
 * shop. The shop that stood there before is replaced, people who are not the demo's stay; a database with orders, or
 * one that was a shop of its own, is refused. The mark of the demonstration is part of it, and the list of the
 * rows that were written, by which they can be removed. Returns what was made and the logins that were drawn.
 */
export async function loadDemo(
  db: Db,
  {
    products = 3_000,
    filesDir,
    mainDomain = localDomain,
    onProgress = () => {},
    now = new Date(),
    secretKeys: configured,
    keepLogins = async () => {},
  }: LoadOptions,
): Promise<Summary & { logins: DemoLogins }> {
  const started = performance.now();
  const keys = await secretKeys(db, configured);
  const summary = await db.transaction().execute(async (db) => {
    const rejoin = await clear(db);
    const noteLoadedRows = await watchLoadedRows(db);
    onProgress('Филиалы и пункты выдачи', 0, products);
    await loadPages(db, now);
    await loadSeller(db, now);
    const departments = await loadDepartments(db, now);
    const catalogue = await loadCatalogue(db, { products, filesDir, now, onProgress });
    onProgress('Аналоги и сопутствующие товары', products, products);
    await loadLinks(db);
    onProgress('Купоны, баннеры, подборки и тексты', products, products);
    const content = await loadContent(db, now);
    await loadEditorial(db, now);
    await loadSearchRules(db);
    await loadJudgedQueries(db);
    await loadLandings(db, now);
    await loadReadySets(db, now);
    await loadFortune(db, keys, now);
    await rejoin();
    const reviews = await loadReviews(db, now);
    const people = await loadPeople(db, keys, now);
    await loadSavedLists(db, now);
    const logins = { people, cards: await loadCards(db, now) };
    await noteLoadedRows();
    await markDemonstration(db, mainDomain);
    await invalidate(db, ['*']);
    await keepLogins(logins);
    return { ...departments, ...catalogue, ...content, people: people.length, reviews, logins };
  });
  onProgress('Статистика базы', products, products);
  for (const table of [
    'products',
    'prices',
    'stock',
    'price_changes',
    'product_categories',
    'attribute_values',
    'product_links',
  ])
    await sql`analyze ${sql.table(table)}`.execute(db);
  return { ...summary, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

/** Returns what `clearShop` does. */
async function clear(db: Db): Promise<() => Promise<void>> {
  const { main_domain } = await readShopMark(db);
  if (main_domain !== null && !isLocalDomain(main_domain))
    throw new DemoRefused(`В базе данных магазин ${main_domain}: демонстрационный его не заменит.`);
  const { rows } = await sql<{ orders: number }>`select count(*)::int as orders from orders`.execute(db);
  const { orders } = ensure(rows[0]);
  if (orders > 0) throw new DemoRefused(`В базе есть заказы (${orders}): демонстрационный магазин их не заменит.`);
  await removePeople(db);
  const rejoin = await clearShop(db);
  // The consent texts came with the migrations: without them no order can be placed.
  await sql`delete from pages where slug not like 'consent-%'`.execute(db);
  // A column and a store make their partition when they are inserted, so the old partitions must be gone.
  const partitions = await sql<{ parent: string; name: string }>`
    select inhparent::regclass::text as parent, inhrelid::regclass::text as name
    from pg_inherits where inhparent in ('prices'::regclass, 'stock'::regclass)`.execute(db);
  for (const { parent, name } of partitions.rows) {
    await sql`alter table ${sql.table(parent)} detach partition ${sql.table(name)}`.execute(db);
    await sql`drop table ${sql.table(name)}`.execute(db);
  }
  return rejoin;
}
