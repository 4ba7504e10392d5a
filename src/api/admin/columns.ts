import { z } from 'zod';
import { hideColumns } from '#modules/staff/columns.ts';
import { adminLists, mostHiddenColumns } from '#shared/admin-lists.ts';
import { keysOf } from '#shared/keys-of.ts';
import { Ok, ok } from './answers.ts';
import { type AdminRoute, adminWrite } from './route.ts';

const List = z.enum(keysOf(adminLists), 'Такого списка нет');
const Key = z.string().regex(/^[A-Za-z]\w{0,39}$/, 'Такого столбца нет');

/** Keys of columns, each once. A key that no column has is no mistake: a later version may have left it out. */
export const HiddenColumns = z
  .array(Key)
  .max(mostHiddenColumns, `Не больше ${mostHiddenColumns} столбцов`)
  .transform((keys) => [...new Set(keys)]);

/** Columns of lists that each chooses for oneself; `GET /api/admin/me` brings them. */
export const columnRoutes: AdminRoute[] = [
  adminWrite({
    method: 'PUT',
    url: '/api/admin/columns/:list',
    summary: 'Какие столбцы списка скрыть у себя',
    permission: 'dashboard.read',
    params: z.object({ list: List }),
    body: z.strictObject({ hidden: HiddenColumns }),
    response: Ok,
    async run({ db, staff, params: { list }, body: { hidden } }) {
      await hideColumns(db, staff.user_id, { list, hidden });
      return {
        answer: ok,
        audit: { resource: 'columns', record_id: list, words: `Выбраны столбцы списка «${adminLists[list]}»` },
      };
    },
  }),
];
