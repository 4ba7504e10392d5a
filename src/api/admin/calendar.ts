import { z } from 'zod';
import { readDifferences } from '#modules/calendar/differences.ts';
import { type CalendarItem, calendarKinds, readCalendar } from '#modules/calendar/read-calendar.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import { keysOf } from '#shared/keys-of.ts';
import { everyDraft } from '#shared/shop-look.ts';
import { momentOf } from '#shared/zoned-time.ts';
import { MomentOfShop } from './branch-rows.ts';
import { saveOfDates } from './calendar-saves.ts';
import { type AdminRoute, type Asked, adminRead } from './route.ts';

const kinds = keysOf(calendarKinds);
const Kind = z.enum(kinds);

const Thing = z.object({ kind: Kind, id: z.string(), title: z.string() });

const Standing = Thing.extend({
  branches: z.array(z.string()).nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  is_draft: z.boolean(),
});

const Item = Standing.extend({
  /** By whose clock its days begin: of its branch, Moscow's when it is of several. */
  time_zone: z.string(),
  /** The PATCH of the record, with the names of the fields that hold its dates; `ends_at` null: it has no end. */
  save: z.object({ url: z.string(), starts_at: z.string(), ends_at: z.string().nullable() }).nullable(),
  /** Why this person cannot move it here; null: they can. */
  fixed: z.string().nullable(),
});

/** A day and the one after the last: more than a year and a month is no plan that anybody reads. */
const longestDays = 400;
const zone = 'Europe/Moscow';

/** What has dates, on one screen. */
export const calendarRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/calendar',
    summary: 'Календарь витрины: всё, у чего есть даты, и где оно сталкивается',
    permission: 'preview.use',
    query: z
      .strictObject({
        branch: z.string().max(40).optional(),
        from: z.iso.date('Укажите день').describe('Первый день, по московскому времени'),
        to: z.iso.date('Укажите день').describe('День после последнего'),
      })
      .refine(({ from, to }) => from < to, { path: ['to'], message: 'Конец раньше начала' })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestDays * 86_400_000, {
        path: ['to'],
        message: 'Не больше 400 дней сразу',
      }),
    response: z.object({
      /** Kinds that the person may open. */
      kinds: z.array(Kind),
      items: z.array(Item),
      collisions: z.array(z.object({ words: z.string(), at: z.string(), things: z.array(Thing) })),
    }),
    async run({ db, staff, scope, may, now, query: { from, to } }) {
      const span = { from: momentOf(from, 0, zone), to: momentOf(to, 0, zone), branches: scope.branches };
      const { items, collisions } = await readCalendar(db, { ...span, isCostShown: may('prices.cost') }, may);
      const departments = await departmentDirectory(db);
      return {
        kinds: kinds.filter((kind) => may(calendarKinds[kind])),
        items: items.map((item) => present(item, { staff, may, now }, departments)),
        collisions: collisions.map((one) => ({ ...one, at: one.at.toISOString() })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/calendar/differences',
    summary: 'Чем магазин в указанный момент отличается от сегодняшнего: что действует тогда и не сейчас, и наоборот',
    permission: 'preview.use',
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      at: MomentOfShop,
      drafts: z.enum(['yes', 'no']).default('no').describe('Считать и черновики опубликованными к этому моменту'),
      release: z.coerce
        .number()
        .int()
        .positive()
        .max(2_147_483_647)
        .optional()
        .describe('Черновики только этого выпуска'),
    }),
    response: z.object({
      /** In force at that moment and not now. */
      begin: z.array(Standing),
      /** In force now and not at that moment. */
      end: z.array(Standing),
    }),
    async run({ db, scope, may, query: { at, drafts, release }, now }) {
      const shown = drafts === 'yes' ? (release ?? everyDraft) : null;
      const look = { at: new Date(at), drafts: shown, branches: scope.branches, isCostShown: may('prices.cost') };
      const { begin, end } = await readDifferences(db, look, now, may);
      return { begin: begin.map(presentStanding), end: end.map(presentStanding) };
    },
  }),
];

function present(
  item: CalendarItem,
  { now, ...person }: Pick<Asked, 'staff' | 'may' | 'now'>,
  departments: readonly Department[],
): z.input<typeof Item> {
  const save = saveOfDates(item, person, now);
  const [branch, another] = item.branches ?? [];
  const own = another === undefined ? departments.find(({ id_1c }) => id_1c === branch) : undefined;
  return {
    ...presentStanding(item),
    time_zone: own?.time_zone ?? zone,
    ...(typeof save === 'string' ? { save: null, fixed: save } : { save, fixed: null }),
  };
}

function presentStanding(item: CalendarItem): z.input<typeof Standing> {
  const { kind, id, title, branches, starts_at, ends_at, is_draft } = item;
  return {
    kind,
    id,
    title,
    branches,
    is_draft,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
  };
}
