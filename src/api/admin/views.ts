import { z } from 'zod';
import { staffRoles, staffRoleWords } from '#modules/staff/schema.ts';
import { listViews, removeView, saveView } from '#modules/staff/views.ts';
import { Refusal } from '#platform/refusal.ts';
import { Ok, ok } from './answers.ts';
import { HiddenColumns } from './columns.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Path = z.string().regex(/^(\/[\w.~%-]{1,80}){1,6}$/, 'Такого раздела нет');
const Role = z.enum(staffRoles as [(typeof staffRoles)[number], ...typeof staffRoles]);
const View = z.object({
  id: z.int(),
  name: z.string(),
  search: z.string(),
  hidden: z.array(z.string()).nullable(),
  /** Who else sees it; null: nobody. */
  roles: z.array(Role).nullable(),
  may_remove: z.boolean(),
});

/** Filters of lists that each keeps for oneself, and an owner for roles. */
export const viewRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/views',
    summary: 'Свои сохранённые отборы раздела',
    permission: null,
    query: z.strictObject({ path: Path, branch: z.string().max(40).optional() }),
    response: z.object({ items: z.array(View), total: z.int() }),
    async run({ db, staff, may, query: { path } }) {
      const views = await listViews(db, staff, path);
      const items = views.map(({ path: _, is_own, ...view }) => ({
        ...view,
        may_remove: is_own || may('staff.manage'),
      }));
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
      /** An owner shares it with whoever has one of them; null: with nobody. */
      roles: z.array(Role).min(1, 'Выберите хотя бы одну роль').max(20).nullable().default(null),
    }),
    status: 201,
    response: z.object({ id: z.int() }),
    async run({ db, staff, may, body }) {
      if (body.roles && !may('staff.manage')) throw new Refusal('forbidden', {}, 'Отбором для ролей делится владелец');
      const id = await saveView(db, staff.user_id, body);
      return {
        answer: { id },
        audit: { resource: 'views', record_id: id, words: `Сохранён отбор «${body.name}»${sharedWords(body.roles)}` },
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
    async run({ db, staff, may, params: { id } }) {
      const name = await removeView(db, staff.user_id, id, may('staff.manage'));
      return {
        answer: ok,
        audit: { resource: 'views', record_id: id, words: `Удалён отбор «${name}»` },
      };
    },
  }),
];

function sharedWords(roles: z.output<typeof Role>[] | null): string {
  return roles ? ` для ролей: ${roles.map((role) => staffRoleWords[role].toLowerCase()).join(', ')}` : '';
}
