import { Link } from 'react-router';
import type { DeviceType } from '#platform/device.ts';
import { unbroken } from '#shared/unbroken.ts';
import { contactsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

type FactsProps = {
  data: { device: DeviceType; where: string[]; organiser: string; ad_mark: string; dates: string };
};

/** On a phone they are folded, the goods sooner in sight; a mark of advertising stays seen (38-ФЗ). */
export function Facts({ data }: FactsProps) {
  const mark = data.ad_mark ? <p className="tiny soft acts__ad">Реклама. {data.ad_mark}</p> : null;
  if (data.device === 'mobile')
    return (
      <aside aria-label="Коротко об акции">
        <details className="acts__rules">
          <summary>
            <h2 className="h3">Где и кто проводит</h2>
            <Icon name="chevron-down" />
          </summary>
          <FactList data={data} />
        </details>
        {mark}
      </aside>
    );
  return (
    <aside className="panel panel--quiet" aria-label="Коротко об акции">
      <FactList data={data} />
      {mark}
    </aside>
  );
}

function FactList({ data: { where, organiser, dates } }: FactsProps) {
  return (
    <dl className="acts__facts-list">
      <div>
        <dt>Когда</dt>
        <dd className="num">{dates}</dd>
      </div>
      <div>
        <dt>Где</dt>
        {where.map((place) => (
          <dd key={place}>{unbroken(place)}</dd>
        ))}
        <dd>
          <Link className="link" to={contactsUrl()}>
            Пункты этого города
          </Link>
        </dd>
      </div>
      {organiser ? (
        <div>
          <dt>Организатор</dt>
          <dd>{unbroken(organiser)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
