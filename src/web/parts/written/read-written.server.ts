import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { homeCrumb } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { seoOf } from '#web/parts/seo/meta.ts';

/**
 * The written part of a page that has parts of its own besides: its heading, its text if staff have written one under
 * the slug (else ''), and what it says to search engines. `name` stands where nobody has written a title.
 */
export async function readWritten(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  { slug, name, path = `/${slug}/` }: { slug: string; name: string; path?: string },
) {
  const page = await infoPage(db, slug, {
    department_id_1c: requestContext.department.id_1c,
    now: shownAt(requestContext),
    drafts: requestContext.preview?.drafts,
  });
  const text = await seoTexts(db, requestContext.department, 'page', slug, {
    host: requestContext.host,
    name: page?.title ?? name,
  });
  const title = text.unique_title;
  const crumbs = [homeCrumb];
  return {
    device: requestContext.device,
    crumbs,
    title,
    html: page?.html ?? '',
    seo: seoOf(requestContext, {
      title: text.title,
      description: text.description,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, title)],
    }),
  };
}

export type Written = Awaited<ReturnType<typeof readWritten>>;
