import './catalog.css';
import './search.css';
import '../../parts/forms/forms.css';
import '../../parts/listing/subcategories.css';
import { redirect } from 'react-router';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { withoutMarks } from '#shared/campaign-marks.ts';
import { inCity } from '#shared/cities.ts';
import { listingFromQuery } from '#shared/listing-query.ts';
import { countOf } from '#shared/plurals.ts';
import { brandsUrl, catalogUrl, discountsUrl, homeCrumb } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { Listing } from '#web/parts/listing/listing.tsx';
import { listingUrl, viewFor } from '#web/parts/listing/listing-url.ts';
import { readListing } from '#web/parts/listing/read-listing.ts';
import { readTiles, type Tile } from '#web/parts/listing/tiles.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { articlesAbout, insteadOfResults, leaveForAnswer, noteSearched, waysOut } from './read-search.server.ts';
import { shownQuery } from './shown-query.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const Articles = deferred(() => import('./found-articles.tsx').then((loaded) => loaded.Articles));
const FoldedText = deferred(() => import('#web/ui/folded-text.tsx').then((loaded) => loaded.FoldedText));
const SearchTitle = deferred(() => import('./search-title.tsx').then((loaded) => loaded.SearchTitle));
const NothingFound = deferred(() => import('./nothing-found.tsx').then((loaded) => loaded.NothingFound));
const InsteadOfResults = deferred(() => import('./nothing-found.tsx').then((loaded) => loaded.InsteadOfResults));
const SearchNotice = deferred(() => import('./search-notice.tsx').then((loaded) => loaded.SearchNotice));
const Tiles = deferred(() => import('./tiles.tsx').then((loaded) => loaded.Tiles));
const AlphabetIndex = deferred(() => import('./alphabet-index.tsx').then((loaded) => loaded.AlphabetIndex));

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, requestContext, log } = context.get(shop);
  const { department, priceContext, device } = requestContext;
  const url = new URL(request.url);
  const city = inCity(department.names_cases.prepositional);
  const crumbs = [homeCrumb];
  const path = catalogUrl();
  // An empty query is the catalogue itself, at its own address.
  const query = withoutMarks(url.searchParams);
  const asked = listingFromQuery(query);
  if (query.has('q') && !asked.q && query.size === 1) throw redirect(path, 302);
  if (query.size > 0) {
    const scope = {
      ...(asked.q ? { q: asked.q } : {}),
      ...(asked.category ? { category: asked.category } : {}),
    };
    const listing_page = await readListing({
      db,
      priceContext,
      request,
      path,
      scope,
      look: requestContext.preview,
      default_view: viewFor(requestContext),
    });
    const { result } = listing_page;
    const note = result.search;
    if (query.size === 1 && asked.q && note) leaveForAnswer(note, asked.q);
    const isNothing = result.total === 0 && note !== null;
    noteSearched(context.get(shop), request, listing_page);
    const [articles, ways, instead] = await Promise.all([
      note
        ? articlesAbout(context.get(shop), note.used).catch((error: unknown) => {
            log.error({ err: error }, 'articles beside a search failed');
            return [];
          })
        : [],
      isNothing ? waysOut(db, priceContext, listing_page, note) : [],
      isNothing ? nothing(note.query) : null,
    ]);
    const heading = asked.q ? `Поиск: ${asked.q}` : listing_page.listing.discounted ? 'Все скидки' : 'Все товары';
    return {
      kind: 'list' as const,
      device,
      crumbs: [...crumbs, { name: 'Каталог', url: path }],
      city,
      heading,
      listing_page,
      instead,
      articles,
      ways,
      seo: seoOf(requestContext, {
        title: `${heading} ${city} — ИДД`,
        description: `${heading} ${city}: ${countOf(result.total, 'товар', 'товара', 'товаров')}.`,
        path,
        isIndexable: false,
      }),
    };
  }

  /** A part that may be missing. */
  async function nothing(words: string) {
    try {
      const [shown, instead] = await Promise.all([
        readTiles(context.get(shop)),
        insteadOfResults(context.get(shop), words),
      ]);
      return { ...instead, tiles: shown };
    } catch (error) {
      log.error({ err: error }, 'what stands instead of results failed');
      return null;
    }
  }

  const [shown, text] = await Promise.all([
    readTiles(context.get(shop)),
    seoTexts(db, department, 'catalog', '', { host: requestContext.host }),
  ]);
  return {
    kind: 'tiles' as const,
    heading: text.unique_title,
    device,
    crumbs,
    city,
    tiles: shown,
    text: cleanHtml(text.text),
    seo: seoOf(requestContext, {
      title: text.title || `Каталог товаров ${city} — ИДД`,
      description:
        text.description || `Каталог магазина ИДД ${city}: сухие смеси, краски, инструмент, товары для дома и сада.`,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, 'Каталог')],
    }),
  };
}

export const handle = { counted: 'catalogue' } satisfies PageHandle<'catalogue', Route.ComponentProps['loaderData']>;

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Catalog({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, city } = loaderData;
  if (loaderData.kind === 'list') return <Results {...loaderData} />;
  return (
    <>
      <PageHead crumbs={crumbs} title={loaderData.heading} note={city} device={device} />
      <p className="row catalog__links">
        <Link className="btn btn--quiet btn--sm" to={discountsUrl()}>
          <Icon name="percent" size="s" />
          Все скидки
        </Link>
        <Link className="btn btn--quiet btn--sm" to={brandsUrl()}>
          <Icon name="tag" size="s" />
          Бренды
        </Link>
      </p>
      <Tiles tiles={loaderData.tiles} device={device} isFirst />
      <AlphabetIndex tiles={loaderData.tiles} />
      <FoldedText html={loaderData.text} title={`О каталоге ${city}`} />
    </>
  );
}

/** The same list on every render: what waits to be hydrated must not be rendered again. */
const noTiles: Tile[] = [];

type ResultsProps = Extract<Route.ComponentProps['loaderData'], { kind: 'list' }>;

function Results({ listing_page, heading, device, crumbs, city, instead, articles, ways }: ResultsProps) {
  const { result, listing, path } = listing_page;
  const { search, near } = result;
  const isNothing = result.total === 0 && listing.q !== undefined && listing_page.rescues.length === 0;
  const chips = result.categories.slice(0, 12).map((category) => ({
    name: category.name,
    count: category.count,
    url: listingUrl(path, listing_page, { category: category.code, filters: {} }),
  }));
  return (
    <>
      {listing.q ? (
        <>
          <Breadcrumbs crumbs={crumbs} here="Поиск" device={device} />
          <SearchTitle found={result.total} used={search ? shownQuery(search) : listing.q} city={city} />
        </>
      ) : (
        <PageHead
          crumbs={crumbs}
          title={heading}
          note={`${countOf(result.total, 'товар', 'товара', 'товаров')} ${city}`}
          device={device}
        />
      )}
      {search ? <SearchNotice page={listing_page} note={search} /> : null}
      {isNothing ? (
        <NothingFound
          ways={ways}
          call={instead?.call ?? null}
          form={instead?.form ?? null}
          tiles={instead?.tiles ?? noTiles}
          device={device}
        />
      ) : (
        <>
          {listing.category ? (
            <p className="catalog__all">
              <Link className="link" to={listingUrl(path, listing_page, { category: undefined, filters: {} })}>
                Во всех разделах
              </Link>
            </p>
          ) : null}
          <Chips links={chips} className={device === 'mobile' ? 'scrollx subcats' : 'chips subcats'} />
          <Listing page={listing_page} device={device} />
        </>
      )}
      {near.map(({ dropped, query, items }) => (
        <Rail
          key={query}
          title={`Похожее: без «${dropped.join('» и «')}»`}
          products={items}
          device={device}
          more={{ url: listingUrl(path, listing_page, { q: query }), text: 'Все такие товары', short: 'Все' }}
        />
      ))}
      {isNothing && instead ? (
        <InsteadOfResults goods={instead.goods} queries={instead.queries} city={city} device={device} />
      ) : null}
      <Articles articles={articles} />
    </>
  );
}
