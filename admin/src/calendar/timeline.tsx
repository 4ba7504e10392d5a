import { PageLink } from '../parts/page-link.tsx';
import { type CalendarItem, type Kind, kinds, recordOf } from './calendar-words.ts';
import { lanesOf } from './lanes.ts';
import { monthsIn, placeIn, type Span, weeksIn } from './span.ts';
import { whenWords } from './when.ts';

type Props = {
  span: Span;
  shown: Kind[];
  items: readonly CalendarItem[];
  /** `kind id` of what collides with something. */
  colliding: Set<string>;
  whoseOf: (item: CalendarItem) => string;
};

const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

/** Bars by kind over the days of the span; each opens its record. */
export function Timeline({ span, shown, items, colliding, whoseOf }: Props) {
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
        const { label, icon: Icon, tone } = kinds[kind];
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
              {lanes.map((lane, row) =>
                lane.map(({ item, left, width }) => (
                  <li
                    key={`${item.kind} ${item.id} ${item.starts_at}`}
                    style={{ left: percent(left), width: percent(width), top: row * 29 + 5 }}
                  >
                    <PageLink
                      to={recordOf(item)}
                      className={`span-bar span-bar-${tone}${item.is_draft ? ' span-bar-draft' : ''}`}
                      title={`${item.title}: ${whoseOf(item)}, ${whenWords(item)}`}
                    >
                      {item.title}
                      <span className="hidden-words">
                        {`, ${whoseOf(item)}, ${whenWords(item)}${item.is_draft ? ', черновик' : ''}`}
                        {colliding.has(`${item.kind} ${item.id}`) ? ', есть столкновение' : ''}
                      </span>
                      {colliding.has(`${item.kind} ${item.id}`) ? <i aria-hidden="true">!</i> : null}
                    </PageLink>
                  </li>
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
