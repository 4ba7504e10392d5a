import { CircleCheck } from 'lucide-react';
import type { MouseEvent } from 'react';
import { type Got, useGot } from '../parts/got.ts';
import { Help } from '../parts/help.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';

type Quality = Got<'/api/admin/products/{id}/quality'>;

export const qualityPath = (id: number) => `/api/admin/products/${id}/quality`;

/** How well the product is described, and what is missing, each with a link to where it is filled in. */
export function QualityPanel({ id, idcode }: { id: number; idcode: string }) {
  const { data, error, refetch } = useGot<Quality>(qualityPath(id));
  const quality = data?.quality;
  return (
    <section className="panel goods-panel" aria-label="Качество">
      <h2>
        Качество{' '}
        <Help about="Качество">
          От 0 до 100: изображение, описание, свойства раздела, вес, единица, цена во всех филиалах, где товар есть,
          аналог. Считается по сохранённому.
        </Help>
      </h2>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton rows={3} /> : null}
      {data && !quality ? <p className="soft">Ещё не посчитано, посмотрите через минуту.</p> : null}
      {quality ? (
        <>
          <p>
            <Tag tone={quality.score < 70 ? 'warn' : 'good'}>{quality.score} из 100</Tag>{' '}
            {quality.average === null ? null : <span className="soft">{`в разделе в среднем ${quality.average}`}</span>}
          </p>
          {quality.held.length > 0 ? (
            <ul className="goods-held" aria-label="Заполнено">
              {quality.held.map(({ key, words, points }) => (
                <li key={key}>
                  <CircleCheck size={14} aria-hidden="true" />
                  {words}
                  <span className="soft num">{points}</span>
                </li>
              ))}
            </ul>
          ) : null}
          <p>{quality.missing.length === 0 ? 'Всё заполнено.' : 'Чего не хватает:'}</p>
          <ul className="goods-missing">
            {quality.missing.map(({ key, words, points, place }) => (
              <li key={key}>
                {place.startsWith('/') ? (
                  <PageLink to={`${place}?q=${encodeURIComponent(idcode)}`}>{words}</PageLink>
                ) : place.startsWith('?') ? (
                  <PageLink to={`/catalogue/${id}${place}`}>{words}</PageLink>
                ) : (
                  <a href={`#${place}`} onClick={(event) => openPlace(event, place)}>
                    {words}
                  </a>
                )}{' '}
                <span className="soft num">{`${key === 'attributes' ? 'до ' : ''}+${points}`}</span>
                {key === 'attributes' ? <small className="soft">{quality.attributes.join(', ')}</small> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

/** The page keeps its address: what is in it is the state of the page. */
function openPlace(event: MouseEvent, place: string) {
  event.preventDefault();
  const part = document.getElementById(place);
  part?.scrollIntoView({ block: 'center' });
  part?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
}
