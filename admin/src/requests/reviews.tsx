import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { stateChoices, stateTones } from './decisions.ts';
import { Due } from './due.tsx';
import { Queue } from './queue.tsx';
import { Say } from './say.tsx';

type Row = Got<'/api/admin/reviews'>['items'][number];
type Review = Got<'/api/admin/reviews/{id}'>;

/** Reviews: what waits for a decision first, the oldest on top. */
export function Reviews() {
  return (
    <Queue<Row>
      label="Отзывы"
      path="/api/admin/reviews"
      choices={stateChoices}
      empty="Отзывов нет"
      help="J, K — по списку, A — опубликовать, R — ответить, D — отклонить"
      keyOf={({ id }) => String(id)}
      line={(row) => (
        <>
          <b>{row.product}</b>
          <span className="block cut soft">{row.text}</span>
          <span className="soft small">
            {row.rating} из 5, {row.author_name}, {shortMoment(row.created_at)}
            {row.photos > 0 ? `, фото: ${row.photos}` : ''}
          </span>
          <Due row={row} waits={row.state === 'new'} words="решить" />
        </>
      )}
      detail={({ id }) => <One id={id} />}
    />
  );
}

function One({ id }: { id: number }) {
  const path = `/api/admin/reviews/${id}`;
  const { data, error, refetch } = useGot<Review>(path);
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const approve = useVerb(reload);
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />;
  const values = { имя: data.author_name, товар: data.product };
  const { state, author_name, rating, text, pros, cons, photo_ids, reply } = data;
  const seen = { state, author_name, rating, text, pros, cons, photo_ids, reply };
  return (
    <>
      <h2>
        {data.product} <Tag tone={stateTones[data.state]}>{data.state_words}</Tag>
      </h2>
      <p className="soft">
        {data.rating} из 5; {data.author_name}; {data.is_demo ? 'демонстрационный' : `заказ ${data.order_number}`};{' '}
        {data.city}, {shortMoment(data.created_at)}
      </p>
      <p className="words">{data.text}</p>
      {data.pros ? <p className="words">Достоинства: {data.pros}</p> : null}
      {data.cons ? <p className="words">Недостатки: {data.cons}</p> : null}
      {data.photo_ids.length > 0 ? (
        <p className="review-photos">
          {data.photo_ids.map((photo, at) => (
            <img key={photo} src={`${path}/photos/${photo}`} alt={`Фото ${at + 1} к отзыву`} loading="lazy" />
          ))}
        </p>
      ) : null}
      {data.reason ? <p className="note">Не опубликован: {data.reason}</p> : null}
      {data.reply ? <p className="note words">Ответ магазина: {data.reply}</p> : null}
      <Problem words={approve.problem} />
      {data.state === 'approved' ? null : (
        <p>
          <Button
            kind="primary"
            data-key="KeyA"
            isBusy={approve.isBusy}
            onClick={() => approve.run(`${path}/approve`, { seen })}
          >
            Опубликовать
          </Button>
        </p>
      )}
      <Say
        label="Ответ магазина"
        hint="Стоит под отзывом; новый ответ заменяет прежний"
        button="Ответить"
        path={`${path}/reply`}
        name="text"
        seen={seen}
        field="reply"
        hotKey="KeyR"
        templates={{ kind: 'reviews', values }}
        onDone={reload}
      />
      {data.state === 'refused' ? null : (
        <Say
          label="Причина отказа"
          hint="Её прочтёт автор"
          button={data.state === 'approved' ? 'Снять с публикации' : 'Отклонить'}
          path={`${path}/refuse`}
          name="reason"
          seen={seen}
          hotKey="KeyD"
          isDanger
          templates={{ kind: 'refusals', values }}
          onDone={reload}
        />
      )}
    </>
  );
}
