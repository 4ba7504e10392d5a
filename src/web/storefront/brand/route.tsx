import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { getBrand } from '#modules/catalogue/brands.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { brandsUrl, brandUrl, categoryUrl, homeUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { notFound } from '#web/not-found.ts';
import { breadcrumbList, itemList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { Listing } from '../listing/listing.tsx';
import { viewFor } from '../listing/listing-url.ts';
import { readListing } from '../listing/read-listing.ts';
import type { Route } from './+types/route.ts';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const { department, shelf, device } = visit;
  const brand = await getBrand(db, params.slug);
  if (!brand) throw notFound();
  const path = brandUrl(brand.slug);
  const crumbs = [
    { name: 'Главная', url: homeUrl() },
    { name: 'Бренды', url: brandsUrl() },
  ];
  const city = inCity(department.names_cases.prepositional);
  const [listing_page, text] = await Promise.all([
    readListing({ db, shelf, request, path, scope: { brand: brand.slug }, default_view: viewFor(visit) }),
    seoTexts(db, department, 'brand', brand.slug, { host: visit.host, brand: brand.name, name: brand.name }),
  ]);
  const { result } = listing_page;
  return {
    device,
    crumbs,
    brand,
    city,
    text: listing_page.is_plain ? cleanHtml(text.text) : '',
    listing_page,
    seo: seoOf(visit, {
      title: text.title || `${brand.name} ${city}: цены и наличие — ИДД`,
      description:
        text.description ||
        `Товары ${brand.name} ${city}: ${countOf(result.total, 'товар', 'товара', 'товаров')}, цены и остатки филиала.`,
      keywords: text.keywords,
      path,
      isIndexable: listing_page.is_plain && result.total > 0,
      image: result.items[0]?.images[0],
      jsonLd: [breadcrumbList(visit.origin, crumbs, brand.name), itemList(visit.origin, result.items)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate;
}

export default function Brand({ loaderData }: Route.ComponentProps) {
  const { brand, listing_page, device, crumbs, city, text } = loaderData;
  const categories = listing_page.result.categories
    .slice(0, 12)
    .map(({ code, name, count }) => ({ name, count, url: `${categoryUrl(code)}?brand=${brand.slug}` }));
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={brand.name} device={device} />
      <div className="title">
        <h1>{brand.name}</h1>
        <span>
          {countOf(listing_page.result.total, 'товар', 'товара', 'товаров')} {city}
        </span>
      </div>
      {brand.country || brand.description ? (
        <p className="soft brand__about">{[brand.country, brand.description].filter(Boolean).join('. ')}</p>
      ) : null}
      <Chips links={categories} className={device === 'mobile' ? 'scrollx subcats' : 'chips subcats'} />
      <Listing page={listing_page} device={device}>
        <FoldedText html={text} title={`О марке ${brand.name}`} />
      </Listing>
    </>
  );
}
