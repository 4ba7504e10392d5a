import { type ReactNode, useId } from 'react';
import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import type { Requests } from './customer-types.ts';

const ticketTones: Record<Requests['tickets'][number]['state'], Tone> = {
  open: 'warn',
  answered: 'good',
  closed: 'plain',
};
const reviewTones: Record<Requests['reviews'][number]['state'], Tone> = {
  new: 'warn',
  approved: 'good',
  refused: 'bad',
};

/** What the customer wrote to the shop and about its goods; who answers them goes to the queue from here. */
export function CustomerRequests({ id }: { id: string }) {
  const { data, error, refetch } = useGot<Requests>(`/api/admin/customers/${id}/requests`);
  const canAnswer = useCan('tickets.write');
  const canModerate = useCan('moderation.write');
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />}
      </div>
    );
  return (
    <div className="customer-panels">
      <Listed title="Обращения" empty="В поддержку не писал.">
        {data.tickets.map((ticket) => (
          <li key={ticket.id}>
            <span className="list-head">
              {canAnswer ? (
                <PageLink to={`/requests/tickets?state=${ticket.state}&id=${ticket.id}`} className="strong">
                  Обращение {ticket.number}
                </PageLink>
              ) : (
                <b>Обращение {ticket.number}</b>
              )}
              <Tag tone={ticketTones[ticket.state]}>{ticket.state_words}</Tag>
              <span className="soft small num">{shortMoment(ticket.created_at)}</span>
            </span>
            <span>
              {ticket.theme}
              {ticket.order_number === null ? '' : `, заказ ${ticket.order_number}`}
            </span>
          </li>
        ))}
      </Listed>
      <Listed title="Отзывы" empty="Отзывов нет.">
        {data.reviews.map((review) => (
          <li key={review.id}>
            <span className="list-head">
              {canModerate ? (
                <PageLink to={`/requests/reviews?state=${review.state}&id=${review.id}`} className="strong">
                  {review.product}
                </PageLink>
              ) : (
                <b>{review.product}</b>
              )}
              <Tag tone={reviewTones[review.state]}>{review.state_words}</Tag>
              <span className="soft small num">
                оценка {review.rating}, {shortMoment(review.created_at)}
              </span>
            </span>
            <span className="words">{review.text || 'Без слов'}</span>
          </li>
        ))}
      </Listed>
      <Listed title="Вопросы о товарах" empty="Вопросов нет.">
        {data.questions.map((question) => (
          <li key={question.id}>
            <span className="list-head">
              <b>{question.product}</b>
              <Tag>{question.state_words}</Tag>
              <span className="soft small num">{shortMoment(question.created_at)}</span>
            </span>
            <span className="words">{question.text}</span>
          </li>
        ))}
      </Listed>
    </div>
  );
}

/** A panel with a list, or with a word that there is nothing. */
export function Listed({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
      </div>
      {children.length === 0 ? (
        <p className="soft customer-empty">{empty}</p>
      ) : (
        <ul className="customer-list">{children}</ul>
      )}
    </section>
  );
}
