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
import { isOwnPath } from '#shared/urls.ts';

/** What stands at an address, with every stretch of time in which it does; without rows: nothing. */
export type LinkTarget = { kind: TargetKind | 'nothing'; rows: RowAtAddress[] };

/** Pages that are made of rows: where their addresses begin, and who knows them. */
const kindsOfTargets = {
  actions: { path: /^\/actions\/([a-z0-9-]+)\/$/, at: actionsAt },
  landings: { path: /^\/lp\/(?!magic\/|fortune\/)([a-z0-9-]+)\/$/, at: landingsAt },
  pages: { path: /^\/info\/(?!site-map\/)([a-z0-9-]+)\/$/, at: pagesAt },
  articles: { path: /^\/blog\/([a-z0-9-]+)\/$/, at: articlesAt },
  categories: { path: /^\/category\/([a-z0-9-]+)\/(?:shorts\/[^/]+\/)?$/, at: categoriesAt },
  products: { path: /^\/product\/([a-z0-9-]+)\/(?:reviews\/|questions\/)?$/, at: productsAt },
  brands: { path: /^\/brand\/([a-z0-9-]+)\/$/, at: brandsAt },
  forms: { path: /^\/forms\/([a-z0-9_-]+)\/$/, at: formsAt },
  vacancies: { path: /^\/vacancy\/([1-9]\d{0,8})\/$/, at: vacanciesAt },
  wheels: { path: /^\/lp\/(fortune)\/$/, at: wheelsAt },
} as const;
export type TargetKind = keyof typeof kindsOfTargets;

/** Where the addresses of the other pages begin: those are there whatever the rows say. */
const standing = new Set([
  ...['', 'about', 'actions', 'blog', 'bonus-card', 'brand', 'business-card', 'cart', 'catalog', 'compare'],
  ...['contacts', 'cooperation', 'delivery', 'favorites', 'files', 'forgotpassword', 'forms', 'idd-card', 'info'],
  ...['kredit', 'login', 'lp', 'order', 'order-help', 'pay', 'personal', 'price-tag', 'privacy-policy', 'product'],
  ...['professionalam', 'qr', 'reviews', 'signup', 'subscription', 'support', 'vacancy', 'viewed'],
]);

/** What an address of the shop is to lead to: a page of rows with its name, one that always stands, or nothing. */
export function namedTarget(key: string): { kind: TargetKind; slug: string } | 'standing' | 'nothing' {
  for (const [kind, { path }] of Object.entries(kindsOfTargets)) {
    const slug = path.exec(key)?.[1];
    if (slug !== undefined) return { kind: kind as TargetKind, slug };
  }
  return standing.has(key.split('/')[1] ?? '') ? 'standing' : 'nothing';
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
