import type { CalendarItem } from './calendar-words.ts';
import { placeIn, type Span } from './span.ts';

export type Bar = { item: CalendarItem; left: number; width: number };

/** The shortest bar that can be pressed, as a part of the span. */
const leastWidth = 0.035;
const dayMs = 86_400_000;
/** What begins and does not end is shown by its first day. */
const momentKinds = ['releases', 'drafts', 'plans', 'articles', 'pages', 'forms'];

/** Bars of one kind in as few rows as they fit in without covering each other. */
export function lanesOf(span: Span, items: CalendarItem[]): Bar[][] {
  const bars = items
    .map((item) => barOf(span, item))
    .sort((a, b) => a.left - b.left || b.width - a.width || Number(a.item.id) - Number(b.item.id));
  const lanes: Bar[][] = [];
  for (const bar of bars) {
    const free = lanes.find((lane) => lane.every(({ left, width }) => left + width <= bar.left));
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
}

/** Where a bar stands, as parts of the span. */
export function barOf(span: Span, item: CalendarItem): Bar {
  const begin = item.starts_at === null ? Number.NEGATIVE_INFINITY : Date.parse(item.starts_at);
  const end = item.ends_at === null ? endless(item, begin) : Date.parse(item.ends_at);
  const [from, to] = [placeIn(span, begin), placeIn(span, end)];
  const left = Math.min(from, 1 - leastWidth);
  return { item, left, width: Math.max(to - left, leastWidth) };
}

function endless({ kind }: CalendarItem, begin: number): number {
  return momentKinds.includes(kind) ? begin + dayMs : Number.POSITIVE_INFINITY;
}
