import '../../parts/reviews/reviews.css';
import { Link, redirect } from 'react-router';
import { isSoldHere } from '#modules/catalogue/offers.ts';
import { countStars, listReviews } from '#modules/reviews/queries.ts';
import { reviewsOnPage } from '#modules/reviews/schema.ts';
import { inCity } from '#shared/cities.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { homeCrumb, productReviewsUrl, productUrl, writeReviewUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { sendOnDemand } from '#web/parts/reviews/product-block.tsx';
import { reviewView } from '#web/parts/reviews/read-reviews.ts';
import { RatingPanel, ReviewItem } from '#web/parts/reviews/review-parts.tsx';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Pager } from '#web/ui/pager.tsx';
import type { Route } from './+types/list-route.ts';
import { findProduct } from './find-product.ts';

/** All reviews of a product: `?rating=4` keeps those with so many stars, ten on a page. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const product = await findProduct(found, params.slug, (slug) => productReviewsUrl(slug));
  const { slug, name } = product;
  const query = new URL(request.url).searchParams;
  const rating = /^[1-5]$/.test(query.get('rating') ?? '') ? Number(query.get('rating')) : 0;
  const page = /^[1-9]\d{0,4}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  const clean = productReviewsUrl(slug, { rating, page });
  if (new URL(clean, request.url).search !== new URL(request.url).search) throw redirect(clean, 302);
  const is_demo = product.rating?.is_demo ?? false;
  const [stars, reviews] = product.rating
    ? await Promise.all([
        countStars(db, product.id, is_demo),
        listReviews(db, product.id, { is_demo, page, ...(rating > 0 && { rating }) }),
      ])
    : [[0, 0, 0, 0, 0] satisfies [number, number, number, number, number], []];
  const total = rating > 0 ? (stars[5 - rating] ?? 0) : stars.reduce((sum, count) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(total / reviewsOnPage));
  if (page > pages) throw notFound();
  const crumbs = [homeCrumb, { name, url: productUrl(slug) }];
  const path = productReviewsUrl(slug);
  return {
    device: requestContext.device,
    crumbs,
    slug,
    name,
    mean: product.rating,
    stars,
    rating,
    page,
    pages,
    total,
    reviews: reviews.map((review) => reviewView(review, requestContext.department.time_zone)),
    seo: seoOf(requestContext, {
      title: `Отзывы: ${name} ${inCity(requestContext.department.names_cases.prepositional)} — ИДД`,
      description: `Отзывы покупателей о товаре «${name}»: ${countOf(total, 'отзыв', 'отзыва', 'отзывов')}.`,
      path,
      isIndexable: rating === 0 && page === 1 && total > 0 && !is_demo && isSoldHere(product),
      image: product.images[0],
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, 'Отзывы')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const { device, crumbs, slug, name, mean, stars, rating, page, pages, total, reviews } = loaderData;
  const all = stars.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Отзывы" device={device} />
      <div className="title">
        <h1>Отзывы: {name}</h1>
        <span>{countOf(all, 'отзыв', 'отзыва', 'отзывов')}</span>
      </div>
      {all > 0 ? (
        <nav className="chips reviews__filter" aria-label="Отзывы по оценке">
          <Choice to={productReviewsUrl(slug)} isOn={rating === 0} words="Все" count={all} />
          {stars
            .map((count, at) => ({ value: 5 - at, count }))
            .filter(({ count }) => count > 0)
            .map(({ value, count }) => (
              <Choice
                key={value}
                to={productReviewsUrl(slug, { rating: value })}
                isOn={rating === value}
                words={`${value} из 5`}
                count={count}
              />
            ))}
        </nav>
      ) : null}
      <div className="cols2 reviews__cols" data-static="" onSubmit={sendOnDemand}>
        <div>
          {total > 0 ? (
            <ul>
              {reviews.map((review) => (
                <ReviewItem key={review.id} review={review} back={productReviewsUrl(slug, { rating, page })} />
              ))}
            </ul>
          ) : (
            <p className="soft reviews__none">
              {rating > 0
                ? 'С такой оценкой отзывов нет.'
                : 'Отзывов пока нет. Их пишут те, кто получил этот товар в нашем магазине.'}
            </p>
          )}
          {pages > 1 ? (
            <Pager
              current={page}
              first={page}
              pages={pages}
              urlOf={(number) => productReviewsUrl(slug, { rating, page: number })}
            />
          ) : null}
        </div>
        <aside className="reviews__side" aria-label="Оценка товара">
          {mean ? <RatingPanel slug={slug} rating={mean} stars={stars} /> : null}
          <a className="btn btn--primary" href={writeReviewUrl(slug)}>
            Написать отзыв
          </a>
          <a className="link" href={productUrl(slug)}>
            К товару
          </a>
        </aside>
      </div>
    </>
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
