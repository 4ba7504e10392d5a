import { calendarArticles } from '#modules/blog/calendar-rows.ts';
import { calendarActions } from '#modules/catalogue/calendar-rows.ts';
import {
  calendarLayouts,
  calendarMenuLinks,
  calendarPages,
  calendarSlides,
  calendarWobblers,
} from '#modules/content/calendar-rows.ts';
import { calendarHours } from '#modules/departments/calendar-rows.ts';
import { calendarWheels } from '#modules/fortune/calendar-rows.ts';
import { calendarLandings } from '#modules/landings/calendar-rows.ts';
import { calendarCoupons, calendarPlans } from '#modules/pricing/calendar-rows.ts';
import { calendarReleases, plannedKeys } from '#modules/releases/drafts.ts';
import { calendarPins } from '#modules/search/calendar-rows.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import type { Db } from '#platform/database.ts';
import type { CalendarRow, CalendarSpan } from '#shared/calendar-row.ts';
import { type Collision, findCollisions } from './collisions.ts';

/** Everything that has dates, in the order of the screen, and who may open a record of it. */
export const calendarKinds = {
  releases: 'preview.use',
  layouts: 'content.write',
  slides: 'promo.write',
  actions: 'promo.write',
  coupons: 'promo.write',
  landings: 'content.write',
  wheels: 'promo.write',
  wobblers: 'promo.write',
  plans: 'prices.read',
  menu: 'content.write',
  articles: 'content.write',
  pages: 'content.write',
  pins: 'search.write',
  hours: 'branches.read',
} as const satisfies Record<string, Permission>;
export type CalendarKind = keyof typeof calendarKinds;

export type CalendarItem = CalendarRow & { kind: CalendarKind };

export type SeasonCalendar = { items: CalendarItem[]; collisions: Collision[] };

/**
 * What stands between two moments, of the kinds that `may` allows, and where it collides. Records without dates are not
 * listed, yet what they collide with is found: a draft that waits in a release as what it will be. `isCostShown`:
 * plans of purchase prices too.
 */
export async function readCalendar(
  db: Db,
  span: CalendarSpan & { isCostShown: boolean },
  may: (permission: Permission) => boolean,
): Promise<SeasonCalendar> {
  const ask = <Row>(
    kind: CalendarKind,
    read: (db: Db, span: CalendarSpan & { isCostShown: boolean }) => Promise<Row[]>,
  ) => (may(calendarKinds[kind]) ? read(db, span) : Promise.resolve([]));
  const [
    releases,
    planned,
    layouts,
    slides,
    actions,
    coupons,
    landings,
    wheels,
    wobblers,
    plans,
    menu,
    articles,
    pages,
    pins,
    hours,
  ] = await Promise.all([
    ask('releases', calendarReleases),
    plannedKeys(db),
    ask('layouts', calendarLayouts),
    ask('slides', calendarSlides),
    ask('actions', calendarActions),
    ask('coupons', calendarCoupons),
    ask('landings', calendarLandings),
    ask('wheels', calendarWheels),
    ask('wobblers', calendarWobblers),
    ask('plans', calendarPlans),
    ask('menu', calendarMenuLinks),
    ask('articles', calendarArticles),
    ask('pages', calendarPages),
    ask('pins', calendarPins),
    ask('hours', calendarHours),
  ]);
  const rows: Record<CalendarKind, CalendarRow[]> = {
    ...{
      releases,
      layouts,
      slides,
      actions,
      coupons,
      landings,
      wheels,
      wobblers,
      plans,
      menu,
      articles,
      pages,
      pins,
      hours,
    },
  };
  const kinds = Object.keys(calendarKinds) as CalendarKind[];
  return {
    items: kinds.flatMap((kind) =>
      rows[kind].filter(hasDates).map(({ id, title, branches, starts_at, ends_at, is_draft }) => ({
        ...{ kind, id, title, branches, starts_at, ends_at, is_draft },
      })),
    ),
    collisions: await findCollisions(db, span, { layouts, slides, wobblers, actions, wheels, plans }, planned),
  };
}

function hasDates({ starts_at, ends_at }: CalendarRow): boolean {
  return starts_at !== null || ends_at !== null;
}
