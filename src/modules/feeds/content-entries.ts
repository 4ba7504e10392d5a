import { hash } from 'node:crypto';
import { endedDays } from '#modules/catalogue/actions.ts';
import { offerJoins, soldHereSql } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { memoize } from '#platform/cache.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { productQuestionsUrl, productReviewsUrl } from '#shared/review-urls.ts';
import {
  actionsUrl,
  actionUrl,
  articleUrl,
  blogUrl,
  brandsUrl,
  brandUrl,
  catalogUrl,
  fortuneUrl,
  landingUrl,
  vacanciesUrl,
  vacancyUrl,
  writtenPageUrl,
} from '#shared/urls.ts';
import { latest } from './latest.ts';
import type { SitemapEntry } from './sitemap.ts';

type Dated = { slug: string; changed_at: Date };

/** Which rows the branch shows at a moment: `$1` its id, `$2` the moment. */
const ofBranch = (table: string) => `(${table}.department_id_1c is null or ${table}.department_id_1c = $1::text)`;

const selectBrands = preparedStatement<Dated>(
  'sitemap_brands',
  `select b.slug, greatest(b.changed_at, max(greatest(p.changed_at, priced.changed_at))) as changed_at
  from brands b join products p on p.brand_id = b.id and p.switched_off_at is null
  left join (
    select c.product_id, max(c.changed_at) as changed_at from price_changes c
    where c.price_column = $1::text and c.changed_at <= $2::timestamptz group by c.product_id
  ) priced on priced.product_id = p.id
  group by b.id order by b.slug`,
);
const selectPages = preparedStatement<Dated>(
  'sitemap_pages',
  `select slug, max(published_at) as changed_at from pages
  where published_at <= $2::timestamptz and coalesce(ends_at > $2::timestamptz, true) and ${ofBranch('pages')}
  group by slug order by slug`,
);
// A promotion's page says another thing once it has begun, and once it is over.
const selectActions = preparedStatement<Dated>(
  'sitemap_actions',
  `select a.slug, greatest(a.changed_at, case when a.starts_at <= $2::timestamptz then a.starts_at end,
    case when a.ends_at <= $2::timestamptz then a.ends_at end) as changed_at
  from actions a where a.ends_at > $2::timestamptz - make_interval(days => ${endedDays}) and not a.is_draft
    and ${ofBranch('a')} order by a.id`,
);
const selectArticles = preparedStatement<Dated>(
  'sitemap_articles',
  `select a.slug, greatest(a.changed_at, a.published_at) as changed_at from articles a
  where not a.is_draft and a.withdrawn_at is null and a.published_at <= $2::timestamptz and ${ofBranch('a')} order by a.id`,
);
const selectVacancies = preparedStatement<{ id: number; changed_at: Date }>(
  'sitemap_vacancies',
  `select v.id, greatest(v.changed_at, v.published_at) as changed_at
  from vacancies v join departments d on d.id_1c = v.department_id_1c
  where not v.is_draft and v.closed_at is null and v.published_at <= $2::timestamptz and coalesce(v.valid_until > $2::timestamptz, true)
    and coalesce(d.branch_id_1c, d.id_1c) = $1::text order by v.id`,
);
const selectLandings = preparedStatement<Dated>(
  'sitemap_landings',
  `select l.slug, greatest(max(p.published_at), max(l.starts_at)) as changed_at
  from landings l join landing_pages p on p.landing_id = l.id and p.published_at <= $2::timestamptz and ${ofBranch('p')}
  where (l.starts_at is null or l.starts_at <= $2::timestamptz) and (l.ends_at is null or l.ends_at > $2::timestamptz)
  group by l.id order by l.slug`,
);
// The wheel that is shown: the one that runs, else the next, else the last, which is not indexed any more.
const selectFortune = preparedStatement<{ changed_at: Date }>(
  'sitemap_fortune',
  `select shown.published_at as changed_at from (
    select published_at, ends_at, closed_at from fortune_campaigns where published_at is not null
    order by starts_at <= $1::timestamptz and ends_at > $1::timestamptz desc, starts_at > $1::timestamptz desc,
      case when starts_at > $1::timestamptz then starts_at end, ends_at desc
    limit 1
  ) shown where shown.closed_at is null and shown.ends_at > $1::timestamptz`,
);
const selectCatalogueChange = preparedStatement<{ changed_at: Date | null }>(
  'sitemap_catalogue',
  'select max(changed_at) as changed_at from categories',
);
// Demonstration reviews and unanswered questions make no page for search engines.
const reviewedText = (priceContext: PriceContext) => `
  select p.slug, reviewed.changed_at as reviewed_at, answered.changed_at as answered_at
  from products p ${offerJoins(priceContext)}
  left join (
    select product_id, max(greatest(decided_at, replied_at)) as changed_at from reviews
    where state = 'approved' and not is_demo group by product_id
  ) reviewed on reviewed.product_id = p.id and p.rating_count > 0
  left join (
    select product_id, max(greatest(decided_at, answered_at)) as changed_at from product_questions
    where state = 'approved' and not is_demo and answer is not null group by product_id
  ) answered on answered.product_id = p.id
  where ${soldHereSql} and (reviewed.product_id is not null or answered.product_id is not null) order by p.id`;

type Reviewed = { slug: string; reviewed_at: Date | null; answered_at: Date | null };
/** One for each price context, whose columns stand in the text. */
const reviewedStatement = memoize({ name: 'sitemap_statements', max: 1_000 }, (text: string) =>
  preparedStatement<Reviewed>(`sitemap_reviewed_${hash('sha1', text, 'hex').slice(0, 12)}`, text),
);

/**
 * Everything but categories and products: the pages of the branch that are written or collected, and `fixed`, the paths
 * of those that are neither.
 */
export async function contentEntries(
  db: Db,
  priceContext: PriceContext,
  now: Date,
  fixed: string[],
): Promise<SitemapEntry[]> {
  const here = [priceContext.department_id_1c, now];
  const [brands, pages, actions, articles, vacancies, landings, fortune, [catalogue], reviewed] = await Promise.all([
    selectBrands(db, [priceContext.price_column, now]),
    selectPages(db, here),
    selectActions(db, here),
    selectArticles(db, here),
    selectVacancies(db, here),
    selectLandings(db, here),
    selectFortune(db, [now]),
    selectCatalogueChange(db, []),
    reviewedStatement(reviewedText(priceContext))(db, []),
  ]);
  const dated = (urlOf: (slug: string) => string, rows: Dated[]) =>
    rows.map(({ slug, changed_at }) => ({ path: urlOf(slug), changed_at }));
  const list = (path: string, rows: { changed_at: Date }[]): SitemapEntry => ({
    path,
    changed_at: latest(rows.map(({ changed_at }) => changed_at)),
  });
  const written = dated(writtenPageUrl, pages);
  const entries = [
    ...fixed.map((path): SitemapEntry => ({ path, changed_at: null })),
    { path: catalogUrl(), changed_at: catalogue?.changed_at ?? null },
    ...written,
    list(brandsUrl(), brands),
    ...dated(brandUrl, brands),
    list(actionsUrl(), actions),
    ...dated(actionUrl, actions),
    list(blogUrl(), articles),
    ...dated(articleUrl, articles),
    list(vacanciesUrl(), vacancies),
    ...vacancies.map(({ id, changed_at }) => ({ path: vacancyUrl(id), changed_at })),
    ...dated(landingUrl, landings),
    ...fortune.map(({ changed_at }) => ({ path: fortuneUrl(), changed_at })),
    ...reviewed.flatMap(({ slug, reviewed_at, answered_at }) => [
      ...(reviewed_at ? [{ path: productReviewsUrl(slug), changed_at: reviewed_at }] : []),
      ...(answered_at ? [{ path: productQuestionsUrl(slug), changed_at: answered_at }] : []),
    ]),
  ];
  // A page of its own that also has a written text stands once, with the text's date.
  const byPath = new Map<string, SitemapEntry>();
  for (const entry of entries) if (!byPath.get(entry.path)?.changed_at) byPath.set(entry.path, entry);
  return [...byPath.values()];
}
