import { articlesAt } from '#modules/blog/calendar-rows.ts';
import { actionsAt, brandsAt, categoriesAt, productsAt } from '#modules/catalogue/calendar-rows.ts';
import { pagesAt, redirectedPaths } from '#modules/content/calendar-rows.ts';
import { redirectKey } from '#modules/content/redirects.ts';
import { formsAt } from '#modules/forms/calendar-rows.ts';
import { wheelsAt } from '#modules/fortune/calendar-rows.ts';
import { landingsAt } from '#modules/landings/calendar-rows.ts';
import { vacanciesAt } from '#modules/vacancies/calendar-rows.ts';
import type { Db } from '#platform/database.ts';
import type { RowAtAddress } from '#shared/calendar-row.ts';
import { type PageAddress, pageAt } from '#shared/page-facts.ts';
import { isOwnPath } from '#shared/urls.ts';

/** What stands at an address, with every stretch of time in which it does; without rows: nothing. */
export type LinkTarget = { kind: TargetKind | 'nothing'; rows: RowAtAddress[] };

/** Pages that are made of rows, which are known by what varies in the address; of the wheel there is one address. */
const kindsOfTargets = {
  actions: { pages: ['/actions/:slug'], at: actionsAt },
  landings: { pages: ['/lp/:slug'], at: landingsAt },
  pages: { pages: ['/info/:slug'], at: pagesAt },
  articles: { pages: ['/blog/:slug'], at: articlesAt },
  categories: { pages: ['/category/:slug', '/category/:slug/shorts/:code'], at: categoriesAt },
  products: { pages: ['/product/:slug', '/product/:slug/reviews', '/product/:slug/questions'], at: productsAt },
  brands: { pages: ['/brand/:slug'], at: brandsAt },
  forms: { pages: ['/forms/:code'], at: formsAt },
  vacancies: { pages: ['/vacancy/:id'], at: vacanciesAt },
  wheels: { pages: ['/lp/fortune'], at: wheelsAt },
} satisfies Record<string, { pages: PageAddress[]; at: (db: Db, slugs: string[]) => Promise<RowAtAddress[]> }>;
export type TargetKind = keyof typeof kindsOfTargets;

const kindOfPage = new Map(
  Object.entries(kindsOfTargets).flatMap(([kind, { pages }]) =>
    pages.map((page): [PageAddress, TargetKind] => [page, kind as TargetKind]),
  ),
);

/** How rows are named in addresses. */
const slugForm = /^[a-z0-9_-]+$/;

/** What an address of the shop is to lead to: a page of rows with its name, one that always stands, or nothing. */
export function namedTarget(key: string): { kind: TargetKind; slug: string } | 'standing' | 'nothing' {
  const found = pageAt(key);
  if (!found) return key.startsWith('/files/') ? 'standing' : 'nothing';
  const kind = kindOfPage.get(found.page);
  if (!kind) return 'standing';
  const slug = found.varying[0] ?? found.page.slice(found.page.lastIndexOf('/') + 1);
  return slugForm.test(slug) ? { kind, slug } : 'nothing';
}

/**
 * Tells of an address of the shop what stands there; null: another site, a page that always stands, or an address that
 * leads on to another.
 */
export async function readTargets(db: Db, links: string[]): Promise<(link: string) => LinkTarget | null> {
  const keys = [...new Set(links.filter(isOwnPath).map(redirectKey))];
  const asked = Object.entries(kindsOfTargets).map(async ([kind, { at }]) => {
    const slugs = keys.flatMap((key) => {
      const named = namedTarget(key);
      return typeof named === 'object' && named.kind === kind ? named.slug : [];
    });
    return [kind, slugs.length > 0 ? await at(db, [...new Set(slugs)]) : []] as const;
  });
  const known: Record<string, RowAtAddress[]> = Object.fromEntries(await Promise.all(asked));
  const rowsOf = (key: string): LinkTarget | null => {
    const named = namedTarget(key);
    if (named === 'standing') return null;
    if (named === 'nothing') return { kind: 'nothing', rows: [] };
    return { kind: named.kind, rows: (known[named.kind] ?? []).filter(({ slug }) => slug === named.slug) };
  };
  const missing = keys.filter((key) => rowsOf(key)?.rows.length === 0);
  const redirected = missing.length > 0 ? await redirectedPaths(db, missing) : new Set<string>();
  return (link) => {
    const key = isOwnPath(link) ? redirectKey(link) : null;
    return key === null || redirected.has(key) ? null : rowsOf(key);
  };
}
