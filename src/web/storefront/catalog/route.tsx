import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { Link, redirect } from 'react-router';
import { categoryCounts } from '#modules/catalogue/counts.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { inCity } from '#shared/cities.ts';
import { listingFromQuery } from '#shared/listing-query.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { brandsUrl, catalogUrl, categoryUrl, discountsUrl, homeUrl, productUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { FormLink } from '#web/forms/form-link.tsx';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Alphabet } from '#web/ui/alphabet.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Listing } from '../listing/listing.tsx';
import { listingUrl, viewFor } from '../listing/listing-url.ts';
import { readListing } from '../listing/read-listing.ts';
import type { Route } from './+types/route.ts';
import { readTiles, shownCategories, type Tile } from './tiles.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const { department, shelf, device } = visit;
  const url = new URL(request.url);
  const city = inCity(department.names_cases.prepositional);
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  const path = catalogUrl();
  // An empty query is the catalogue itself, at its own address.
  const asked = listingFromQuery(url.searchParams);
  if (url.searchParams.has('q') && !asked.q && [...url.searchParams.keys()].length === 1) throw redirect(path, 302);
  if ([...url.searchParams.keys()].length > 0) {
    const scope = {
      ...(asked.q ? { q: asked.q } : {}),
      ...(asked.category ? { category: asked.category } : {}),
    };
    const listing_page = await readListing({ db, shelf, request, path, scope, default_view: viewFor(visit) });
    const { result } = listing_page;
    // The whole query is one product's article or barcode, and nothing narrows it: go there.
    if (result.search?.exact_slug && url.searchParams.size === 1)
      throw redirect(productUrl(result.search.exact_slug), 302);
    const heading = asked.q ? `Поиск: ${asked.q}` : listing_page.listing.discounted ? 'Все скидки' : 'Все товары';
    return {
      kind: 'list' as const,
      device,
      crumbs: [...crumbs, { name: 'Каталог', url: path }],
      city,
      heading,
      listing_page,
      tiles: result.total === 0 && asked.q ? await tiles() : [],
      seo: seoOf(visit, {
        title: `${heading} ${city} — ИДД`,
        description: `${heading} ${city}: ${countOf(result.total, 'товар', 'товара', 'товаров')}.`,
        path,
        isIndexable: false,
      }),
    };
  }

  async function tiles() {
    const [menu, counts] = await Promise.all([shownCategories(db, department.id_1c), categoryCounts(db)]);
    return readTiles(menu, counts);
  }

  const [shown, text] = await Promise.all([tiles(), seoTexts(db, department, 'catalog', '', { host: visit.host })]);
  return {
    kind: 'tiles' as const,
    device,
    crumbs,
    city,
    tiles: shown,
    text: cleanHtml(text.text),
    seo: seoOf(visit, {
      title: text.title || `Каталог товаров ${city} — ИДД`,
      description:
        text.description || `Каталог магазина ИДД ${city}: сухие смеси, краски, инструмент, товары для дома и сада.`,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(visit.origin, crumbs, 'Каталог')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate;
}

export default function Catalog({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, city } = loaderData;
  if (loaderData.kind === 'list') return <Results {...loaderData} />;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Каталог" device={device} />
      <div className="title">
        <h1>Каталог</h1>
        <span>{city}</span>
      </div>
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
      <Tiles tiles={loaderData.tiles} />
      <AlphabetIndex tiles={loaderData.tiles} />
      <FoldedText html={loaderData.text} title={`О каталоге ${city}`} />
    </>
  );
}

type ResultsProps = Extract<Route.ComponentProps['loaderData'], { kind: 'list' }>;

function Results({ listing_page, heading, device, crumbs, city, tiles }: ResultsProps) {
  const { result, listing, path } = listing_page;
  const { search } = result;
  const isNothing =
    result.total === 0 && listing.q !== undefined && tiles.length > 0 && listing_page.rescues.length === 0;
  const chips = result.categories.slice(0, 12).map((category) => ({
    name: category.name,
    count: category.count,
    url: listingUrl(path, listing_page, { category: category.code, filters: {} }),
  }));
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={listing.q ? 'Поиск' : heading} device={device} />
      {listing.q ? (
        <SearchTitle q={listing.q} found={result.total} used={search?.used ?? listing.q} city={city} />
      ) : (
        <div className="title">
          <h1>{heading}</h1>
          <span>
            {countOf(result.total, 'товар', 'товара', 'товаров')} {city}
          </span>
        </div>
      )}
      {search ? <SearchNote note={search} exactUrl={listingUrl(path, listing_page, { exact: true })} /> : null}
      {isNothing ? (
        <Nothing tiles={tiles} />
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
    </>
  );
}

/** The query stays editable here too, beside the search box of the header. */
function SearchTitle({ q, found, used, city }: { q: string; found: number; used: string; city: string }) {
  const words =
    found === 0
      ? `По запросу «${used}» ничего не найдено`
      : `${found % 10 === 1 && found % 100 !== 11 ? 'Найден' : 'Найдено'} ${countOf(found, 'товар', 'товара', 'товаров')} по запросу «${used}»`;
  return (
    <div className="title title--search">
      <h1 className="h2">{words}</h1>
      <span>{city}</span>
      <form className="search-again" method="get" action={catalogUrl()}>
        <label className="input">
          <Icon name="search" />
          <span className="sr">Изменить запрос</span>
          <input type="search" name="q" key={q} defaultValue={q} maxLength={100} autoComplete="off" />
        </label>
        <button type="submit" className="btn btn--line">
          Найти
        </button>
      </form>
    </div>
  );
}

type Note = NonNullable<
  Extract<Route.ComponentProps['loaderData'], { kind: 'list' }>['listing_page']['result']['search']
>;

/** What was changed in the query is said. */
function SearchNote({ note, exactUrl }: { note: Note; exactUrl: string }) {
  if (note.correction === null) return null;
  return (
    <p className="note catalog__note">
      <Icon name="info" />
      <span>
        {note.correction === 'fewer_words' && note.dropped
          ? `По всем словам ничего нет. Показаны результаты без слова «${note.dropped}».`
          : `Показаны результаты по запросу «${note.used}» вместо «${note.query}».`}{' '}
        <Link className="link" to={exactUrl}>
          Искать точно «{note.query}»
        </Link>
      </span>
    </p>
  );
}

function Nothing({ tiles }: { tiles: Tile[] }) {
  return (
    <>
      <div className="empty">
        <Icon name="package-search" size="l" />
        <h2>Ничего не нашлось</h2>
        <p className="soft">Проверьте, нет ли опечатки, или назовите товар короче: «штукатурка», «шуруповёрт».</p>
        <Link className="btn btn--primary" to={catalogUrl()}>
          Открыть каталог
        </Link>
        <Link className="link" to={discountsUrl()}>
          Товары со скидкой
        </Link>
        <p className="small soft">
          Знаете, что нужно, но не находите?{' '}
          <FormLink code="callback" className="link">
            Закажите звонок
          </FormLink>
          , подскажем.
        </p>
      </div>
      <section className="block">
        <h2>Популярные разделы</h2>
        <Tiles tiles={tiles.slice(0, 6)} />
      </section>
    </>
  );
}

function Tiles({ tiles }: { tiles: Tile[] }) {
  return (
    <div className="tiles">
      {tiles.map((tile) => (
        <section key={tile.code} className="tile">
          {tile.illustration ? (
            <Picture path={tile.illustration} preset="contain" width={96} height={96} alt="" />
          ) : (
            <span className="tile__none" />
          )}
          <div>
            <h2 className="tile__name">
              <Link to={categoryUrl(tile.code)}>{tile.name}</Link> <span className="n">{formatCount(tile.count)}</span>
            </h2>
            <ul>
              {tile.children.map((child) => (
                <li key={child.code}>
                  <Link className="link--plain" to={categoryUrl(child.code)}>
                    {child.name}
                  </Link>{' '}
                  <span className="n">{formatCount(child.count)}</span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ))}
    </div>
  );
}

function AlphabetIndex({ tiles }: { tiles: Tile[] }) {
  const names = tiles
    .flatMap((tile) => [tile, ...tile.children])
    .filter((category, index, all) => all.findIndex((other) => other.code === category.code) === index);
  if (names.length === 0) return null;
  return (
    <section className="block">
      <h2>По алфавиту</h2>
      <Alphabet heading="h3" entries={names.map(({ code, name }) => ({ name, url: categoryUrl(code) }))} />
    </section>
  );
}
