import { currentActions } from '#modules/catalogue/actions.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import {
  actionsUrl,
  actionUrl,
  brandsUrl,
  brandUrl,
  catalogUrl,
  contactsUrl,
  homeUrl,
  writtenPageUrl,
} from '#shared/urls.ts';
import type { SitemapEntry } from './sitemap.ts';

const selectBrands = preparedStatement<{ slug: string; changed_at: Date }>(
  'sitemap_brands',
  `select b.slug, max(greatest(p.changed_at, priced.changed_at)) as changed_at
  from brands b join products p on p.brand_id = b.id and p.switched_off_at is null
  left join (
    select c.product_id, max(c.changed_at) as changed_at from price_changes c
    where c.price_column = $1::text and c.changed_at <= $2::timestamptz group by c.product_id
  ) priced on priced.product_id = p.id
  group by b.id order by b.slug`,
);
const selectPages = preparedStatement<{ slug: string; changed_at: Date }>(
  'sitemap_pages',
  'select slug, max(published_at) as changed_at from pages where published_at <= $1::timestamptz group by slug order by slug',
);
const selectCatalogueChange = preparedStatement<{ changed_at: Date | null }>(
  'sitemap_catalogue',
  'select max(changed_at) as changed_at from categories',
);

/** Everything but categories and products: the pages of the branch that are written or collected. */
export async function contentEntries(db: Db, shelf: Shelf, now: Date): Promise<SitemapEntry[]> {
  const [brands, pages, actions, [catalogue]] = await Promise.all([
    selectBrands(db, [shelf.price_column, now]),
    selectPages(db, [now]),
    currentActions(db, shelf.department_id_1c),
    selectCatalogueChange(db, []),
  ]);
  const undated = (path: string): SitemapEntry => ({ path, changed_at: null });
  return [
    undated(homeUrl()),
    { path: catalogUrl(), changed_at: catalogue?.changed_at ?? null },
    undated(contactsUrl()),
    ...pages.map(({ slug, changed_at }) => ({ path: writtenPageUrl(slug), changed_at })),
    undated(brandsUrl()),
    ...brands.map(({ slug, changed_at }) => ({ path: brandUrl(slug), changed_at })),
    undated(actionsUrl()),
    ...actions.map(({ slug, starts_at }) => ({ path: actionUrl(slug), changed_at: starts_at })),
  ];
}
