import { MoveHorizontal } from 'lucide-react';
import { type Dates, daysWords, movedBy } from '#shared/calendar-days.ts';
import { PageLink } from '../parts/page-link.tsx';
import { type CalendarItem, kinds, recordOf } from './calendar-words.ts';
import { type Bar, barOf } from './lanes.ts';
import { daysIn, type Span } from './span.ts';
import { useDrag } from './use-drag.ts';
import { isMoment } from './use-moves.ts';
import { whenWords } from './when.ts';

type Props = {
  span: Span;
  bar: Bar;
  top: number;
  isColliding: boolean;
  /** Whose it is. */
  whose: string;
  /** Something is being saved: nothing is dragged meanwhile. */
  isBusy: boolean;
  onMove: (item: CalendarItem, dates: Dates) => void;
  onAsk: (item: CalendarItem) => void;
};

const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

/** A bar that opens its record; dragged it gets other dates, its edges one of them, its button asks for both. */
export function TimelineBar({ span, bar, top, isColliding, whose, isBusy, onMove, onAsk }: Props) {
  const { item } = bar;
  const { time_zone: zone, is_draft: isDraft, title, fixed } = item;
  const isDraggable = fixed === null && !isBusy;
  const { drag, listenersOf } = useDrag({
    isOn: isDraggable,
    daysShown: daysIn(span),
    onDrop: ({ part, days }) => onMove(item, movedBy(item, part, days, zone)),
  });
  const dates = drag ? movedBy(item, drag.part, drag.days, zone) : null;
  const { left, width } = dates ? barOf(span, { ...item, ...dates }) : bar;
  const edges = fixed !== null || isMoment(item) ? [] : edgesOf(item, bar);
  return (
    <li
      className={`${placeOf(left, left + width)}${left > late ? ' is-late' : ''}${dates ? ' is-dragged' : ''}`}
      style={{ left: percent(left), width: percent(width), top }}
    >
      <PageLink
        to={recordOf(item)}
        draggable={false}
        className={`span-bar span-bar-${kinds[item.kind].tone}${isDraft ? ' span-bar-draft' : ''}${fixed === null ? ' span-bar-free' : ''}`}
        title={`${title}: ${whose}, ${whenWords(item)}${fixed === null ? '' : `. ${fixed}`}`}
        {...listenersOf('whole')}
      >
        {title}
        <span className="hidden-words">
          {`, ${whose}, ${whenWords(item)}${isDraft ? ', черновик' : ''}`}
          {isColliding ? ', есть столкновение' : ''}
        </span>
        {isColliding ? <i aria-hidden="true">!</i> : null}
      </PageLink>
      {edges.map((part) => (
        <span key={part} className={`span-edge span-edge-${part}`} aria-hidden="true" {...listenersOf(part)} />
      ))}
      <button
        type="button"
        className="span-move"
        aria-label={`Переместить: ${title}`}
        title={fixed ?? 'Переместить…'}
        onClick={() => onAsk(item)}
      >
        <MoveHorizontal size={14} aria-hidden="true" />
      </button>
      {dates ? <span className="span-days">{daysWords(dates, zone, isMoment(item))}</span> : null}
    </li>
  );
}

/** What begins later has its new days told to the left: they would leave the panel. */
const late = 0.6;
/** As much of the panel as the button beside a bar takes at most. */
const buttonWidth = 0.06;

/** Where the button of a bar stands: after it, before it, or within it when it fills the panel. */
function placeOf(left: number, right: number): string {
  if (right < 1 - buttonWidth) return 'has-after';
  return left > buttonWidth ? 'has-before' : 'has-within';
}

/** An edge that is there and within the days shown. */
function edgesOf({ starts_at, ends_at }: CalendarItem, { left, width }: Bar): ('start' | 'end')[] {
  const hasStart = starts_at !== null && left > 0;
  const hasEnd = ends_at !== null && left + width < 1;
  return [...(hasStart ? (['start'] as const) : []), ...(hasEnd ? (['end'] as const) : [])];
}
