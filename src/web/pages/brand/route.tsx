import './brand.css';
import { redirect } from 'react-router';
import { actionsOfBrand } from '#modules/catalogue/actions.ts';
import { brandPapers, getBrand, movedBrand } from '#modules/catalogue/brands.ts';
import { loadTree } from '#modules/catalogue/categories.ts';
import { categoryPictures } from '#modules/catalogue-index/category-pictures.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { actionUrl, brandsUrl, brandUrl, categoryUrl, homeCrumb } from '#shared/urls.ts';
import { lastMoment, localTime } from '#shared/zoned-time.ts';
import { documentWords } from '#web/parts/goods/document-words.ts';
import { cardsOf } from '#web/parts/goods/packed.ts';
import { Listing } from '#web/parts/listing/listing.tsx';
import { viewFor } from '#web/parts/listing/listing-url.ts';
import { readListing } from '#web/parts/listing/read-listing.ts';
import { Subcategories } from '#web/parts/listing/subcategories.tsx';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList, itemList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';
import { sectionPictures } from './section-pictures.server.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const mostCategories = 12;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext, log } = site;
  const { department, priceContext, device } = requestContext;
  const brand = await getBrand(db, params.slug);
  if (!brand) {
    const moved_to = await movedBrand(db, params.slug);
    if (moved_to) throw redirect(brandUrl(moved_to), 301);
    throw notFound();
  }
  const now = shownAt(requestContext);
  const path = brandUrl(brand.slug);
  const crumbs = [homeCrumb, { name: 'Бренды', url: brandsUrl() }];
  const city = inCity(department.names_cases.prepositional);
  const noPictures: ReadonlyMap<number, string> = new Map();
  const [listing_page, papers, actions, text, tree, pictures] = await Promise.all([
    readListing({
      db,
      priceContext,
      request,
      path,
      scope: { brand: brand.slug },
      look: requestContext.preview,
      default_view: viewFor(requestContext),
    }),
    brandPapers(db, brand.id, localTime(now, department.time_zone).date),
    actionsOfBrand(db, brand.id, department.id_1c, now, requestContext.preview?.drafts),
    seoTexts(db, department, 'brand', brand.slug, { host: requestContext.host, brand: brand.name, name: brand.name }),
    loadTree(db),
    orNothing(categoryPictures(db, priceContext), noPictures, quietly(log, 'menu', 'no pictures of categories')),
  ]);
  const { result } = listing_page;
  const categories = result.categories.slice(0, mostCategories);
  const own = listing_page.is_plain ? await sectionPictures(site, brand.slug, categories) : null;
  const cards = cardsOf(result.items);
  return {
    device,
    crumbs,
    brand,
    heading: text.unique_title || brand.name,
    city,
    text: listing_page.is_plain ? cleanHtml(text.text) : '',
    listing_page,
    categories: categories.map(({ code, name, count }) => ({
      name,
      count,
      url: `${categoryUrl(code)}?brand=${brand.slug}`,
      picture: own?.get(code) ?? pictures.get(tree.byCode.get(code)?.id ?? 0) ?? null,
    })),
    dealer: papers.dealer && {
      status: papers.dealer.status,
      file: papers.dealer.file,
      until: papers.dealer.until && dayWords(papers.dealer.until, ''),
    },
    certificates: papers.certificates.map(({ name, product, count, ...paper }) => ({
      name,
      file: paper.file,
      about: count > 1 ? countOf(count, 'товар', 'товара', 'товаров') : product,
      words: documentWords(paper),
    })),
    actions: actions.map((action) => ({
      slug: action.slug,
      name: action.name,
      until: zonedDayWords(lastMoment(action.ends_at, department.time_zone), department.time_zone, now),
      goods: countOf(action.count, 'товар', 'товара', 'товаров'),
    })),
    seo: seoOf(requestContext, {
      title: text.title || `${brand.name} ${city}: цены и наличие — ИДД`,
      description:
        text.description ||
        `Товары ${brand.name} ${city}: ${countOf(result.total, 'товар', 'товара', 'товаров')}, цены и остатки филиала.`,
      keywords: text.keywords,
      path,
      isIndexable: listing_page.is_plain && result.total > 0,
      image: cards[0]?.images[0],
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, brand.name), itemList(requestContext.origin, cards)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Brand({ loaderData }: Route.ComponentProps) {
  const { brand, heading, listing_page, device, crumbs, city, text, actions, categories } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={brand.name} device={device} />
      <div className="brand__head">
        {brand.logo ? (
          <span className="brand__logo">
            <Picture path={brand.logo} preset="contain" width={120} height={64} alt="" />
          </span>
        ) : null}
        <div>
          <h1>{heading}</h1>
          <p className="num brand__facts">
            <span>
              {countOf(listing_page.result.total, 'товар', 'товара', 'товаров')} {city}
            </span>
            {brand.country ? <span>Страна: {brand.country}</span> : null}
          </p>
          {brand.description ? <Description text={unbroken(brand.description)} isFolded={device === 'mobile'} /> : null}
        </div>
        {actions.length > 0 ? <Actions actions={actions} /> : null}
      </div>
      <About data={loaderData} />
      {listing_page.is_plain ? (
        <Subcategories list={categories} label="Разделы с товарами бренда" isFolded={device === 'mobile'} />
      ) : (
        <Chips links={categories} className={device === 'mobile' ? 'scrollx subcats' : 'chips subcats'} />
      )}
      <Listing
        page={listing_page}
        device={device}
        heading={listing_page.is_plain && categories.length > 0 ? 'Все товары бренда' : undefined}
      >
        <FoldedText html={text} title={`Товары ${brand.name} ${city}`} />
      </Listing>
    </>
  );
}

/** So much fills two lines of a phone. */
const shortText = 100;

/** On a phone its first two lines, which open the rest: the goods are sooner in sight. */
function Description({ text, isFolded }: { text: string; isFolded: boolean }) {
  if (!isFolded || text.length <= shortText) return <p className="brand__about">{text}</p>;
  return (
    <details className="brand__about">
      <summary>
        <span>{text}</span>
        <b className="link">Ещё</b>
        <b className="link">Свернуть</b>
      </summary>
    </details>
  );
}

function Actions({ actions }: Pick<Route.ComponentProps['loaderData'], 'actions'>) {
  return (
    <ul className="brand__actions" aria-label="Акции">
      {actions.map((action) => (
        <li key={action.slug}>
          <Link to={actionUrl(action.slug)}>
            <Icon name="percent" />
            <span>
              <b className="b">{unbroken(action.name)}</b>
              <span className="small soft num">
                по {action.until}, {action.goods}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What a row says of the dealer, and certificates of the goods. Nothing of it is claimed without a row. */
function About({ data: { dealer, certificates } }: { data: Route.ComponentProps['loaderData'] }) {
  return (
    <>
      {dealer ? (
        <p className="row brand__dealer">
          <Icon name="shield-check" />
          <span>
            {dealer.status}
            {dealer.until ? `, до ${dealer.until}` : ''}
            {dealer.file ? (
              <>
                {' '}
                <a className="link" href={`/files/${dealer.file}`}>
                  Документ
                </a>
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      {certificates.length > 0 ? (
        <section className="brand__papers" aria-labelledby="brand-certificates">
          <h2 className="h3" id="brand-certificates">
            Сертификаты
          </h2>
          <ul>
            {certificates.map((paper) => (
              <li key={paper.file}>
                <a className="link" href={`/files/${paper.file}`}>
                  {paper.name}: {paper.about}
                </a>{' '}
                <span className="small soft">{paper.words}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
