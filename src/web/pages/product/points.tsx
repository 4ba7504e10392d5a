import { useEffect, useState } from 'react';
import type { PointAvailability } from '#modules/catalogue/points.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { distanceWords } from '#shared/distance.ts';
import { countOf } from '#shared/plurals.ts';
import type { Distances } from '#web/parts/maps/near-me.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { pointCookie, readCookie } from '#web/ui/own-cookies.ts';

const PointsFinder = deferred(() => import('#web/parts/maps/points-finder.tsx').then((loaded) => loaded.PointsFinder));

type PointsProps = {
  product: ProductPage;
  /** Those of the product where it can be taken, or lies. */
  points: PointAvailability[];
  /** Its price has to be asked first: where it lies, and no hour at which it can be taken. */
  isAsked: boolean;
  map_script: string | null;
};

/**
 * Where a product that can be bought can be taken: each point of the branch with how many, and from when until when. No
 * script, no map needed; with one the visitor's own point stands first, or the nearest.
 */
export function Points({ product, points, isAsked, map_script }: PointsProps) {
  const [distances, setDistances] = useState<Distances | null>(null);
  const [isMapped, setMapped] = useState(false);
  const [own, setOwn] = useState('');
  useEffect(() => setOwn(readCookie(pointCookie)), []);
  const [marks] = useState(() => points.flatMap(markOf));
  const others = product.points.length - points.length;
  return (
    <section aria-labelledby="points-title">
      <h2 className="h3" id="points-title">
        {isAsked ? 'Где есть' : 'Где забрать'}
      </h2>
      {product.stock_updated_text ? (
        <p className="soft small points__at">Остатки на {product.stock_updated_text}</p>
      ) : null}
      {marks.length > 1 ? (
        <PointsFinder points={marks} script={map_script} onFound={setDistances} onMap={setMapped} />
      ) : null}
      <ul className="avail">
        {inOrder(points, own, distances).map((point) => {
          const id = point.department_id_1c;
          const metres = distances?.get(id);
          const number = isMapped && !map_script ? marks.findIndex((mark) => mark.id === id) + 1 : 0;
          const notes = [
            ...(id === own ? ['ваш пункт'] : []),
            ...(metres === undefined ? [] : [`${distanceWords(metres)} от вас`]),
          ];
          return (
            <li key={id} id={`point-${id}`}>
              <span>
                {number > 0 ? <span className="pmap__n num">{number}</span> : null}{' '}
                {point.yandex_map_link ? (
                  <a className="link" href={point.yandex_map_link} target="_blank" rel="noreferrer">
                    {point.address}
                  </a>
                ) : (
                  point.address
                )}
                {notes.length > 0 ? <span className="small soft">, {notes.join(', ')}</span> : null}
              </span>
              <span className="num">{point.quantity_text}</span>
              {isAsked ? (
                <span className="small soft num avail__when">{point.open_words}</span>
              ) : (
                <span className={`small num avail__when state--${point.is_today || point.is_here ? 'good' : 'wait'}`}>
                  {point.ready_text} до {point.ready_until}
                  {point.is_today && point.shelf ? `, ${point.shelf}` : ''}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {others > 0 ? <p className="small soft">Ещё в {countOf(others, 'пункте', 'пунктах', 'пунктах')} нет</p> : null}
    </section>
  );
}

function markOf({ department_id_1c: id, address: name, latitude, longitude }: PointAvailability) {
  if (latitude === null || longitude === null) return [];
  return [{ id, name, latitude: Number(latitude), longitude: Number(longitude), href: `#point-${id}` }];
}

/** By distance where it is known, else the visitor's own point first. */
function inOrder(points: PointAvailability[], own: string, distances: Distances | null): PointAvailability[] {
  const place = ({ department_id_1c: id }: PointAvailability) =>
    distances ? (distances.get(id) ?? Number.MAX_VALUE) : Number(id !== own);
  return points.toSorted((a, b) => place(a) - place(b));
}
