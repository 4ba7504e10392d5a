import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { Link } from 'react-router';
import { currentActions } from '#modules/catalogue/actions.ts';
import { inCity } from '#shared/cities.ts';
import { formatDate } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { actionsUrl, actionUrl, homeUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Listing } from '../listing/listing.tsx';
import { viewFor } from '../listing/listing-url.ts';
import { readListing } from '../listing/read-listing.ts';
import type { Route } from './+types/list-route.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const { department, shelf, device } = visit;
  const path = actionsUrl();
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  const city = inCity(department.names_cases.prepositional);
  // Every product here is on discount, so the tick is part of the page and not of its address.
  const [actions, listing_page] = await Promise.all([
    currentActions(db, department.id_1c),
    readListing({ db, shelf, request, path, scope: {}, fixed: { discounted: true }, default_view: viewFor(visit) }),
  ]);
  return {
    device,
    crumbs,
    city,
    actions: actions.map((action) => ({
      slug: action.slug,
      name: action.name,
      until: formatDate(action.ends_at, department.time_zone),
      count: action.count,
    })),
    listing_page,
    seo: seoOf(visit, {
      title: `Акции и скидки ${city} — ИДД`,
      description: `Акции магазина ИДД ${city}: ${countOf(listing_page.result.total, 'товар', 'товара', 'товаров')} со скидкой.`,
      path,
      isIndexable: listing_page.is_plain,
      jsonLd: [breadcrumbList(visit.origin, crumbs, 'Акции')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate;
}

export default function Actions({ loaderData }: Route.ComponentProps) {
  const { actions, listing_page, crumbs, device, city } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Акции" device={device} />
      <div className="title">
        <h1>Акции</h1>
        <span>
          {countOf(listing_page.result.total, 'товар', 'товара', 'товаров')} со скидкой {city}
        </span>
      </div>
      {actions.length > 0 ? (
        <ul className="actions">
          {actions.map((action) => (
            <li key={action.slug} className="panel panel--quiet">
              <Link className="link b" to={actionUrl(action.slug)}>
                {action.name}
              </Link>
              <span className="small soft">
                до {action.until}, {countOf(action.count, 'товар', 'товара', 'товаров')}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Listing page={listing_page} device={device} />
    </>
  );
}
