import { distanceWords } from '#shared/distance.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { EntrancePicture } from '#web/parts/zoom/entrance-picture.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import type { Route } from './+types/route.ts';

const OpenNow = deferred(() => import('#web/parts/maps/open-now.tsx').then((loaded) => loaded.OpenNow), { soon: true });

export type PointData = Route.ComponentProps['loaderData']['points'][number];

type PointProps = {
  point: PointData;
  /** On the shop's own scheme; 0: it is not there. */
  number: number;
  /** From the visitor; null: unknown. */
  metres: number | null;
  /** Of a look at the shop; null: now. */
  moment: string | null;
  /** A phone shows the first point whole, the others by a press. */
  isFolded: boolean;
};

/** One address: whether it is open, how to reach it, what to know before coming. */
export function Point({ point, number, metres, moment, isFolded }: PointProps) {
  const head = (
    <>
      <h2 className="h3 contacts__title">
        {number > 0 ? (
          <>
            <span className="sr">На схеме </span>
            <span className="pmap__n num">{number}</span>
          </>
        ) : null}
        <span>{unbroken(point.address)}</span>
      </h2>
      <span className="small soft line">
        {point.is_branch ? 'Магазин и пункт выдачи' : 'Пункт выдачи'}
        {metres === null
          ? point.from_shop && `, ${point.from_shop} от\u00a0магазина`
          : `, ${distanceWords(metres)} от вас по прямой`}
      </span>
      <OpenNow hours={point.hours} exceptions={point.exceptions} time_zone={point.time_zone} at={moment} />
    </>
  );
  return (
    <li className="panel contacts__point" id={`point-${point.id_1c}`}>
      {isFolded ? (
        <details className="contacts__fold">
          <summary>
            {head}
            <Icon name="chevron-down" />
          </summary>
          <PointFacts point={point} />
        </details>
      ) : (
        <div className="contacts__facts">
          <div className="contacts__head">{head}</div>
          <PointFacts point={point} />
        </div>
      )}
    </li>
  );
}

function PointFacts({ point }: Pick<PointProps, 'point'>) {
  return (
    <>
      <OwnTimes point={point} />
      <div className="contacts__ways">
        {point.phones.map(({ phone, is_common }) => (
          <span key={phone}>
            <a className="link b num nowrap" href={phoneHref(phone)}>
              {phone}
            </a>
            {is_common ? <span className="small soft"> телефон магазина</span> : null}
          </span>
        ))}
        {point.email ? (
          <a className="link contacts__mail" href={`mailto:${point.email}`}>
            {point.email}
          </a>
        ) : null}
        <RouteAnchor
          href={point.route}
          className="btn btn--line btn--sm"
          size="s"
          words="Построить маршрут"
          place={point.address}
        />
        {point.map ? (
          <a className="row link" href={point.map} target="_blank" rel="noreferrer">
            <Icon name="map-pin" size="s" />
            На карте
            <span className="sr">: {point.address} (в новом окне)</span>
          </a>
        ) : null}
      </div>
      {point.details?.entrance_image ? (
        <div className="contacts__picture">
          <EntrancePicture path={point.details.entrance_image} address={point.address} />
        </div>
      ) : null}
      <Details details={point.details} />
    </>
  );
}

function Details({ details }: Pick<PointData, 'details'>) {
  const facts = [
    ['Как войти', details?.way_in],
    ['Парковка', details?.parking],
    ['Услуги', details?.services.map((service, at) => (at === 0 ? service : lowerFirst(service))).join(', ')],
  ].flatMap(([name, words]) => (name && words ? [[name, words] as const] : []));
  if (facts.length === 0) return null;
  return (
    <dl className="small contacts__details">
      {facts.map(([name, words]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd>{unbroken(words)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the point does not share with the others. */
function OwnTimes({ point: { work_lines, holidays } }: { point: PointData }) {
  if (work_lines.length + holidays.length === 0) return null;
  return (
    <div className="contacts__times">
      {work_lines.map((line) => (
        <span key={line} className="line num">
          {line}
        </span>
      ))}
      {holidays.length > 0 ? (
        <ul className="small soft contacts__days">
          {holidays.map((day) => (
            <li key={day.date}>
              <span className="num">{day.date}</span> — {day.words}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
