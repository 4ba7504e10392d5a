import { inCity } from '@shop/shared/cities.ts';
import { formatPrice } from '@shop/shared/money.ts';
import { countOf, formatCount } from '@shop/shared/plurals.ts';
import { catalogUrl, categoryUrl, homeCrumb, productUrl } from '@shop/shared/urls.ts';
import { notFound } from 'next/navigation';
import { type Card as CardContent, readCards } from '../data/cards.ts';
import { facetsOf } from '../data/facets.ts';
import { countChildren, readListing } from '../data/listing.ts';
import { ancestorsOf, type Category, type ShopFacts, shopFacts } from '../data/shop-facts.ts';
import { Filters } from './filters.tsx';
import { Icon } from './icon.tsx';
import { type Crumb, PageHead } from './page-head.tsx';
import { Pages } from './pager.tsx';
import type { ProductCard } from './product-card.tsx';

/** As Next.js gives it to a page. */
export type Asked = { params: Promise<{ slug: string }>; searchParams: Promise<{ page?: string; price_to?: string }> };

/** The page of a category; `Card` draws a product. */
export async function CategoryPage({ params, searchParams, Card }: Asked & { Card: typeof ProductCard }) {
  const [{ slug }, asked, facts] = await Promise.all([params, searchParams, shopFacts()]);
  const category = facts.byCode.get(slug);
  if (!category) notFound();
  const page = wholeNumber(asked.page) ?? 1;
  const priceTo = wholeNumber(asked.price_to);
  const kopecks = priceTo === null ? null : priceTo * 100;
  const [listing, children] = await Promise.all([
    readListing(facts, category, page, kopecks),
    countChildren(facts, category, kopecks),
  ]);
  const cards = await readCards(facts, listing.ids);
  const path = categoryUrl(category.code);
  const crumbs = crumbsOf(facts, category);
  const city = inCity(facts.branch.prepositional);
  const goods = countOf(listing.total, 'товар', 'товара', 'товаров');
  return (
    <>
      <Head title={`${category.name} ${city}: цены и наличие`} description={`${category.name} ${city}: ${goods}`} />
      <Markup value={breadcrumbList(crumbs, category.name)} />
      <Markup value={itemList(cards)} />
      <PageHead crumbs={crumbs} title={category.name} note={`${goods} ${city}`} />
      <Subcategories category={category} counts={children} />
      <div className="listing">
        <Filters
          facts={facts}
          path={path}
          listing={listing}
          facets={facetsOf(facts, listing)}
          priceTo={priceTo === null ? '' : String(priceTo)}
        />
        <section aria-label="Товары">
          <Toolbar path={path} />
          {kopecks === null ? null : <Applied path={path} words={`до ${formatPrice(kopecks)}`} />}
          <div className="grid4">
            {cards.map((card, at) => (
              <Card key={card.id} card={card} isFirst={at < firstRow} />
            ))}
          </div>
          <Pages current={page} total={listing.total} urlOf={(number) => pageUrl(path, priceTo, number)} />
        </section>
      </div>
    </>
  );
}

/** Cards of the first row. */
const firstRow = 4;

function wholeNumber(text: string | undefined): number | null {
  return /^[1-9]\d{0,7}$/.test(text ?? '') ? Number(text) : null;
}

function pageUrl(path: string, priceTo: number | null, page: number): string {
  const query = new URLSearchParams();
  if (priceTo !== null) query.set('price_to', String(priceTo));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

function crumbsOf(facts: ShopFacts, category: Category): Crumb[] {
  const above = ancestorsOf(facts, category).map(({ code, name }) => ({ name, url: categoryUrl(code) }));
  return [homeCrumb, { name: 'Каталог', url: catalogUrl() }, ...above];
}

/** React carries these into the head of the document. */
function Head({ title, description }: { title: string; description: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex" />
    </>
  );
}

/** For search engines; no text of the shop may end the script. */
function Markup({ value }: { value: object }) {
  const __html = JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a «<»
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}

function breadcrumbList(crumbs: Crumb[], here: string): object {
  const above = crumbs.map(({ name, url }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: url }));
  const last = { '@type': 'ListItem', position: crumbs.length + 1, name: here };
  return { '@type': 'BreadcrumbList', itemListElement: [...above, last] };
}

function itemList(cards: CardContent[]): object {
  return {
    '@type': 'ItemList',
    itemListElement: cards.map(({ slug, name }, at) => ({
      ...{ '@type': 'ListItem', position: at + 1, url: productUrl(slug), name },
    })),
  };
}

function Subcategories({ category, counts }: { category: Category; counts: Map<number, number> }) {
  if (category.children.length === 0) return null;
  return (
    <div className="chips subcats">
      {category.children.map(({ id, code, name }) => (
        <a key={id} className="chip" href={categoryUrl(code)}>
          {name}
          <span className="n">{formatCount(counts.get(id) ?? 0)}</span>
        </a>
      ))}
    </div>
  );
}

const sorts = [
  ['popular', 'Популярные'],
  ['price', 'Дешевле'],
  ['-price', 'Дороже'],
  ['unit_price', 'По цене за единицу'],
  ['rating', 'По рейтингу'],
  ['new', 'Новинки'],
  ['discount', 'По размеру скидки'],
];

function Toolbar({ path }: { path: string }) {
  return (
    <div className="toolbar">
      <div className="row">
        <label className="sort btn btn--line btn--sm">
          <Icon name="arrow-up-down" size="s" />
          <span className="sr">Порядок</span>
          <select name="sort" form="filters">
            {sorts.map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size="s" />
        </label>
        <div className="seg seg--icons">
          <a href={path} className="is-on" aria-label="Плиткой" aria-current="true">
            <Icon name="grid-2x2" size="s" />
          </a>
          <a href={`${path}?view=table`} aria-label="Таблицей">
            <Icon name="list" size="s" />
          </a>
        </div>
      </div>
    </div>
  );
}

function Applied({ path, words }: { path: string; words: string }) {
  return (
    <div className="applied">
      <a className="chip chip--on" href={path} aria-label={`Убрать: ${words}`}>
        {words}
        <Icon name="x" size="s" />
      </a>
      <a className="link small applied__reset" href={path}>
        Сбросить всё
      </a>
    </div>
  );
}
