import './info.css';
import { redirect } from 'react-router';
import { isBinding } from '#modules/content/binding-pages.ts';
import { withNamedCells } from '#modules/content/named-cells.ts';
import { infoPage, listPages, pageEdition, pageEditions } from '#modules/content/pages.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { unbroken } from '#shared/unbroken.ts';
import { homeCrumb, pageEditionUrl, withTrailingSlash, writtenPageUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/edition-route.ts';
import { editionRow } from './editions.tsx';

/** An earlier edition of a text that binds: kept for who agreed to it, out of search engines. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department } = requestContext;
  const { slug } = params;
  const version = /^[1-9]\d{0,5}$/.test(params.version) ? Number(params.version) : 0;
  if (!isBinding(slug) || version === 0) throw notFound();
  const view = { department_id_1c: department.id_1c, now: shownAt(requestContext) };
  const [edition, current, editions, pages] = await Promise.all([
    pageEdition(db, slug, version, view),
    infoPage(db, slug, view),
    pageEditions(db, slug, view),
    listPages(db, view),
  ]);
  if (!edition) throw notFound();
  if (current?.version === version) throw redirect(withTrailingSlash(writtenPageUrl(slug)), 302);
  const dates = editionRow(editions.find((one) => one.version === version) ?? edition, department.time_zone);
  const title = `${edition.title}: редакция ${version} от ${dates.from}`;
  return {
    device: requestContext.device,
    crumbs: [homeCrumb, { name: current?.title ?? edition.title, url: writtenPageUrl(slug) }],
    title: edition.title,
    dates,
    html: withNamedCells(edition.html),
    current_url: writtenPageUrl(slug),
    binding: pages
      .filter((other) => isBinding(other.slug))
      .map((other) => [other.title, writtenPageUrl(other.slug)] as const),
    seo: seoOf(requestContext, {
      title: `${title} — ИДД, ${department.city}`,
      description: `${title}. Действует новая редакция.`,
      path: pageEditionUrl(slug, version),
      isIndexable: false,
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Edition({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, title, dates, html, current_url, binding } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={`Редакция ${dates.version}`} device={device} />
      <div className="title">
        <h1>{unbroken(title)}</h1>
        <span>
          редакция {dates.version} от {dates.from}
        </span>
      </div>
      <Note kind="warn" className="info__old">
        Это прежняя редакция{dates.to ? `, она действовала до ${dates.to}` : ''}.{' '}
        <Link className="link" to={current_url}>
          Открыть действующую
        </Link>
      </Note>
      <div className="info">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by pageEdition */}
        <div className="prose info__edition" dangerouslySetInnerHTML={{ __html: html }} />
        <InfoNav path={current_url} pages={{ title: 'Правила и согласия', links: binding }} />
      </div>
    </>
  );
}
