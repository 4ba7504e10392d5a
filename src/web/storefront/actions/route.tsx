import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { Link } from 'react-router';
import { findAction } from '#modules/catalogue/actions.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { formatDate } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { actionsUrl, actionUrl, homeUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { notFound } from '#web/not-found.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Listing } from '../listing/listing.tsx';
import { viewFor } from '../listing/listing-url.ts';
import { readListing } from '../listing/read-listing.ts';
import type { Route } from './+types/route.ts';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const { department, shelf, device } = visit;
  const action = await findAction(db, department.id_1c, params.slug);
  if (!action) throw notFound();
  const path = actionUrl(action.slug);
  const crumbs = [
    { name: 'Главная', url: homeUrl() },
    { name: 'Акции', url: actionsUrl() },
  ];
  const listing_page = await readListing({
    db,
    shelf,
    request,
    path,
    scope: { action: action.slug },
    default_view: viewFor(visit),
  });
  return {
    device,
    crumbs,
    name: action.name,
    html: cleanHtml(action.text),
    is_over: action.is_over,
    dates: `${formatDate(action.starts_at, department.time_zone)} – ${formatDate(action.ends_at, department.time_zone)}`,
    listing_page,
    seo: seoOf(visit, {
      title: `${action.name} — ИДД, ${department.city}`,
      description: `${action.name}: ${countOf(listing_page.result.total, 'товар', 'товара', 'товаров')}.`,
      path,
      isIndexable: listing_page.is_plain && !action.is_over,
      jsonLd: [breadcrumbList(visit.origin, crumbs, action.name)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate;
}

export default function Action({ loaderData }: Route.ComponentProps) {
  const { name, html, dates, is_over, listing_page, crumbs, device } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={name} device={device} />
      <div className="title">
        <h1>{name}</h1>
        <span className="num">{dates}</span>
      </div>
      {is_over ? (
        <p className="note note--warn action__over">
          <Icon name="clock" />
          <span>
            Акция закончилась.{' '}
            <Link className="link" to={actionsUrl()}>
              Смотреть действующие
            </Link>
          </span>
        </p>
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
      {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
      <Listing page={listing_page} device={device} />
    </>
  );
}
