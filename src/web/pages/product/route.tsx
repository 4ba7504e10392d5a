import { type ReactNode, useEffect, useRef } from 'react';
import { redirect, useFetcher } from 'react-router';
import { isSoldHere } from '#modules/catalogue/offers.ts';
import { getProduct, type ProductPage } from '#modules/catalogue-index/get-product.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { isVatPayer } from '#modules/documents/seller-requisites.ts';
import { type CalculatorInputs, numbersIn } from '#shared/calculators.ts';
import { inCity } from '#shared/cities.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { vatInside } from '#shared/money.ts';
import { productState } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { pricePer } from '#shared/unit-words.ts';
import { catalogUrl, categoryUrl, homeCrumb, productUrl, shortUrl, viewedUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { readExtras } from '#web/parts/calculator/read-extras.server.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { Rating } from '#web/parts/goods/rating.tsx';
import { callOf } from '#web/parts/maps/open-now.tsx';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { reviewBlockHtml } from '#web/parts/reviews/product-block.server.tsx';
import { type ReviewBlock, readReviewBlock } from '#web/parts/reviews/read-reviews.ts';
import { breadcrumbList, faqPage, productLd } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import type { PageInCategory } from '#web/parts/shell/header.tsx';
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Link } from '#web/ui/link.tsx';
import { pageIdle } from '#web/ui/page-idle.ts';
import type { Route } from './+types/route.ts';
import './product.css';
import './gallery.css';
import './buying.css';
import '../../parts/reviews/reviews.css';
import { readBesides } from './besides.server.ts';
import { BuyPanel } from './buy-panel.tsx';
import { readElsewhere } from './elsewhere.server.ts';
import { Gallery } from './gallery.tsx';
import { readPromises } from './promises.server.ts';
import { shownProduct } from './shown-product.server.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const BuyBar = deferred(() => import('./buy-bar.tsx').then((loaded) => loaded.BuyBar));
const Article = deferred(() => import('./tools.tsx').then((loaded) => loaded.Article));
const BrandLink = deferred(() => import('./tools.tsx').then((loaded) => loaded.BrandLink));
const Tools = deferred(() => import('./tools.tsx').then((loaded) => loaded.Tools));
const Calculator = deferred(() => import('./calculator.tsx').then((loaded) => loaded.Calculator));
const Details = deferred(() => import('./details.tsx').then((loaded) => loaded.Details));
const Points = deferred(() => import('./points.tsx').then((loaded) => loaded.Points));
const ProductReviews = deferred(() =>
  import('#web/parts/reviews/product-block.tsx').then((loaded) => loaded.ProductReviews),
);

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db, requestContext, tags, partners } = context.get(shop);
  const { department, priceContext, device } = requestContext;
  const query = new URL(request.url).searchParams;
  const found = await getProduct(db, priceContext, { slug: params.slug }, 'page');
  if (!found) throw notFound();
  if ('moved_to' in found) throw redirect(productUrl(found.moved_to), 301);
  const product = shownProduct(found);
  tags.add(`product:${product.id}`);
  const path = productUrl(product.slug);
  const crumbs: Crumb[] = [
    homeCrumb,
    { name: 'Каталог', url: catalogUrl() },
    ...product.breadcrumbs.map(({ code, name }) => ({ name, url: categoryUrl(code) })),
  ];
  const [elsewhere, promises, reviews, besides, extras] = await Promise.all([
    product.is_on_sale_now ? [] : readElsewhere(context.get(shop), product, path),
    readPromises(context.get(shop), product),
    readReviewBlock(db, product, department.time_zone),
    readBesides(context.get(shop), product),
    product.calculator && product.is_on_sale_now ? readExtras(context.get(shop), product) : [],
  ]);
  const text = await seoTexts(db, department, 'product', product.slug, {
    host: requestContext.host,
    product: product.name,
    category: product.breadcrumbs.at(-1)?.name,
    parent_category: product.breadcrumbs.at(-1)?.name,
    root_category: product.breadcrumbs[0]?.name,
    brand: product.brand?.name,
  });
  const city = inCity(department.names_cases.prepositional);
  const markup = productLd(requestContext.origin, product, path, reviews.reviews);
  const price =
    product.price === null || product.switched_off ? '' : ` за ${pricePer(product.price, product.shown_unit)}`;
  return {
    device,
    crumbs,
    // Goods beside it stand in `besides`.
    product: { ...product, substitutes: [], analogues: [], for_job: [] },
    heading: text.unique_title || product.name,
    business:
      priceContext.buyer_price_column === null
        ? null
        : { price_without_vat: (await isVatPayer(db)) ? withoutVat(product) : null },
    elsewhere,
    promises,
    besides,
    map_script: partners.maps?.script ?? null,
    reviews_html: reviewBlockHtml(reviews),
    questions: reviews.questions_total,
    call: product.is_on_sale_now ? null : callOf(department, requestContext.preview?.at),
    asked: numbersIn(query),
    extras,
    seo: seoOf(requestContext, {
      title: text.title || `${product.name}: купить ${city}${price} — ИДД`,
      description:
        text.description ||
        `${product.name}${price} ${city}. Наличие по пунктам выдачи, характеристики, доставка по городу и области.`,
      keywords: text.keywords,
      path,
      isIndexable: [...query.keys()].length === 0 && isSoldHere(product),
      image: product.images[0],
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, product.name),
        ...(markup ? [markup] : []),
        ...faqOf(reviews),
      ],
    }),
  } satisfies PageInCategory;
}

/** Questions the shop has answered; demonstration ones are no statement of the shop. */
function faqOf({ questions }: ReviewBlock) {
  const answered = questions.flatMap(({ text, answer, is_demo }) =>
    answer && !is_demo ? [{ question: text, answer }] : [],
  );
  return answered.length > 0 ? [faqPage(answered)] : [];
}

function withoutVat({ buyer_price, vat_rate }: ProductPage): number | null {
  return buyer_price === null ? null : buyer_price - vatInside(buyer_price, vat_rate);
}

export const handle = { counted: 'product' } satisfies PageHandle<'product', Route.ComponentProps['loaderData']>;

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  // Another product on the same route begins again: quantity, picture, calculator.
  return <Product key={loaderData.product.id} {...loaderData} />;
}

type ProductProps = Omit<Route.ComponentProps['loaderData'], 'seo'>;

function Product(props: ProductProps) {
  const { product, heading, crumbs, device, asked, extras, reviews_html, questions, map_script, besides, ...buying } =
    props;
  const cart = useRef<HTMLDivElement>(null);
  useRecordViewed(product.id);
  const { kind } = productState(product);
  const isAsked = kind === 'ask';
  const hasCalculator = (given: ProductPage): given is ProductPage & { calculator: CalculatorInputs } =>
    given.calculator !== null && ['now', 'ask', 'order'].includes(kind);
  const here = product.points.filter((point) =>
    isAsked ? point.is_here : product.is_on_sale_now && point.ready_text !== null,
  );
  const points =
    here.length > 0 ? <Points product={product} points={here} isAsked={isAsked} map_script={map_script} /> : null;
  const shorts = product.shorts.map((short) => ({ name: short.name, url: shortUrl(short.category_code, short.code) }));
  const { useful, alike } = besides;
  const row = alike && <Rail {...alike} id="analogues" device={device} />;
  const instead = product.is_on_sale_now || !row ? null : <div className="instead">{row}</div>;
  const panel = <BuyPanel product={product} {...buying} cartRef={cart} />;
  // On a phone what cannot be bought says so on the first screen, then comes what can be.
  const isPanelFirst = device === 'mobile' && !product.is_on_sale_now;
  const variants = <Variants product={product} />;
  const brand = product.brand ? <BrandLink brand={product.brand} /> : null;
  const tools = <Tools product={product} />;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={product.name} device={device} />
      <div className="pdp">
        <h1 className="pdp__name">{unbroken(heading)}</h1>
        <Gallery product={product} device={device} />
        {isPanelFirst ? (
          <>
            <Known product={product} />
            {variants}
            {panel}
            <div>
              {brand}
              {tools}
            </div>
            {instead}
          </>
        ) : (
          <>
            <div>
              <Known product={product}>{brand}</Known>
              {variants}
              {device === 'desktop' ? <Short product={product} /> : null}
              {tools}
            </div>
            {panel}
          </>
        )}
      </div>
      {isPanelFirst ? null : instead}
      {hasCalculator(product) ? <Calculator product={product} asked={asked} extras={extras} /> : null}
      <Details product={product} device={device} questions={questions} points={points} />
      {useful ? <Rail {...useful} id="for-job" device={device} /> : null}
      {product.is_on_sale_now ? row : null}
      <ProductReviews html={reviews_html} />
      {shorts.length > 1 ? (
        <section className="block pdp__shorts">
          <h2 className="h3">Готовые подборки</h2>
          <Chips links={shorts} />
        </section>
      ) : null}
      {device === 'mobile' && !product.switched_off ? (
        <BuyBar product={product} call={buying.call} after={cart} />
      ) : null}
    </>
  );
}

/** What buyers say of it, how many ordered it and what it is called by. */
function Known({ product, children }: { product: ProductPage; children?: ReactNode }) {
  const { rating } = product;
  return (
    <div className="row pdp__facts">
      {rating ? (
        <a className="link--plain" href="#reviews">
          <Rating rating={rating} isLong />
        </a>
      ) : null}
      <Article product={product} />
      {children}
    </div>
  );
}

function Short({ product: { key_specifications } }: { product: ProductPage }) {
  if (key_specifications.length === 0) return null;
  return (
    <>
      <h2 className="pdp__short">Коротко</h2>
      <dl className="kv">
        {key_specifications.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>{row.text}</dd>
          </div>
        ))}
      </dl>
      <a className="link pdp__all" href="#specs">
        Все характеристики
      </a>
    </>
  );
}

function Variants({ product: { variants, variant_name } }: { product: ProductPage }) {
  if (variants.length < 2) return null;
  return (
    <nav className="pdp__variants" aria-label={variant_name ?? 'Варианты'}>
      <p className="small soft">{variant_name ?? 'Варианты'}</p>
      <div className="chips">
        {variants.map((variant) => (
          <Link
            key={variant.id}
            to={productUrl(variant.slug)}
            className={`chip${variant.is_current ? ' chip--on' : variant.is_on_sale_now ? '' : ' chip--none'}`}
            aria-current={variant.is_current ? 'page' : undefined}
            preventScrollReset
          >
            {variant.label}
            {variant.is_on_sale_now
              ? variant.price !== null && ` · ${pricePer(variant.price, variant.shown_unit)}`
              : ` — ${lowerFirst(variant.state.words)}`}
          </Link>
        ))}
      </div>
    </nav>
  );
}

/**
 * Puts the product at the head of the viewed list, a cookie (S7-29), when the page is idle; a robot's is not kept by
 * the action.
 */
function useRecordViewed(id: number) {
  const { submit } = useFetcher({ key: 'viewed' });
  useEffect(() => {
    let isHere = true;
    pageIdle.then(() => {
      if (isHere) submit({ product_id: id, stay: 1 }, { method: 'post', action: viewedUrl() });
    });
    return () => {
      isHere = false;
    };
  }, [submit, id]);
}
