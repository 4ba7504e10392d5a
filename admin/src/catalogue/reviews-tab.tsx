import type { ReactNode } from 'react';
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
  const failed = [reviews, questions].filter(({ error }) => error);
  const retry = () => {
    for (const one of failed) void one.refetch();
  };
  if (failed[0]) return <LoadFailure error={failed[0].error} retry={retry} />;
  if (!reviews.data || !questions.data) return <Skeleton rows={6} />;
  return (
    <>
      <Written title="Отзывы" none="Отзывов нет." list={reviews.data}>
        {({ id, rating, text, state, state_words }) => (
          <>
            <p>
              <b>{rating} из 5</b> <Tag tone={stateTones[state]}>{state_words}</Tag>{' '}
              <PageLink to={`/requests/reviews?state=${state}&id=${id}`}>Открыть</PageLink>
            </p>
            <p>{text}</p>
          </>
        )}
      </Written>
      <Written title="Вопросы" none="Вопросов нет." list={questions.data}>
        {({ text, answer, state_words }) => (
          <>
            <p>
              {text} <Tag>{state_words}</Tag>
            </p>
            {answer ? <p className="soft">Ответ: {answer}</p> : null}
          </>
        )}
      </Written>
    </>
  );
}

type WrittenProps<Item> = {
  title: string;
  none: string;
  list: { items: readonly Item[]; next: string | null };
  children: (item: Item) => ReactNode;
};

/** What buyers wrote, each with its author and day. */
function Written<Item extends { id: number; author_name: string; created_at: string }>(props: WrittenProps<Item>) {
  const { title, none, list, children } = props;
  return (
    <section className="panel goods-panel" aria-label={title}>
      <h2>{title}</h2>
      {list.items.length === 0 ? <p className="soft">{none}</p> : null}
      {list.items.map((item) => (
        <article key={item.id}>
          {children(item)}
          <p className="soft small">
            {item.author_name}, {shortMoment(item.created_at)}
          </p>
        </article>
      ))}
      {list.next ? <p className="soft">Это не все: остальные в «Обращениях».</p> : null}
    </section>
  );
}
