import './hero.css';
import '../../parts/written/posts.css';
import { Fragment, type ReactNode } from 'react';
import { feedArticles } from '#modules/blog/queries.ts';
import { homeDelivery } from '#modules/catalogue/home-delivery.ts';
import { listBrands } from '#modules/catalogue-index/brands-with-goods.ts';
import { categoryCounts } from '#modules/catalogue-index/category-counts.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { type HomeBlock, homeLayout, inSeasonOrder } from '#modules/content/home-layout.ts';
import { homeSlides } from '#modules/content/queries.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { listCarryingRates } from '#modules/orders/carrying.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { type CarryingRate, tariffWords } from '#shared/carrying.ts';
import { inCity } from '#shared/cities.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  articleUrl,
  blogUrl,
  brandsUrl,
  brandUrl,
  catalogUrl,
  categoryUrl,
  contactsUrl,
  deliveryUrl,
  discountsUrl,
  homeUrl,
  noveltiesUrl,
  orderHelpUrl,
} from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { shownCategories } from '#web/parts/listing/tiles.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { organizationLd, webSiteLd } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { BlockHead } from '#web/ui/block-head.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';
import { Hero } from './hero.tsx';
import { type HomeLists, readHomeLists } from './home-lists.server.ts';
import { pickupPanel } from './pickup-panel.server.ts';
import { slideDiscounts } from './slide-discounts.server.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const PickupPanel = deferred(() => import('./pickup-panel.tsx').then((loaded) => loaded.PickupPanel));
const Tasks = deferred(() => import('./tasks.tsx').then((loaded) => loaded.Tasks));
const ViewedRail = deferred(() => import('./viewed-rail.tsx').then((loaded) => loaded.ViewedRail));

const mostCategories = 11;
const mostBrands = 8;
const mostArticles = 3;

const noLists: HomeLists = { discounts: { items: [], total: 0 }, novelties: [], in_stock_total: 0 };

export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext, log } = context.get(shop);
  const { department, priceContext, device } = requestContext;
  const part = <T,>(what: 'menu' | 'product' | 'content', read: Promise<T>, nothing: T) =>
    orNothing(read, nothing, quietly(log, what, 'a block of the home page failed'));
  const [layout, slides, menu, counts, brands, lists, articles, departments, carrying, delivery, text, company] =
    await Promise.all([
      homeLayout(db, department.id_1c, requestContext.preview),
      part('content', homeSlides(db, department.id_1c, requestContext.preview), []),
      part('menu', shownCategories(db, department.id_1c, log), []),
      part('menu', categoryCounts(db), new Map<number, number>()),
      part('content', listBrands(db), []),
      part('product', readHomeLists(db, priceContext, shownAt(requestContext)), noLists),
      part('content', feedArticles(db, department.id_1c, shownAt(requestContext)), []),
      departmentDirectory(db),
      part('content', listCarryingRates(db, department.id_1c), []),
      part('content', homeDelivery(db, priceContext), null),
      seoTexts(db, department, 'home', '', { host: requestContext.host }),
      readSetting(db, 'company'),
    ]);
  const discounts = await part('product', slideDiscounts(db, priceContext, slides, shownAt(requestContext)), {});
  const city = inCity(department.names_cases.prepositional);
  const calculated = firstWithCalculator(menu);
  return {
    device,
    city,
    city_genitive: department.names_cases.genitive,
    season: layout.season,
    blocks: layout.blocks,
    slides: slides.map((slide) => ({ ...slide, discount: discounts[slide.link] ?? 0 })),
    lifting: liftingWords(carrying),
    panel: pickupPanel(department, departments, lists.in_stock_total, delivery, shownAt(requestContext)),
    calculator_url: calculated ? `${categoryUrl(calculated)}#calc-box-title` : null,
    categories: inSeasonOrder(menu, layout.first_categories)
      .map(({ id, code, name, illustration }) => ({ code, name, illustration, count: counts.get(id) ?? 0 }))
      .filter((category) => category.count > 0),
    discounts: lists.discounts,
    novelties: lists.novelties,
    brands: [...brands]
      .sort((a, b) => b.count - a.count)
      .slice(0, mostBrands)
      .map(({ slug, name, logo }) => ({ slug, name, logo })),
    brands_total: brands.length,
    articles: articles.slice(0, mostArticles).map(({ slug, title, topic_name, reading_minutes, picture }) => ({
      slug,
      title,
      picture,
      about: `${topic_name} · ${reading_minutes}\u00a0мин`,
    })),
    heading: text.unique_title || `Строительный магазин ИДД ${city}`,
    text: cleanHtml(text.text),
    seo: seoOf(requestContext, {
      title: text.title || `ИДД ${city}: товары для стройки, дома и сада`,
      description:
        text.description ||
        `Сухие смеси, краски, инструмент и товары для дома ${city}. Цены и остатки филиала, самовывоз и доставка.`,
      keywords: text.keywords,
      path: homeUrl(),
      image: lists.discounts.items[0]?.images[0],
      jsonLd: [organizationLd(requestContext.origin, department, company), webSiteLd(requestContext.origin)],
    }),
  };
}

/** The tariff of the stairs, else of the lift, as the cards of the services have room for it. */
function liftingWords(rates: CarryingRate[]): string {
  const rate = rates.find(({ kind }) => kind === 'stairs') ?? rates.find(({ kind }) => kind === 'lift');
  if (!rate) return 'Договоритесь с оператором вместе с доставкой.';
  return unbroken(`${rate.kind === 'stairs' ? 'По лестнице' : 'На лифте'}: ${tariffWords(rate)}.`);
}

type MenuCategory = { code: string; calculator: string | null; children: MenuCategory[] };

/** The first category whose goods can be counted by area, to lead «Рассчитать материалы» to. */
function firstWithCalculator(categories: MenuCategory[]): string | null {
  for (const category of categories) {
    const found = firstWithCalculator(category.children) ?? (category.calculator ? category.code : null);
    if (found) return found;
  }
  return null;
}

export const handle = { counted: 'home' } satisfies PageHandle<'home', Route.ComponentProps['loaderData']>;

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Home({ loaderData }: Route.ComponentProps) {
  const { device, city, city_genitive, season, slides, panel, categories, discounts, novelties } = loaderData;
  const isMobile = device === 'mobile';
  // A phone has no room for both in its first screen: what people come for goes before where the point is.
  const order = loaderData.blocks;
  const isPanelUnderTasks = isMobile && slides.length > 0 && order.indexOf('tasks') === order.indexOf('slides') + 1;
  const blocks: Record<HomeBlock, () => ReactNode> = {
    slides: () => (
      <section className={`hero${slides.length > 0 ? '' : ' hero--panel'}`} aria-label="Главное">
        {slides.length > 0 ? <Hero slides={slides} device={device} /> : null}
        {isPanelUnderTasks ? null : <PickupPanel panel={panel} />}
      </section>
    ),
    tasks: () => (
      <>
        <Tasks calculatorUrl={loaderData.calculator_url} />
        {isPanelUnderTasks ? <PickupPanel panel={panel} /> : null}
      </>
    ),
    categories: () =>
      categories.length > 0 ? (
        <section className="block">
          <BlockHead
            title="Популярное в сезон"
            more={{ url: catalogUrl(), words: isMobile ? 'Все' : 'Весь каталог' }}
          />
          <Categories categories={categories.slice(0, mostCategories)} isMobile={isMobile} />
          <Chips
            className="chips catgrid__rest"
            links={categories
              .slice(mostCategories)
              .map(({ code, name, count }) => ({ name, count, url: categoryUrl(code) }))}
          />
        </section>
      ) : null,
    discounts: () => (
      <Rail
        title={`Акции ${city_genitive}`}
        products={discounts.items}
        device={device}
        more={{
          url: discountsUrl(),
          text: `Все ${countOf(discounts.total, 'товар', 'товара', 'товаров')} со скидкой`,
          short: 'Все',
        }}
      />
    ),
    viewed: () => <ViewedRail device={device} />,
    novelties: () => (
      <Rail
        id="novelties"
        title="Новинки"
        products={novelties}
        device={device}
        more={{ url: noveltiesUrl(), text: 'Все новинки', short: 'Все' }}
      />
    ),
    brands: () => <Brands brands={loaderData.brands} total={loaderData.brands_total} isMobile={isMobile} />,
    articles: () => <Articles articles={loaderData.articles} isMobile={isMobile} />,
    services: () => <Services city={city} lifting={loaderData.lifting} />,
    text: () => <FoldedText html={loaderData.text} title={loaderData.heading} />,
  };
  return (
    <div className="home" data-season={season ?? undefined}>
      <h1 className="sr">{loaderData.heading}</h1>
      {order.map((block) => (
        <Fragment key={block}>{blocks[block]()}</Fragment>
      ))}
    </div>
  );
}

type HomeArticle = { slug: string; title: string; picture: string | null; about: string };

function Articles({ articles, isMobile }: { articles: HomeArticle[]; isMobile: boolean }) {
  const side = isMobile ? 96 : 320;
  if (articles.length === 0) return null;
  return (
    <section className="block">
      <BlockHead title="Статьи" more={{ url: blogUrl(), words: isMobile ? 'Все' : 'Все статьи' }} />
      <div className="posts">
        {articles.map(({ slug, title, picture, about }) => (
          <article key={slug} className="post">
            <span className="post__pic">
              {picture ? <Picture path={picture} preset="contain" width={side} height={side} alt="" /> : null}
            </span>
            <p className="small soft">{about}</p>
            <h3 className="post__title">
              <Link to={articleUrl(slug)}>{unbroken(title)}</Link>
            </h3>
          </article>
        ))}
      </div>
    </section>
  );
}

type HomeCategory = { code: string; name: string; illustration: string | null; count: number };

function Categories({ categories, isMobile }: { categories: HomeCategory[]; isMobile: boolean }) {
  const [wideSide, side] = isMobile ? [144, 120] : [240, 160];
  return (
    <div className="catgrid">
      {categories.map((category, index) => (
        <Link
          key={category.code}
          className={`cat${index === 0 ? ' cat--season cat--wide' : ''}`}
          data-ground={index === 0 ? 'dark' : undefined}
          to={categoryUrl(category.code)}
        >
          {category.name}
          <small>{countOf(category.count, 'товар', 'товара', 'товаров')}</small>
          {category.illustration ? (
            <Picture
              path={category.illustration}
              preset="contain"
              width={index === 0 ? wideSide : side}
              height={index === 0 ? wideSide : side}
              alt=""
            />
          ) : null}
        </Link>
      ))}
    </div>
  );
}

type BrandsProps = { brands: { slug: string; name: string; logo: string | null }[]; total: number; isMobile: boolean };

function Brands({ brands, total, isMobile }: BrandsProps) {
  if (brands.length === 0) return null;
  return (
    <section className="block">
      <BlockHead
        title="Бренды"
        more={{ url: brandsUrl(), words: isMobile ? 'Все' : `Все бренды: ${formatCount(total)}` }}
      />
      <div className="brands">
        {brands.slice(0, isMobile ? 6 : 8).map((brand) => (
          <Link key={brand.slug} className="brand" to={brandUrl(brand.slug)}>
            {brand.logo ? (
              <Picture path={brand.logo} preset="contain" width={120} height={64} alt={brand.name} />
            ) : (
              brand.name
            )}
          </Link>
        ))}
      </div>
    </section>
  );
}

function Services({ city, lifting }: { city: string; lifting: string }) {
  const services = [
    [
      'truck',
      'Доставка',
      `${city[0]?.toUpperCase()}${city.slice(1)} и по области. Цена видна до оплаты.`,
      deliveryUrl(),
    ],
    ['layers', 'Подъём на этаж', lifting, deliveryUrl()],
    ['store', 'Самовывоз', 'Соберём заказ к вашему приезду, хранение бесплатно.', contactsUrl()],
    ['headphones', 'Помощь с выбором', 'Подберём материалы и посчитаем количество.', orderHelpUrl()],
  ] as const;
  return (
    <section className="block svc" aria-label="Услуги">
      {services.map(([icon, title, note, url]) => (
        <Link key={title} to={url}>
          <Icon name={icon} size="l" />
          <span>
            <b className="b">{title}</b>
            <br />
            <span className="soft small">{note}</span>
          </span>
        </Link>
      ))}
    </section>
  );
}
