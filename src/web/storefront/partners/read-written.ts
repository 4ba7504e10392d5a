import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { homeUrl } from '#shared/urls.ts';
import type { Shop } from '#web/context.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { seoOf } from '#web/seo/meta.ts';

/** The written text of a page that has parts of its own besides, with its head; `name` stands where nobody has written one. */
export async function readWritten({ db, visit }: Pick<Shop, 'db' | 'visit'>, slug: string, path: string, name: string) {
  const page = await infoPage(db, slug, { department_id_1c: visit.department.id_1c });
  const title = page?.title ?? name;
  const text = await seoTexts(db, visit.department, 'page', slug, { host: visit.host, name: title });
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  return {
    device: visit.device,
    crumbs,
    title,
    html: page?.html ?? '',
    seo: seoOf(visit, {
      title: text.title,
      description: text.description,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(visit.origin, crumbs, title)],
    }),
  };
}
