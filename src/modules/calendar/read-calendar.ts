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
import { calendarDrafts } from '#modules/drafts/due-drafts.ts';
import { calendarForms } from '#modules/forms/calendar-rows.ts';
import { calendarWheels } from '#modules/fortune/calendar-rows.ts';
import { calendarLandingEnds, calendarLandingLinks, calendarLandings } from '#modules/landings/calendar-rows.ts';
import { calendarCoupons, calendarPlans } from '#modules/pricing/calendar-rows.ts';
import { calendarReleases, plannedKeys } from '#modules/releases/drafts.ts';
import { calendarPins } from '#modules/search/calendar-rows.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import { calendarNews } from '#modules/subscriptions/calendar-rows.ts';
import { calendarVacancies } from '#modules/vacancies/calendar-rows.ts';
import type { Db } from '#platform/database.ts';
import type { CalendarRow, CalendarSpan } from '#shared/calendar-row.ts';
import { keysOf } from '#shared/keys-of.ts';
import { calendarCredit } from './calendar-rows.ts';
import { type Collision, findCollisions } from './collisions.ts';

/** Everything that has dates, in the order of the screen, and who may open a record of it. */
export const calendarKinds = {
  releases: 'preview.use',
  drafts: 'preview.use',
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
  credit: 'promo.write',
  forms: 'content.write',
  vacancies: 'content.write',
  news: 'content.write',
  hours: 'branches.read',
} as const satisfies Record<string, Permission>;
export type CalendarKind = keyof typeof calendarKinds;

export type CalendarItem = CalendarRow & {
  kind: CalendarKind;
  /** By which its own call knows it; null: its call sets the dates of another one. */
  save_id: string | null;
  /** Several records that stand as one: no save of one record sets the dates of all. */
  is_group: boolean;
};

export type SeasonCalendar = { items: CalendarItem[]; collisions: Collision[] };

/** `isCostShown`: plans of purchase prices too. */
type WholeSpan = CalendarSpan & { isCostShown: boolean };
export type May = (permission: Permission) => boolean;

const readers = {
  releases: calendarReleases,
  drafts: calendarDrafts,
  layouts: calendarLayouts,
  slides: calendarSlides,
  actions: calendarActions,
  coupons: calendarCoupons,
  landings: calendarLandings,
  wheels: calendarWheels,
  wobblers: calendarWobblers,
  plans: calendarPlans,
  menu: calendarMenuLinks,
  articles: calendarArticles,
  pages: calendarPages,
  pins: calendarPins,
  credit: calendarCredit,
  forms: calendarForms,
  vacancies: calendarVacancies,
  news: calendarNews,
  hours: calendarHours,
} satisfies Record<CalendarKind, (db: Db, span: WholeSpan) => Promise<CalendarRow[]>>;

type Rows = { [Kind in CalendarKind]: Awaited<ReturnType<(typeof readers)[Kind]>> };

const allKinds = keysOf(calendarKinds);

/**
 * What stands between two moments, of the kinds that `may` allows, and where it collides. Records without dates are not
 * listed, yet what they collide with is found: a draft that waits in a release as what it will be.
 */
export async function readCalendar(db: Db, span: WholeSpan, may: May): Promise<SeasonCalendar> {
  const [rows, planned] = await Promise.all([readRows(db, span, may, allKinds), plannedKeys(db)]);
  const leading = may(calendarKinds.landings) ? await readLandingLinks(db, span, planned) : noLandingLinks;
  return { items: itemsOf(rows), collisions: await findCollisions(db, span, { ...rows, ...leading }, planned) };
}

const noLandingLinks = { landing_links: [], landing_ends: [] };

async function readLandingLinks(db: Db, span: CalendarSpan, planned: Set<string>) {
  const ids = [...planned].flatMap((key) => /^landings (\d+)$/.exec(key)?.[1] ?? []);
  const [landing_links, landing_ends] = await Promise.all([
    calendarLandingLinks(db, span, ids),
    calendarLandingEnds(db, span),
  ]);
  return { landing_links, landing_ends };
}

/** What stands between two moments, of these kinds. */
export async function readCalendarItems(
  db: Db,
  span: WholeSpan,
  may: May,
  kinds: readonly CalendarKind[],
): Promise<CalendarItem[]> {
  return itemsOf(await readRows(db, span, may, kinds));
}

async function readRows(db: Db, span: WholeSpan, may: May, kinds: readonly CalendarKind[]): Promise<Rows> {
  const read = allKinds.map(async (kind) => {
    const isAsked = kinds.includes(kind) && may(calendarKinds[kind]);
    return [kind, isAsked ? await readers[kind](db, span) : []] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as Rows;
}

function itemsOf(rows: Rows): CalendarItem[] {
  return allKinds.flatMap((kind) =>
    rows[kind]
      .filter(hasDates)
      .map(
        ({
          id,
          title,
          branches,
          starts_at,
          ends_at,
          is_draft,
          is_group = false,
          save_id = id,
        }: CalendarRow & { is_group?: boolean; save_id?: string | null }) => ({
          kind,
          id,
          save_id,
          title,
          branches,
          starts_at,
          ends_at,
          is_draft,
          is_group,
        }),
      ),
  );
}

function hasDates({ starts_at, ends_at }: CalendarRow): boolean {
  return starts_at !== null || ends_at !== null;
}
