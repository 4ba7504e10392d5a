import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { homeCrumb } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { seoOf } from '#web/parts/seo/meta.ts';

/**
 * The written part of a page that has parts of its own besides: its heading, its text if staff have written one under the slug (else ''),
 * and what it says to search engines. `name` stands where nobody has written a title.
 */
export async function readWritten(
  { db, visit }: Pick<Shop, 'db' | 'visit'>,
  { slug, name, path = `/${slug}/` }: { slug: string; name: string; path?: string },
) {
  const page = await infoPage(db, slug, { department_id_1c: visit.department.id_1c });
  const text = await seoTexts(db, visit.department, 'page', slug, { host: visit.host, name: page?.title ?? name });
  const title = text.unique_title;
  const crumbs = [homeCrumb];
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

export type Written = Awaited<ReturnType<typeof readWritten>>;
