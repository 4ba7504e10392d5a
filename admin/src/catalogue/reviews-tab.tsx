import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { stateTones } from '../requests/decisions.ts';

type Reviews = Got<'/api/admin/reviews'>;
type Questions = Got<'/api/admin/questions'>;

/** What buyers write of a product and ask about it; decided upon in «Обращения». */
export function ReviewsTab({ id }: { id: number }) {
  const filter = encodeURIComponent(JSON.stringify({ product_id: id }));
  const reviews = useGot<Reviews>(`/api/admin/reviews?filter=${filter}`);
  const questions = useGot<Questions>(`/api/admin/questions?filter=${filter}`);
  const failed = reviews.error ? reviews : questions.error ? questions : null;
  if (failed) return <LoadFailure error={failed.error} retry={() => void failed.refetch()} />;
  if (!reviews.data || !questions.data) return <Skeleton rows={6} />;
  return (
    <>
      <section className="panel goods-panel" aria-label="Отзывы">
        <h2>Отзывы</h2>
        {reviews.data.items.length === 0 ? <p className="soft">Отзывов нет.</p> : null}
        {reviews.data.items.map(({ id, rating, text, author_name, created_at, state, state_words }) => (
          <article key={id}>
            <p>
              <b>{rating} из 5</b> <Tag tone={stateTones[state]}>{state_words}</Tag>{' '}
              <PageLink to={`/requests/reviews?state=${state}&id=${id}`}>Открыть</PageLink>
            </p>
            <p>{text}</p>
            <p className="soft small">
              {author_name}, {shortMoment(created_at)}
            </p>
          </article>
        ))}
        {reviews.data.next ? <p className="soft">Это не все: остальные в «Обращениях».</p> : null}
      </section>
      <section className="panel goods-panel" aria-label="Вопросы">
        <h2>Вопросы</h2>
        {questions.data.items.length === 0 ? <p className="soft">Вопросов нет.</p> : null}
        {questions.data.items.map(({ id, text, answer, author_name, created_at, state_words }) => (
          <article key={id}>
            <p>
              {text} <Tag>{state_words}</Tag>
            </p>
            {answer ? <p className="soft">Ответ: {answer}</p> : null}
            <p className="soft small">
              {author_name}, {shortMoment(created_at)}
            </p>
          </article>
        ))}
        {questions.data.next ? <p className="soft">Это не все: остальные в «Обращениях».</p> : null}
      </section>
    </>
  );
}
