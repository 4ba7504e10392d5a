import type { Department } from '#modules/departments/queries.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import { Icon } from '#web/ui/icon.tsx';

/**
 * S2-33. The page is the same for everybody, so it shows the branch and calls it no more than a pickup point; which one
 * the visitor has chosen, or which is the nearest to where they are, is put in by `shell/point-choice.ts` when the menu
 * opens. Without a script all points are a list.
 */
export function PickupPoints({ branch, points, now }: { branch: Department; points: Department[]; now: Date }) {
  const others = points.length > 1;
  return (
    <section className="side__point panel panel--quiet" data-points aria-label="Пункт выдачи">
      <p className="soft small" data-point-title>
        Пункт выдачи
      </p>
      <div data-point-shown>
        <PointWords point={branch} now={now} />
      </div>
      <p className="small soft" role="status" data-point-note />
      {others && (
        <>
          <button type="button" className="btn btn--line btn--wide" data-point-nearest hidden>
            <Icon name="map-pin" />
            Найти ближайший
          </button>
          <details>
            <summary>Все пункты выдачи: {points.length}</summary>
            <ul>
              {points.map((point) => (
                <li
                  key={point.id_1c}
                  data-point={point.id_1c}
                  data-place={point.latitude && point.longitude ? `${point.latitude},${point.longitude}` : undefined}
                >
                  <div>
                    <PointWords point={point} now={now} />
                  </div>
                  <button type="button" className="btn btn--quiet" data-point-choose hidden>
                    Выбрать
                    <span className="sr">: {point.address}</span>
                  </button>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}

function PointWords({ point, now }: { point: Department; now: Date }) {
  const open = openState(point.hours, point.hour_exceptions, point.time_zone, now);
  return (
    <>
      <p className="b">
        {point.city}, {point.address}
      </p>
      <p className="small">
        {open.words}
        {open.note && ` (${open.note})`}
        <br />
        <span className="soft">{workTimeLines(point.work_time).join(', ')}</span>
      </p>
    </>
  );
}
