import type { Rating } from '#modules/catalogue/rating.ts';
import type { ReviewCounts, StarCounts } from '#modules/reviews/queries.ts';
import { countOf, formatCount, plural } from '#shared/plurals.ts';
import { productReviewsUrl, reviewVoteUrl } from '#shared/review-urls.ts';
import { unbroken } from '#shared/unbroken.ts';
import { formatStars } from '#web/parts/goods/rating.tsx';
import { fullSize } from '#web/parts/zoom/picture-sizes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { QuestionView, ReviewView } from './read-reviews.ts';

// Plain links and forms: the product's page keeps this markup as text, without a script of its own (`useStaticLinks`
// follows the links).

/** `back`: the page a vote without JavaScript returns to. */
export function ReviewItem({ review, back }: { review: ReviewView; back: string }) {
  return (
    <li className="review" id={`review-${review.id}`}>
      <p className="row between">
        <b className="b">{review.author_name}</b>
        <time className="soft small num" dateTime={review.day}>
          {review.date}
        </time>
      </p>
      <p className="row review__facts">
        <Stars value={review.rating} />
        {review.is_demo ? (
          <span className="badge badge--grey">Демонстрационный отзыв</span>
        ) : (
          <span className="badge badge--ok">Подтверждённая покупка</span>
        )}
      </p>
      <p className="review__text">{unbroken(review.text)}</p>
      {review.pros ? (
        <p className="review__text">
          <b className="b">Достоинства:</b> {unbroken(review.pros)}
        </p>
      ) : null}
      {review.cons ? (
        <p className="review__text">
          <b className="b">Недостатки:</b> {unbroken(review.cons)}
        </p>
      ) : null}
      {review.photos.length > 0 ? (
        <ul className="review__photos" data-photos={`отзыв, ${review.author_name}`}>
          {review.photos.map(({ path }, at) => (
            <li key={path}>
              <a href={fullSize(path)} target="_blank" rel="noreferrer" className="pic" data-photo={path}>
                <Picture path={path} width={96} height={96} alt={`Фото ${at + 1}, ${review.author_name}: увеличить`} />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {review.reply ? (
        <div className="review__reply">
          <b className="b">Ответ магазина</b>
          <p className="review__text">{unbroken(review.reply)}</p>
        </div>
      ) : null}
      <form method="post" action={reviewVoteUrl()} data-vote="">
        <input type="hidden" name="review_id" value={review.id} />
        <input type="hidden" name="back" value={`${back}#review-${review.id}`} />
        <button type="submit" className="btn btn--line btn--sm">
          <Icon name="thumbs-up" size="s" />
          <span>
            Полезно<span className="sr">, отзыв: {review.author_name}</span>
          </span>
          <span className="n num" data-count="">
            {review.helpful_count > 0 ? formatCount(review.helpful_count) : ''}
          </span>
        </button>
        <span className="small soft review__said" role="status" />
      </form>
    </li>
  );
}

function Stars({ value }: { value: number }) {
  return (
    <span className="stars" role="img" aria-label={`Оценка ${value} из 5`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} name="star" filled={star <= value} />
      ))}
    </span>
  );
}

export function sumOf(stars: StarCounts): number {
  return stars.reduce((sum, count) => sum + count, 0);
}

type RatingPanelProps = { slug: string; rating: Rating; counts: ReviewCounts };

/**
 * The mean and how the stars are spread; every row leads to the reviews with so many, one more to those with photos.
 */
export function RatingPanel({ slug, rating, counts: { stars, with_photos } }: RatingPanelProps) {
  const total = sumOf(stars);
  const pictured = sumOf(with_photos);
  return (
    <div className="panel panel--quiet review__sum">
      <p className="row review__mean">
        <b className="num">{formatStars(rating.value)}</b>
        <span className="soft">из 5 · {countOf(rating.count, 'отзыв', 'отзыва', 'отзывов')}</span>
      </p>
      {rating.is_demo ? (
        <p className="small soft">
          Это демонстрационные отзывы: они показывают, как устроена страница. Первый настоящий отзыв их заменит.
        </p>
      ) : null}
      <ul className="bars">
        {stars.map((count, at) => {
          const value = 5 - at;
          const inside = (
            <>
              <span>
                <span className="sr">С оценкой </span>
                {value}
              </span>
              <i style={{ '--p': `${total === 0 ? 0 : Math.round((count / total) * 100)}%` } as React.CSSProperties} />
              <span className="soft">
                {formatCount(count)}
                <span className="sr"> {plural(count, 'отзыв', 'отзыва', 'отзывов')}</span>
              </span>
            </>
          );
          return (
            <li key={value}>
              {count > 0 ? <a href={productReviewsUrl(slug, { rating: value })}>{inside}</a> : <div>{inside}</div>}
            </li>
          );
        })}
      </ul>
      {pictured > 0 ? (
        <a className="link row review__pictured" href={productReviewsUrl(slug, { photos: true })}>
          С фото: {countOf(pictured, 'отзыв', 'отзыва', 'отзывов')}
        </a>
      ) : null}
    </div>
  );
}

export function QuestionItem({ question }: { question: QuestionView }) {
  return (
    <li className="review" id={`question-${question.id}`}>
      <p className="row between">
        <b className="b">{question.author_name}</b>
        <time className="soft small num" dateTime={question.day}>
          {question.date}
        </time>
      </p>
      {question.is_demo ? (
        <p className="row review__facts">
          <span className="badge badge--grey">Демонстрационный вопрос</span>
        </p>
      ) : null}
      <p className="review__text">{unbroken(question.text)}</p>
      {question.answer ? (
        <div className="review__reply">
          <b className="b">Ответ магазина</b>
          <p className="review__text">{unbroken(question.answer)}</p>
        </div>
      ) : (
        <p className="small soft">Магазин ещё не ответил.</p>
      )}
    </li>
  );
}
