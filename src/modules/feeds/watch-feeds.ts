import { sql } from 'kysely';
import { blogFeed } from '#modules/blog/feed.ts';
import { branchesOf } from '#modules/departments/directory.ts';
import { type Department, listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { type FeedFile, feedFileNames } from '#shared/feed-files.ts';
import { countOf } from '#shared/plurals.ts';
import type { FeedState } from './feed-looks.ts';
import { type ListedFile, listReader, readLists, TooSlow } from './read-list.ts';
import { mostUrls, sitemapMaker } from './sitemap.ts';
import { ymlMaker } from './yml.ts';

/** What the site itself says of an address; null: it could not be asked. */
export type AskedPage = { status: number; isIndexed: boolean } | null;

export type FeedWatch = {
  /** Scheme and host of a branch. */
  originOf: (branch: Department) => string;
  /** Paths of pages that stand in every site map, and beginnings of addresses that robots are kept from. */
  inSitemap: string[];
  closedToRobots: string[];
  askPage: (address: string) => Promise<AskedPage>;
};

/** Of https://www.sitemaps.org/protocol.html, of each part. */
const mostBytes = 52_428_800;
/** A set of a million goods takes minutes; of 12 branches the queue would take a job for dead after 4 hours. */
const longestMs = 300_000;
const askedAddresses = 20;
/** From so many on half of them gone is no chance. */
const fewestToCompare = 10;
/** A number that stays lower for a week is the new one. */
const comparedMs = 7 * 86_400_000;

type Look = { count: number; asked: number; bytes: number; reason: string };

/**
 * Makes the site map and the feeds of every branch as robots would get them, and keeps how each looked: whether it can
 * be read, whether it holds what the branch sells, whether a sample of the listed addresses opens and may be indexed.
 * A number that has fallen by half since the last good look, no longer ago than a week, is «few». Run twice it finds
 * the same. Returns how many are not good. Throws when `signal` asks to stop: what was looked at stays.
 */
export async function watchFeeds(db: Db, watch: FeedWatch, now = new Date(), signal?: AbortSignal): Promise<number> {
  const branches = branchesOf(await listDepartments(db));
  let faults = 0;
  for (const branch of branches)
    for (const file of feedFileNames) {
      signal?.throwIfAborted();
      const begun = performance.now();
      const look = await looks[file](db, branch, watch, now).catch(notMade);
      const state = await keepLook(db, branch.id_1c, file, look, Math.round(performance.now() - begun), now);
      if (state !== 'good') faults += 1;
    }
  await sql`delete from feed_looks where department_id_1c <> all(${branches.map(({ id_1c }) => id_1c)})`.execute(db);
  return faults;
}

function notMade(error: unknown): Look {
  const why = error instanceof Error ? error.message : String(error);
  const reason = error instanceof TooSlow ? 'Не собирается за 5 минут' : `Не собирается: ${why.slice(0, 200)}`;
  return { count: 0, asked: 0, bytes: 0, reason };
}

type LookAt = (db: Db, branch: Department, watch: FeedWatch, now: Date) => Promise<Look>;

const looks: Record<FeedFile, LookAt> = {
  async sitemap(db, branch, watch, now) {
    const origin = watch.originOf(branch);
    const make = sitemapMaker(db, priceContextOf(branch), origin, watch.inSitemap, now);
    const files = await readLists(make, { url: 'loc', sitemap: 'loc' }, longestMs);
    const { 'sitemap.xml': index, ...parts } = Object.fromEntries(files);
    const all = Object.entries(parts);
    const look = sumOf(all.map(([, part]) => part));
    const missing = ensure(index).addresses.find((address) => !files.has(address.slice(origin.length + 1)));
    const long = all.find(([, { count, bytes }]) => count > mostUrls || bytes > mostBytes);
    const broken = [...files].find(([, { fault }]) => fault !== null);
    const reason =
      (broken && `${broken[0]}: ошибка в разметке (${broken[1].fault})`) ??
      (missing && `В списке частей есть ${missing}, а самой части нет`) ??
      (long && `${long[0]}: больше 50 000 адресов или 50 МБ, поисковики столько не читают`) ??
      (look.count === 0 ? 'В карте нет ни одного адреса' : '');
    return asking(
      { ...look, reason },
      all.flatMap(([, { addresses }]) => addresses),
      origin,
      watch,
    );
  },

  async goods(db, branch, watch, now) {
    const origin = watch.originOf(branch);
    const files = await readLists(ymlMaker(db, branch, origin, now), { offer: 'url' }, longestMs);
    const file = ensure(files.get('yml.xml'));
    const sold = file.count === 0 ? await countSold(db, branch) : 0;
    const empty = `Пусто, а филиал продаёт ${countOf(sold, 'товар', 'товара', 'товаров')}: у них нет фото или раздела`;
    return asking(
      { ...sumOf([file]), reason: faultOf(file) || (sold > 0 ? empty : '') },
      file.addresses,
      origin,
      watch,
    );
  },

  blog: atRss(blogFeed),
};

/** `make`: the RSS of a branch on its host. */
function atRss(make: (db: Db, branch: Department, origin: string, now: Date) => Promise<string>): LookAt {
  return async (db, branch, watch, now) => {
    const origin = watch.originOf(branch);
    const reader = listReader({ item: 'link' });
    reader.write(await make(db, branch, origin, now));
    const file = reader.end();
    return asking({ ...sumOf([file]), reason: faultOf(file) }, file.addresses, origin, watch);
  };
}

function faultOf({ fault }: ListedFile): string {
  return fault === null ? '' : `Ошибка в разметке (${fault})`;
}

function sumOf(files: ListedFile[]): Pick<Look, 'count' | 'asked' | 'bytes'> {
  const sum = (of: 'count' | 'bytes') => files.reduce((all, file) => all + file[of], 0);
  return { count: sum('count'), bytes: sum('bytes'), asked: 0 };
}

/** Priced goods of the branch. */
async function countSold(db: Db, branch: Department): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from prices s join products p on p.id = s.product_id and p.switched_off_at is null
    where s.price_column = ${branch.base_price} and s.price is not null`.execute(db);
  return ensure(rows[0]).count;
}

/** Asks for some of the listed addresses; a site that the worker cannot reach proves nothing. */
async function asking(look: Look, addresses: string[], origin: string, watch: FeedWatch): Promise<Look> {
  if (look.reason !== '') return look;
  const step = Math.max(1, addresses.length / askedAddresses);
  const sample = Array.from(
    { length: Math.min(addresses.length, askedAddresses) },
    (_, n) => addresses[Math.floor(n * step)],
  );
  let asked = 0;
  for (const address of sample.map((one) => ensure(one))) {
    if (!address.startsWith(`${origin}/`)) return { ...look, asked, reason: `Адрес другого сайта: ${address}` };
    const path = address.slice(origin.length);
    if (watch.closedToRobots.some((start) => path.startsWith(start)))
      return { ...look, asked, reason: `Адрес закрыт в robots.txt: ${path}` };
    const page = await watch.askPage(address);
    if (!page) return { ...look, asked };
    asked += 1;
    if (page.status !== 200) return { ...look, asked, reason: `Страница ${path} отвечает ${page.status}` };
    if (!page.isIndexed) return { ...look, asked, reason: `Странице ${path} запрещено быть в поиске` };
  }
  return { ...look, asked };
}

async function keepLook(
  db: Db,
  department_id_1c: string,
  file: FeedFile,
  { count, asked, bytes, reason }: Look,
  took_ms: number,
  now: Date,
): Promise<FeedState> {
  const { rows } = await sql<{ good_count: number }>`
    select good_count from feed_looks where department_id_1c = ${department_id_1c} and file = ${file}
      and good_at > ${new Date(now.getTime() - comparedMs)} and good_count >= ${fewestToCompare}`.execute(db);
  const before = rows[0]?.good_count ?? 0;
  const isFew = reason === '' && before > 0 && count * 2 <= before;
  const state: FeedState = reason !== '' ? 'broken' : isFew ? 'few' : 'good';
  const words = isFew ? `Было ${before}, стало ${count}` : reason;
  await sql`
    insert into feed_looks (department_id_1c, file, looked_at, state, reason, count, asked, bytes, took_ms, good_at, good_count)
    values (${department_id_1c}, ${file}, ${now}, ${state}, ${words}, ${count}::int, ${asked}::int, ${bytes}::bigint,
      ${took_ms}::int, ${state === 'good' ? now : null}::timestamptz, ${state === 'good' ? count : null}::int)
    on conflict (department_id_1c, file) do update set looked_at = excluded.looked_at, state = excluded.state,
      reason = excluded.reason, count = excluded.count, asked = excluded.asked, bytes = excluded.bytes,
      took_ms = excluded.took_ms, good_at = coalesce(excluded.good_at, feed_looks.good_at),
      good_count = coalesce(excluded.good_count, feed_looks.good_count)`.execute(db);
  return state;
}
