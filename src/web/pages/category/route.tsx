import { redirect } from 'react-router';
import { calculatedProduct } from '#modules/catalogue/calculated-product.ts';
import type { ListedCard } from '#modules/catalogue/card.ts';
import { categoryPage } from '#modules/catalogue/categories.ts';
import { categoryPictures } from '#modules/catalogue-index/category-pictures.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { inCity } from '#shared/cities.ts';
import { countFilters } from '#shared/listing-query.ts';
import { countOf } from '#shared/plurals.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { catalogUrl, categoryUrl, homeCrumb, shortUrl } from '#shared/urls.ts';
import { cardsOf } from '#web/parts/goods/packed.ts';
import { Listing } from '#web/parts/listing/listing.tsx';
import { viewFor } from '#web/parts/listing/listing-url.ts';
import { readListing } from '#web/parts/listing/read-listing.ts';
import { Subcategories } from '#web/parts/listing/subcategories.tsx';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList, itemList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import type { PageInCategory } from '#web/parts/shell/header.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const CalculatorBox = deferred(() =>
  import('#web/parts/calculator/calculator-box.tsx').then((loaded) => loaded.CalculatorBox),
);
const CategoryElsewhere = deferred(() => import('./elsewhere.tsx').then((loaded) => loaded.CategoryElsewhere));

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db, requestContext, log } = context.get(shop);
  const { department, priceContext, device } = requestContext;
  const { search } = new URL(request.url);
  const found = await categoryPage(db, priceContext, params.slug);
  if (!found) throw notFound();
  if ('moved_to' in found) throw redirect(categoryUrl(found.moved_to) + search, 301);
  const category = found;
  const path = categoryUrl(category.code);
  const crumbs = [
    homeCrumb,
    { name: 'Каталог', url: catalogUrl() },
    ...category.breadcrumbs.map(({ code, name }) => ({ name, url: categoryUrl(code) })),
  ];
  const city = inCity(department.names_cases.prepositional);
  const texts = seoTexts(db, department, 'category', category.code, {
    host: requestContext.host,
    category: category.name,
    parent_category: category.parent?.name,
    root_category: category.root.name,
  });
  if (!category.is_in_branch) {
    return {
      kind: 'hidden' as const,
      device,
      crumbs,
      name: category.name,
      city,
      parent: crumbs.at(-1) ?? { name: 'Каталог', url: catalogUrl() },
      seo: seoOf(requestContext, {
        title: `${category.name}: нет ${city}`,
        description: `${category.name} ${city} сейчас не продаём.`,
        path,
        isIndexable: false,
      }),
    } satisfies PageInCategory;
  }
  const noPictures: ReadonlyMap<number, string> = new Map();
  const [text, pictures, listing_page] = await Promise.all([
    texts,
    category.children.length === 0
      ? noPictures
      : orNothing(categoryPictures(db, priceContext), noPictures, quietly(log, 'menu', 'no pictures of categories')),
    readListing({
      db,
      priceContext,
      request,
      path,
      scope: { category: category.code },
      look: requestContext.preview,
      default_view: viewFor(requestContext, category.default_view),
    }),
  ]);
  const { result } = listing_page;
  const cards = cardsOf(result.items);
  const counted = category.calculator && listing_page.listing.page === 1 ? cards.find(isOnSale) : undefined;
  const calculated = counted ? await calculatedBox(counted) : null;
  const cheapest = result.price_range ? Math.ceil(result.price_range.min / 100) : null;

  /** The box in the list counts bags of the first product that is on sale, if it has what the formula needs. */
  async function calculatedBox(card: ListedCard) {
    const found = await calculatedProduct(db, priceContext, card);
    if (!found) return null;
    const { id, idcode, slug, name, shown_unit, images } = card;
    return { id, idcode, slug, name, price: card.buyer_price ?? card.price, shown_unit, images, ...found };
  }

  return {
    kind: 'list' as const,
    origin: requestContext.origin,
    device,
    crumbs,
    name: text.unique_title || category.name,
    city,
    subcategories: category.children.map(({ id, code, name, short_name }) => ({
      // A section of a department is called as in the catalogue; deeper ones are «Гипсовые».
      name: category.parent ? (short_name ?? name) : name,
      url: categoryUrl(code),
      count: result.categories.find((other) => other.code === code)?.count ?? 0,
      picture: pictures.get(id) ?? null,
    })),
    shorts: category.shorts.map((short) => ({ name: short.name, url: shortUrl(category.code, short.code) })),
    calculated,
    text: listing_page.is_plain ? cleanHtml(text.text) : '',
    listing_page,
    seo: seoOf(requestContext, {
      title: text.title || `${category.name} ${city}: цены и наличие в магазине ИДД`,
      description:
        text.description ||
        `${category.name} ${city}: ${countOf(result.total, 'товар', 'товара', 'товаров')}${
          cheapest === null ? '' : `, цены от ${cheapest} ₽`
        }. Остатки по пунктам выдачи, доставка по городу и области.`,
      keywords: text.keywords,
      path,
      isIndexable: listing_page.is_plain && result.total > 0,
      image: cards[0]?.images[0],
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, category.name)],
    }),
  } satisfies PageInCategory;
}

function isOnSale(card: ListedCard): boolean {
  return card.is_on_sale_now;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  metaOf(
    loaderData?.seo,
    loaderData?.kind === 'list' ? [itemList(loaderData.origin, cardsOf(loaderData.listing_page.result.items))] : [],
  );

export default function CategoryRoute({ loaderData }: Route.ComponentProps) {
  const { crumbs, name, device, city } = loaderData;
  if (loaderData.kind === 'hidden') {
    return <CategoryElsewhere name={name} city={city} crumbs={crumbs} parent={loaderData.parent} device={device} />;
  }
  const { subcategories, shorts, calculated, text } = loaderData;
  // Short listings stand above the whole list instead of values that would narrow it to the same; else under it.
  const isShortsFirst =
    shorts.length > 0 &&
    countFilters(loaderData.listing_page.listing) === 0 &&
    loaderData.listing_page.result.total > 0;
  const nearer = isShortsFirst ? shorts.map((short) => ({ ...short, name: within(name, short.name) })) : [];
  const listing_page = isShortsFirst ? { ...loaderData.listing_page, promoted: nearer } : loaderData.listing_page;
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={name}
        note={`${countOf(listing_page.result.total, 'товар', 'товара', 'товаров')} ${city}`}
        device={device}
      />
      {listing_page.is_plain ? (
        <Subcategories list={subcategories} isFolded={device === 'mobile'} />
      ) : (
        <Chips links={subcategories} className={device === 'mobile' ? 'scrollx subcats' : 'chips subcats'} />
      )}
      {device === 'mobile' ? <Chips links={nearer} className="scrollx subcats" /> : null}
      <Listing
        page={listing_page}
        device={device}
        heading={listing_page.is_plain && subcategories.length > 0 ? 'Все товары раздела' : undefined}
        inset={
          calculated ? <CalculatorBox key="calculator" product={calculated} isFolded={device === 'mobile'} /> : null
        }
      >
        {shorts.length > 0 && !isShortsFirst ? (
          <section className="block block--near">
            <h2 className="h3">Готовые подборки</h2>
            <Chips links={shorts} />
          </section>
        ) : null}
        <FoldedText html={text} title={`О разделе «${name}»`} />
      </Listing>
    </>
  );
}

/** Under «Гипсовые штукатурки»: «Гипсовые штукатурки 30 кг» is «30 кг», «…, цвет: белый» is «Цвет: белый». */
function within(heading: string, name: string): string {
  const [, rest] = name.startsWith(heading) ? (/^,? (.+)$/.exec(name.slice(heading.length)) ?? []) : [];
  return rest ? upperFirst(rest) : name;
}
