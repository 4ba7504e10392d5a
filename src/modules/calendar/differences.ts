import { plannedKeys } from '#modules/releases/drafts.ts';
import type { Db } from '#platform/database.ts';
import { everyDraft, type ShopLook } from '#shared/shop-look.ts';
import { type CalendarItem, type CalendarKind, type May, readCalendarItems } from './read-calendar.ts';

export type Differences = {
  /** In force at the moment of the look and not now. */
  begin: CalendarItem[];
  /** In force now and not at that moment. */
  end: CalendarItem[];
};

type Look = ShopLook & {
  /** id_1c of the branches looked at; null: all of them. */
  branches: string[] | null;
  isCostShown: boolean;
};

/** Their rows are shown by the day they begin or end; the others stand in the calendar as long as they are in force. */
const byDay: readonly CalendarKind[] = ['plans', 'articles', 'pages', 'forms', 'drafts'];
const lasting: readonly CalendarKind[] = [
  ...(['layouts', 'slides', 'actions', 'coupons', 'landings', 'wheels', 'wobblers', 'menu', 'pins', 'hours'] as const),
  ...(['credit', 'vacancies'] as const),
];

/**
 * What of the calendar is in force at a moment and not now, and the other way round, of the kinds that `may` allows.
 * Now no draft is shown; at that moment those of the look are.
 */
export async function readDifferences(db: Db, look: Look, now: Date, may: May): Promise<Differences> {
  const { at, drafts, branches, isCostShown } = look;
  const read = (from: Date, last: Date, kinds: readonly CalendarKind[]) =>
    readCalendarItems(db, { from, to: new Date(last.getTime() + 1), branches, isCostShown }, may, kinds);
  const [earlier, later] = at < now ? [at, now] : [now, at];
  const [then, today, between, planned] = await Promise.all([
    read(at, at, lasting),
    read(now, now, lasting),
    read(earlier, later, byDay),
    drafts === null || drafts === everyDraft ? null : plannedKeys(db, drafts),
  ]);
  const isDraftShown = ({ kind, id }: CalendarItem) => drafts === everyDraft || planned?.has(`${kind} ${id}`) === true;
  const items = [...new Map([...then, ...today, ...between].map((item) => [keyOf(item), item])).values()];
  const isThen = (item: CalendarItem) => isDue(item, at) && (!item.is_draft || isDraftShown(item));
  const isNow = (item: CalendarItem) => isDue(item, now) && !item.is_draft;
  return {
    begin: items.filter((item) => isThen(item) && !isNow(item)),
    end: items.filter((item) => isNow(item) && !isThen(item)),
  };
}

/** Hours of one branch are many rows, each of its own day. */
function keyOf({ kind, id, title, starts_at }: CalendarItem): string {
  return JSON.stringify([kind, id, title, starts_at]);
}

function isDue({ starts_at, ends_at }: CalendarItem, moment: Date): boolean {
  return (starts_at === null || starts_at <= moment) && (ends_at === null || ends_at > moment);
}
