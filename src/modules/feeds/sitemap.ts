import {
  type Category,
  loadTree,
  menuCategoryIds,
  pathOf,
  subtreeIds,
  type Tree,
} from '#modules/catalogue/categories.ts';
import { offerJoins, soldHereSql } from '#modules/catalogue/offers.ts';
import { getShort, shortState } from '#modules/catalogue/shorts.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import type { FileMaker } from '#platform/cached-files.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { readCursor } from '#platform/read-cursor.ts';
import { categoryUrl, productUrl, shortUrl } from '#shared/urls.ts';
import { contentEntries } from './content-entries.ts';
import { latest } from './latest.ts';
import { xmlText } from './xml.ts';

/**
 * An address of the host and since when it is as it is; null where nothing says when it changed (better silent than
 * untrue).
 */
export type SitemapEntry = { path: string; changed_at: Date | null };

/** The most a sitemap may hold. */
export const mostUrls = 50_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The sitemap of a branch: `sitemap.xml` names the parts `sitemap-1.xml` …, each with at most `limit` addresses. Only
 * pages that answer 200, are canonical and may be indexed on this host. `origin`: scheme and host; `fixed`: paths of
 * pages that no row stands behind.
 */
export function sitemapMaker(
  db: Db,
  priceContext: PriceContext,
  origin: string,
  fixed: string[],
  now = new Date(),
  limit = mostUrls,
): FileMaker {
  return async (open) => {
    const parts: { name: string; changed_at: Date | null }[] = [];
    let writer: Awaited<ReturnType<typeof open>> | null = null;
    let count = 0;
    let newest: Date | null = null;
    const endPart = async () => {
      if (!writer) return;
      await writer.write('</urlset>\n');
      await writer.end();
      parts.push({ name: `sitemap-${parts.length + 1}.xml`, changed_at: newest });
      writer = null;
    };
    for await (const entries of allEntries(db, priceContext, now, fixed)) {
      for (const entry of entries) {
        if (writer && count === limit) await endPart();
        if (!writer) {
          writer = await open(`sitemap-${parts.length + 1}.xml`);
          await writer.write(`${head}<urlset ${namespace}>\n`);
          count = 0;
          newest = null;
        }
        count++;
        if (entry.changed_at && (!newest || entry.changed_at > newest)) newest = entry.changed_at;
        await writer.write(entryText('url', origin + entry.path, entry.changed_at));
      }
    }
    await endPart();
    const index = await open('sitemap.xml');
    const lines = parts.map(({ name, changed_at }) => entryText('sitemap', `${origin}/${name}`, changed_at));
    await index.write(`${head}<sitemapindex ${namespace}>\n${lines.join('')}</sitemapindex>\n`);
    await index.end();
  };
}

function entryText(name: 'url' | 'sitemap', address: string, changed_at: Date | null): string {
  const lastmod = changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : '';
  return `<${name}><loc>${xmlText(address)}</loc>${lastmod}</${name}>\n`;
}

async function* allEntries(
  db: Db,
  priceContext: PriceContext,
  now: Date,
  fixed: string[],
): AsyncGenerator<SitemapEntry[]> {
  yield await contentEntries(db, priceContext, now, fixed);
  yield await categoryEntries(db, priceContext, now);
  yield* productEntries(db, priceContext, now);
}

// Where the branch's list of a category, or a product's page, last changed: the goods themselves or a price of this
// branch. Stock does not count, it would make every page new every day.
const priceChanges = `select c.product_id, max(c.changed_at) as changed_at from price_changes c
    where c.price_column = $1::text and c.changed_at <= $2::timestamptz group by c.product_id`;

const selectCategoryChanges = preparedStatement<{ category_id: number; changed_at: Date }>(
  'sitemap_categories',
  `select pc.category_id, max(greatest(p.changed_at, priced.changed_at)) as changed_at
  from product_categories pc
  join products p on p.id = pc.product_id and p.switched_off_at is null
  left join (${priceChanges}) priced on priced.product_id = p.id
  group by pc.category_id`,
);
const selectOwnChanges = preparedStatement<{ id: number; changed_at: Date }>(
  'sitemap_own_categories',
  'select id, changed_at from categories where switched_off_at is null',
);
const selectShorts = preparedStatement<{ category_id: number; code: string }>(
  'sitemap_shorts',
  'select category_id, code from shorts order by category_id, position, id',
);

/** Categories of the branch that hold goods, and their short listings with enough goods in this branch. */
async function categoryEntries(db: Db, priceContext: PriceContext, now: Date): Promise<SitemapEntry[]> {
  const [tree, menu, withGoods, own, shorts] = await Promise.all([
    loadTree(db),
    menuCategoryIds(db, priceContext.department_id_1c),
    selectCategoryChanges(db, [priceContext.price_column, now]),
    selectOwnChanges(db, []),
    selectShorts(db, []),
  ]);
  const goodsChanged = new Map(withGoods.map((row) => [row.category_id, row.changed_at]));
  const ownChanged = new Map(own.map((row) => [row.id, row.changed_at]));
  const entries: SitemapEntry[] = [];
  for (const category of tree.byId.values()) {
    if (!isInBranch(tree, category, menu)) continue;
    const goods = subtreeIds(category).flatMap((id) => goodsChanged.get(id) ?? []);
    if (goods.length === 0) continue;
    const changed_at = latest([...goods, ownChanged.get(category.id) ?? null]);
    entries.push({ path: categoryUrl(category.code), changed_at });
    for (const short of shorts.filter((other) => other.category_id === category.id)) {
      const found = await getShort(db, priceContext, category.code, short.code);
      if (!found || 'moved_to' in found) continue;
      const { total } = await query(db, priceContext, { ...found.listing, page: 1, limit: 1 });
      if (shortState(total) === 'indexed') entries.push({ path: shortUrl(category.code, short.code), changed_at });
    }
  }
  return entries;
}

function isInBranch(tree: Tree, category: Category, menu: ReadonlySet<number>): boolean {
  return menu.size === 0 || pathOf(tree, category).every(({ id }) => menu.has(id));
}

async function* productEntries(db: Db, priceContext: PriceContext, now: Date): AsyncGenerator<SitemapEntry[]> {
  const rows = readCursor<{ slug: string; changed_at: Date }>(
    db,
    `select p.slug, greatest(p.changed_at, priced.changed_at) as changed_at
    from products p ${offerJoins(priceContext)}
    left join (${priceChanges}) priced on priced.product_id = p.id
    where ${soldHereSql} order by p.id`,
    [priceContext.price_column, now],
  );
  for await (const batch of rows) yield batch.map(({ slug, changed_at }) => ({ path: productUrl(slug), changed_at }));
}
