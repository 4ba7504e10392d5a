import { z } from 'zod';
import { listViews, removeView, saveView } from '#modules/staff/views.ts';
import { Ok, ok } from './answers.ts';
import { HiddenColumns } from './columns.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Path = z.string().regex(/^(\/[\w.~%-]{1,80}){1,6}$/, 'Такого раздела нет');
const View = z.object({ id: z.int(), name: z.string(), search: z.string(), hidden: z.array(z.string()).nullable() });

/** Filters of lists that each keeps for oneself. */
export const viewRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/views',
    summary: 'Свои сохранённые отборы раздела',
    permission: null,
    query: z.strictObject({ path: Path, branch: z.string().max(40).optional() }),
    response: z.object({ items: z.array(View), total: z.int() }),
    async run({ db, staff, query: { path } }) {
      const items = (await listViews(db, staff.user_id, path)).map(({ path: _, ...view }) => view);
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/views',
    summary: 'Сохранение отбора под своим названием',
    permission: 'dashboard.read',
    body: z.strictObject({
      path: Path,
      search: z.string().min(1, 'Сначала отберите что-нибудь').max(1_000, 'Отбор слишком длинный'),
      name: z.string().trim().min(1, 'Назовите отбор').max(60, 'Не длиннее 60 знаков'),
      hidden: HiddenColumns.nullable().default(null),
    }),
    status: 201,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body }) {
      const id = await saveView(db, staff.user_id, body);
      return {
        answer: { id },
        audit: { resource: 'views', record_id: id, words: `Сохранён отбор «${body.name}»` },
      };
    },
  }),

  adminWrite({
    method: 'DELETE',
    url: '/api/admin/views/:id',
    summary: 'Удаление своего отбора',
    permission: 'dashboard.read',
    params: NumberParam,
    response: Ok,
    async run({ db, staff, params: { id } }) {
      const name = await removeView(db, staff.user_id, id);
      return {
        answer: ok,
        audit: { resource: 'views', record_id: id, words: `Удалён отбор «${name}»` },
      };
    },
  }),
];
