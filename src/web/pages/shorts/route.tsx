import { redirect } from 'react-router';
import { getShort, shortState } from '#modules/catalogue/shorts.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, categoryUrl, homeCrumb, shortUrl } from '#shared/urls.ts';
import { cardsOf } from '#web/parts/goods/packed.ts';
import { Listing } from '#web/parts/listing/listing.tsx';
import { viewFor } from '#web/parts/listing/listing-url.ts';
import { readListing } from '#web/parts/listing/read-listing.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList, faqPage, itemList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import type { PageInCategory } from '#web/parts/shell/header.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department, priceContext, device } = requestContext;
  const short = await getShort(db, priceContext, params.slug, params.code);
  if (!short) throw notFound();
  if ('moved_to' in short) throw redirect(shortUrl(short.moved_to, params.code), 301);
  const { category } = short;
  const { breadcrumbs, shorts } = category;
  const path = categoryUrl(category.code);
  const listing_page = await readListing({
    db,
    priceContext,
    request,
    path,
    scope: { category: category.code },
    look: requestContext.preview,
    default_view: viewFor(requestContext, category.default_view),
    short: { listing: short.listing, path: shortUrl(category.code, short.code) },
  });
  const { total } = listing_page.result;
  const items = cardsOf(listing_page.result.items);
  const state = shortState(total);
  if (state === 'redirect') throw redirect(path, 302);
  const city = inCity(department.names_cases.prepositional);
  const crumbs = [
    homeCrumb,
    { name: 'Каталог', url: catalogUrl() },
    ...[...breadcrumbs, category].map(({ code, name }) => ({ name, url: categoryUrl(code) })),
  ];
  return {
    device,
    crumbs,
    name: short.name,
    city,
    text: listing_page.is_plain && short.text ? cleanHtml(short.text) : '',
    faq: listing_page.is_plain ? short.faq : [],
    siblings: shorts
      .filter((other) => other.code !== short.code)
      .map((other) => ({ name: other.name, url: shortUrl(category.code, other.code) })),
    listing_page,
    seo: seoOf(requestContext, {
      title: short.title || `${short.name} ${city}: цены и наличие — ИДД`,
      description:
        short.description || `${short.name} ${city}: ${countOf(total, 'товар', 'товара', 'товаров')} с ценами филиала.`,
      path: shortUrl(category.code, short.code),
      isIndexable: listing_page.is_plain && state === 'indexed',
      image: items[0]?.images[0],
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, short.name),
        itemList(requestContext.origin, items),
        ...(short.faq.length > 0 ? [faqPage(short.faq)] : []),
      ],
    }),
  } satisfies PageInCategory;
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Short({ loaderData }: Route.ComponentProps) {
  const { name, city, crumbs, device, siblings, faq, text, listing_page } = loaderData;
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={name}
        note={`${countOf(listing_page.result.total, 'товар', 'товара', 'товаров')} ${city}`}
        device={device}
      />
      <Listing page={listing_page} device={device}>
        {siblings.length > 0 ? (
          <section className="block block--near">
            <h2 className="h3">Другие подборки</h2>
            <Chips links={siblings} />
          </section>
        ) : null}
        {faq.length > 0 ? (
          <section className="block block--near">
            <h2 className="h3">Вопросы и ответы</h2>
            {faq.map((entry) => (
              <details key={entry.question} className="faq">
                <summary>{unbroken(entry.question)}</summary>
                <p>{unbroken(entry.answer)}</p>
              </details>
            ))}
          </section>
        ) : null}
        <FoldedText html={text} title={`О подборке «${name}»`} />
      </Listing>
    </>
  );
}
