import { renderToStaticMarkup } from 'react-dom/server';
import { countOf } from '#shared/plurals.ts';
import { askQuestionUrl, productQuestionsUrl, productReviewsUrl, writeReviewUrl } from '#shared/review-urls.ts';
import { productUrl } from '#shared/urls.ts';
import type { ReviewBlock } from './read-reviews.ts';
import { QuestionItem, RatingPanel, ReviewItem, sumOf } from './review-parts.tsx';

/**
 * Reviews and questions of the product's page as ready HTML: read, not operated, so the browser gets no script for it.
 */
export function reviewBlockHtml(block: ReviewBlock): string {
  return renderToStaticMarkup(<Block {...block} />);
}

function Block({ product: { slug }, rating, counts, reviews, questions, questions_total }: ReviewBlock) {
  const total = sumOf(counts.stars);
  const isNothing = reviews.length === 0 && questions.length === 0 && !rating;
  return (
    <div className={isNothing ? 'reviews__both' : undefined}>
      <section className={rating ? 'block cols2' : 'block'} id="reviews" aria-labelledby="reviews-title">
        <div>
          <h2 id="reviews-title">Отзывы</h2>
          {reviews.length > 0 ? (
            <ul>
              {reviews.map((review) => (
                <ReviewItem key={review.id} review={review} back={productUrl(slug)} />
              ))}
            </ul>
          ) : (
            <p className="soft reviews__none">
              Отзывов пока нет. Их пишут те, кто получил этот товар в нашем магазине.
            </p>
          )}
          <p className="row reviews__more">
            {total > reviews.length ? (
              <a className="btn btn--line" href={productReviewsUrl(slug)}>
                Все {countOf(total, 'отзыв', 'отзыва', 'отзывов')}
              </a>
            ) : null}
            <a className="btn btn--quiet" href={writeReviewUrl(slug)}>
              Написать отзыв
            </a>
          </p>
        </div>
        {rating ? <RatingPanel slug={slug} rating={rating} counts={counts} /> : null}
      </section>
      <section className="block" id="questions" aria-labelledby="questions-title">
        <h2 id="questions-title">Вопросы и ответы</h2>
        {questions.length > 0 ? (
          <ul className="reviews__questions">
            {questions.map((question) => (
              <QuestionItem key={question.id} question={question} />
            ))}
          </ul>
        ) : (
          <p className="soft reviews__none">Вопросов пока нет. Спросите: ответит филиал вашего города.</p>
        )}
        <p className="row reviews__more">
          {questions_total > questions.length ? (
            <a className="btn btn--line" href={productQuestionsUrl(slug)}>
              Все {countOf(questions_total, 'вопрос', 'вопроса', 'вопросов')}
            </a>
          ) : null}
          <a className="btn btn--quiet" href={askQuestionUrl(slug)}>
            Задать вопрос
          </a>
        </p>
      </section>
    </div>
  );
}
