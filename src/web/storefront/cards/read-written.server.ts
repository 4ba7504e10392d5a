import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { homeUrl } from '#shared/urls.ts';
import type { Shop } from '#web/context.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { seoOf } from '#web/seo/meta.ts';

/** The written part of a page that also shows rules from rows: its title and text, if there is a row of `pages` under the slug, and what it says to search engines. */
export async function readWritten({ db, visit }: Pick<Shop, 'db' | 'visit'>, slug: string, otherwise: string) {
  const page = await infoPage(db, slug, { department_id_1c: visit.department.id_1c });
  const title = page?.title ?? otherwise;
  const text = await seoTexts(db, visit.department, 'page', slug, { host: visit.host, name: title });
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  return {
    device: visit.device,
    crumbs,
    title,
    html: page?.html ?? '',
    seo: seoOf(visit, {
      title: text.title || `${title} — ИДД, ${visit.department.city}`,
      description: text.description || `${title}: магазин ИДД, ${visit.department.city}.`,
      keywords: text.keywords,
      path: `/${slug}/`,
      jsonLd: [breadcrumbList(visit.origin, crumbs, title)],
    }),
  };
}

export type Written = Awaited<ReturnType<typeof readWritten>>;
