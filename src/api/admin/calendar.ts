import { z } from 'zod';
import { type CalendarKind, calendarKinds, readCalendar } from '#modules/calendar/read-calendar.ts';
import { momentOf } from '#shared/zoned-time.ts';
import { type AdminRoute, adminRead } from './route.ts';

const kinds = Object.keys(calendarKinds) as [CalendarKind, ...CalendarKind[]];
const Kind = z.enum(kinds);

const Thing = z.object({ kind: Kind, id: z.string(), title: z.string() });

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
      items: z.array(
        Thing.extend({
          branches: z.array(z.string()).nullable(),
          starts_at: z.string().nullable(),
          ends_at: z.string().nullable(),
          is_draft: z.boolean(),
        }),
      ),
      collisions: z.array(z.object({ words: z.string(), at: z.string(), things: z.array(Thing) })),
    }),
    async run({ db, scope, may, query: { from, to } }) {
      const span = { from: momentOf(from, 0, zone), to: momentOf(to, 0, zone), branches: scope.branches };
      const { items, collisions } = await readCalendar(db, { ...span, isCostShown: may('prices.cost') }, may);
      return {
        kinds: kinds.filter((kind) => may(calendarKinds[kind])),
        items: items.map((item) => ({
          ...item,
          starts_at: item.starts_at?.toISOString() ?? null,
          ends_at: item.ends_at?.toISOString() ?? null,
        })),
        collisions: collisions.map((one) => ({ ...one, at: one.at.toISOString() })),
      };
    },
  }),
];
