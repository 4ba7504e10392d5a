import './info.css';
import { redirect } from 'react-router';
import { withContents } from '#modules/content/page-contents.ts';
import { infoPage, pageEditions } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { formatDate } from '#shared/dates.ts';
import { homeCrumb, withTrailingSlash, writtenPageUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { isBinding } from './binding.ts';
import { CookieTable } from './cookie-table.tsx';
import { EditionList, editionRow } from './editions.tsx';

/** One route for the written pages that are nothing but text (S2-03): /info/offer/ shows the page `offer`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department } = requestContext;
  const path = withTrailingSlash(new URL(request.url).pathname);
  const slug = path.split('/').at(-2) ?? '';
  // A page of the root has one address.
  if (path !== writtenPageUrl(slug)) throw redirect(writtenPageUrl(slug), 301);
  const view = { department_id_1c: department.id_1c };
  const [page, editions] = await Promise.all([
    infoPage(db, slug, view),
    isBinding(slug) ? pageEditions(db, slug, view) : [],
  ]);
  if (!page) throw notFound();
  const text = await seoTexts(db, department, 'page', slug, { host: requestContext.host, name: page.title });
  const crumbs = [homeCrumb];
  const { html, contents } = withContents(page.html);
  const heading = text.unique_title || page.title;
  return {
    device: requestContext.device,
    crumbs,
    path,
    slug,
    heading,
    html,
    contents: slug === 'privacy-policy' ? [...contents, { id: 'cookies', text: 'Список cookie' }] : contents,
    edition: isBinding(slug) ? editionRow(page, department.time_zone) : null,
    editions: editions
      .filter(({ version }) => version !== page.version)
      .map((one) => editionRow(one, department.time_zone)),
    seo: seoOf(requestContext, {
      title: text.title,
      description:
        text.description ||
        `${page.title}: магазин ИДД, ${department.city}. Редакция от ${formatDate(page.published_at, department.time_zone)}.`,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, heading)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Info({ loaderData }: Route.ComponentProps) {
  const { heading, html, contents, crumbs, device, slug, edition, editions, path } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={heading} device={device} />
      <div className="info">
        <div>
          {edition && contents.length > 4 ? <Contents contents={contents} /> : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          {slug === 'privacy-policy' ? <CookieTable /> : null}
          {edition ? <EditionList slug={slug} edition={edition} editions={editions} /> : null}
        </div>
        <InfoNav path={path} />
      </div>
    </>
  );
}

function Contents({ contents }: { contents: { id: string; text: string }[] }) {
  return (
    <nav className="panel panel--quiet info__contents" aria-labelledby="contents-title">
      <h2 className="h3" id="contents-title">
        Содержание
      </h2>
      <ol>
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a className="link" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
