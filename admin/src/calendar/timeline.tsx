import type { Dates } from '#shared/calendar-days.ts';
import { type CalendarItem, type Kind, keyOf, kinds } from './calendar-words.ts';
import { lanesOf } from './lanes.ts';
import { monthsIn, placeIn, type Span, weeksIn } from './span.ts';
import { TimelineBar } from './timeline-bar.tsx';

type Props = {
  span: Span;
  shown: Kind[];
  items: readonly CalendarItem[];
  /** `kind id` of what collides with something. */
  colliding: Set<string>;
  whoseOf: (item: CalendarItem) => string;
  isBusy: boolean;
  onMove: (item: CalendarItem, dates: Dates) => void;
  /** Dates are asked for in a dialog. */
  onAsk: (item: CalendarItem) => void;
};

const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

/** Bars by kind over the days of the span; each opens its record and is dragged to other days. */
export function Timeline({ span, shown, items, colliding, whoseOf, isBusy, onMove, onAsk }: Props) {
  const now = placeIn(span, Date.now());
  return (
    <div className="timeline">
      <div className="timeline-head" aria-hidden="true">
        <span className="soft small">Что показываем</span>
        <div className="timeline-axis">
          {monthsIn(span).map(({ day, label, at }) => (
            <b key={day} style={{ left: percent(at) }}>
              {label}
            </b>
          ))}
          {weeksIn(span).map(({ day, at }) => (
            <span key={day} className="num" style={{ left: percent(at) }}>
              {Number(day.slice(8))}
            </span>
          ))}
        </div>
      </div>
      {shown.map((kind) => {
        const { label, icon: Icon } = kinds[kind];
        const lanes = lanesOf(
          span,
          items.filter((item) => item.kind === kind),
        );
        if (lanes.length === 0) return null;
        return (
          <section key={kind} className="timeline-row" aria-label={label}>
            <h2>
              <Icon size={16} aria-hidden="true" />
              {label}
            </h2>
            <ul className="timeline-lanes" style={{ height: lanes.length * 29 + 9 }}>
              {lanes.flatMap((lane, row) =>
                lane.map((bar) => (
                  <TimelineBar
                    key={keyOf(bar.item)}
                    span={span}
                    bar={bar}
                    isBusy={isBusy}
                    onMove={onMove}
                    onAsk={onAsk}
                    top={row * 29 + 5}
                    isColliding={colliding.has(`${bar.item.kind} ${bar.item.id}`)}
                    whose={whoseOf(bar.item)}
                  />
                )),
              )}
            </ul>
          </section>
        );
      })}
      {now > 0 && now < 1 ? (
        <div className="timeline-now" aria-hidden="true">
          <i style={{ left: percent(now) }} />
        </div>
      ) : null}
    </div>
  );
}
