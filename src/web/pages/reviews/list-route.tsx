import '../../parts/reviews/reviews.css';
import { Form, redirect } from 'react-router';
import { isSoldHere } from '#modules/catalogue/offers.ts';
import { countReviews, listReviews, noReviews, type ReviewCounts } from '#modules/reviews/queries.ts';
import { reviewsOnPage } from '#modules/reviews/schema.ts';
import { inCity } from '#shared/cities.ts';
import { cleanText } from '#shared/clean-text.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { productReviewsUrl, writeReviewUrl } from '#shared/review-urls.ts';
import { homeCrumb, productUrl } from '#shared/urls.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { ReviewArea } from '#web/parts/reviews/product-block.tsx';
import { reviewView } from '#web/parts/reviews/read-reviews.ts';
import { RatingPanel, ReviewItem, sumOf } from '#web/parts/reviews/review-parts.tsx';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import type { Route } from './+types/list-route.ts';
import { findProduct } from './find-product.ts';
import { Reviewed } from './reviewed.tsx';

/** So few are read sooner than searched. */
const fewReviews = 4;

const longestQuery = 60;

/**
 * All reviews of a product, ten on a page: `?rating=4` keeps those with so many stars, `?photos=1` those with photos,
 * `?q=` those that say its words.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const product = await findProduct(found, params.slug, (slug) => productReviewsUrl(slug));
  const { slug, name } = product;
  const query = new URL(request.url).searchParams;
  const rating = /^[1-5]$/.test(query.get('rating') ?? '') ? Number(query.get('rating')) : 0;
  const photos = query.get('photos') === '1';
  const q = cleanText(query.get('q') ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, longestQuery);
  const page = /^[1-9]\d{0,4}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  const clean = productReviewsUrl(slug, { rating, photos, q, page });
  if (new URL(clean, request.url).search !== new URL(request.url).search) throw redirect(clean, 302);
  const is_demo = product.rating?.is_demo ?? false;
  const [counts, found_counts, reviews] = product.rating
    ? await Promise.all([
        countReviews(db, product.id, is_demo),
        q ? countReviews(db, product.id, is_demo, q) : null,
        listReviews(db, product.id, { is_demo, photos, words: q, page, ...(rating > 0 && { rating }) }),
      ])
    : [noReviews, null, []];
  const narrowed = found_counts ?? counts;
  const shown = photos ? narrowed.with_photos : narrowed.stars;
  const total = rating > 0 ? (shown[5 - rating] ?? 0) : sumOf(shown);
  const pages = Math.max(1, Math.ceil(total / reviewsOnPage));
  if (page > pages) throw notFound();
  const crumbs = [homeCrumb, { name, url: productUrl(slug) }];
  const path = productReviewsUrl(slug);
  return {
    device: requestContext.device,
    crumbs,
    slug,
    product: listed(product),
    mean: product.rating,
    counts,
    narrowed,
    rating,
    photos,
    q,
    page,
    pages,
    total,
    reviews: reviews.map((review) => reviewView(review, requestContext.department.time_zone)),
    seo: seoOf(requestContext, {
      title: `Отзывы: ${name} ${inCity(requestContext.department.names_cases.prepositional)} — ИДД`,
      description: `Отзывы покупателей о товаре «${name}»: ${countOf(total, 'отзыв', 'отзыва', 'отзывов')}.`,
      path,
      isIndexable: rating === 0 && !photos && !q && page === 1 && total > 0 && !is_demo && isSoldHere(product),
      image: product.images[0],
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, 'Отзывы')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const { device, crumbs, product, slug, mean, counts, narrowed, rating, photos, q, page, pages, total, reviews } =
    loaderData;
  const all = sumOf(counts.stars);
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Отзывы" device={device} />
      <div className="title">
        <h1>Отзывы о товаре</h1>
        <span>{countOf(all, 'отзыв', 'отзыва', 'отзывов')}</span>
      </div>
      {device === 'mobile' ? <Reviewed product={product} /> : null}
      {/* What all think together is read first; beside the list where there is room for both. */}
      <ReviewArea className="cols2 reviews__cols reviews__cols--sum">
        <aside className="reviews__side" aria-label="Оценка товара">
          {device === 'mobile' ? null : <Reviewed product={product} />}
          {mean ? <RatingPanel slug={slug} rating={mean} counts={counts} /> : null}
          <a className="btn btn--line" href={writeReviewUrl(slug)}>
            Написать отзыв
          </a>
        </aside>
        <div>
          {all > fewReviews || q ? <Search slug={slug} rating={rating} photos={photos} q={q} /> : null}
          {all > 0 ? <Filter slug={slug} counts={narrowed} rating={rating} photos={photos} q={q} /> : null}
          {total > 0 ? (
            <ul>
              {reviews.map((review) => (
                <ReviewItem
                  key={review.id}
                  review={review}
                  back={productReviewsUrl(slug, { rating, photos, q, page })}
                />
              ))}
            </ul>
          ) : (
            <p className="soft reviews__none">
              {all > 0
                ? q
                  ? 'Таких слов в отзывах нет. Попробуйте другое слово или его часть.'
                  : 'Таких отзывов нет.'
                : 'Отзывов пока нет. Их пишут те, кто получил этот товар в нашем магазине.'}
            </p>
          )}
          {pages > 1 ? (
            <Pager
              current={page}
              first={page}
              pages={pages}
              urlOf={(number) => productReviewsUrl(slug, { rating, photos, q, page: number })}
            />
          ) : null}
        </div>
      </ReviewArea>
    </>
  );
}

type Narrowing = { slug: string; rating: number; photos: boolean; q: string };
type FilterProps = Narrowing & { counts: ReviewCounts };

/** Stars and photos that were chosen stay. */
function Search({ slug, rating, photos, q }: Narrowing) {
  return (
    <Form
      method="get"
      action={productReviewsUrl(slug)}
      className="row reviews__search"
      role="search"
      aria-label="Поиск по отзывам"
    >
      {rating > 0 ? <input type="hidden" name="rating" value={rating} /> : null}
      {photos ? <input type="hidden" name="photos" value="1" /> : null}
      <input
        key={q}
        className="input"
        type="search"
        name="q"
        defaultValue={q}
        aria-label="Слово в отзывах"
        placeholder="Слово в отзывах"
        maxLength={longestQuery}
        enterKeyHint="search"
      />
      <button className="btn btn--quiet" type="submit">
        Найти
      </button>
      {q ? (
        <Link className="link" to={productReviewsUrl(slug, { rating, photos })}>
          Сбросить
        </Link>
      ) : null}
    </Form>
  );
}

/** Stars and photos narrow together; a choice that nothing would be left of is not offered, the present one always. */
function Filter({ slug, counts, rating, photos, q }: FilterProps) {
  const shown = photos ? counts.with_photos : counts.stars;
  const pictured = rating > 0 ? (counts.with_photos[5 - rating] ?? 0) : sumOf(counts.with_photos);
  return (
    <nav className="chips reviews__filter" aria-label="Какие отзывы показать">
      <Choice to={productReviewsUrl(slug, { photos, q })} isOn={rating === 0} words="Все оценки" count={sumOf(shown)} />
      {shown
        .map((count, at) => ({ value: 5 - at, count }))
        .filter(({ value, count }) => count > 0 || value === rating)
        .map(({ value, count }) => (
          <Choice
            key={value}
            to={productReviewsUrl(slug, { rating: value, photos, q })}
            isOn={rating === value}
            words={`${value} из 5`}
            count={count}
          />
        ))}
      {pictured > 0 || photos ? (
        <Choice
          to={productReviewsUrl(slug, { rating, photos: !photos, q })}
          isOn={photos}
          words="С фото"
          count={pictured}
        />
      ) : null}
    </nav>
  );
}

function Choice({ to, isOn, words, count }: { to: string; isOn: boolean; words: string; count: number }) {
  return (
    <Link className={`chip${isOn ? ' chip--on' : ''}`} to={to} aria-current={isOn ? 'page' : undefined}>
      {words}
      <span className="n">{formatCount(count)}</span>
    </Link>
  );
}
