import { z } from 'zod';
import { ignoreMissingPaths, listMissingPaths, missingPathSorts } from '#modules/content/missing-paths.ts';
import { removeRedirect } from '#modules/content/redirects.ts';
import { everywhere, importRedirects, redirectsHead, rehearseRedirects } from '#modules/content/redirects-table.ts';
import {
  addRedirect,
  changeRedirect,
  getRedirect,
  listRedirects,
  redirectSorts,
  type StaffRedirect,
} from '#modules/content/staff-redirects.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import { pageForPath } from '#modules/search/page-for-path.ts';
import { whyNotOwn } from '#modules/staff/require-staff.ts';
import { Refusal } from '#platform/refusal.ts';
import { csvTable } from '#platform/table-export.ts';
import { countOf } from '#shared/plurals.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRecord } from './record.ts';
import { adminAsk, adminExport, adminRead, adminWrite, NumberParam, rowsWords } from './route.ts';

const permission = 'seo.write';
const Path = z.string().max(1_000);
const Filter = { q: z.string().max(200) };
const mostExported = 50_000;

const Status = z.union([z.literal(301), z.literal(302)]);

const Redirect = z.object({
  id: z.int(),
  from_path: z.string(),
  to_path: z.string(),
  target: z.enum(['path', 'product', 'category']),
  department_id_1c: z.string().nullable(),
  status: Status,
  hits: z.int(),
  last_hit_at: z.string().nullable(),
  changed_at: z.string(),
});

const RedirectToSave = z.strictObject({
  from_path: Path,
  to_path: Path,
  /** null: all branches. */
  department_id_1c: z.string().max(40).nullable(),
  status: Status.default(301),
});

const Csv = z.string().max(2_000_000);
const Plan = z.object({
  create: z.int(),
  change: z.int(),
  same: z.int(),
  refused: z.array(z.object({ row: z.int(), words: z.string() })),
  hash: z.string(),
});

const MissingPath = z.object({
  /** The address itself. */
  id: z.string(),
  path: z.string(),
  times: z.int(),
  branches: z.int(),
  first_day: z.string(),
  last_day: z.string(),
  is_ignored: z.boolean(),
});

/** Old addresses that lead elsewhere, and addresses that lead nowhere. */
export const redirectRoutes = [
  adminRead({
    url: '/api/admin/redirects',
    summary: 'Перенаправления',
    permission,
    query: listQuery(Filter, redirectSorts),
    response: listAnswer(Redirect),
    async run({ db, scope, query: { filter, sort, ids: _ids, ...page } }) {
      const { redirects, count } = await listRedirects(
        db,
        { branches: scope.branches, ...filter },
        { ...windowOf(page), sort, count_to: countedRows },
      );
      return { items: redirects.map(present), ...totalOf(count) };
    },
  }),

  adminExport({
    url: '/api/admin/redirects/table',
    summary: 'Перенаправления таблицей CSV; её же принимает загрузка',
    permission,
    query: listQuery(Filter, redirectSorts),
    async run({ db, scope, query: { filter } }) {
      const sort = [{ column: 'from_path', isDescending: false } as const];
      const { redirects } = await listRedirects(
        db,
        { branches: scope.branches, ...filter },
        { sort, limit: mostExported, offset: 0, count_to: 1 },
      );
      const departments = await departmentDirectory(db);
      const nameOf = (id: string) => departments.find(({ id_1c }) => id_1c === id)?.name_for_site ?? id;
      const rows = redirects.map(({ from_path, to_path, department_id_1c, status, hits, last_hit_at }) => [
        ...[from_path, to_path, department_id_1c === null ? everywhere : nameOf(department_id_1c), status, hits],
        last_hit_at?.toISOString().slice(0, 10) ?? null,
      ]);
      const { bytes, type } = csvTable(redirectsHead, rows);
      return {
        file: { name: 'Перенаправления.csv', type, bytes },
        audit: {
          resource: 'redirects',
          record_id: null,
          words: `Выгружены перенаправления: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/redirects',
    summary: 'Новое перенаправление',
    permission,
    body: RedirectToSave,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run(asked) {
      const { db, body, now } = asked;
      await needOwnChoice(db, asked.staff, body.department_id_1c);
      const id = await addRedirect(db, body, now);
      return {
        answer: { id },
        audit: {
          resource: 'redirects',
          record_id: id,
          department_id_1c: body.department_id_1c,
          after: body,
          words: `Перенаправление: ${body.from_path} → ${body.to_path}`,
        },
        location: `/api/admin/redirects/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/redirects/:id',
    resource: 'redirects',
    summaries: { read: 'Перенаправление', write: 'Изменение перенаправления: куда и на какой срок' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Redirect,
    body: RedirectToSave.pick({ to_path: true }).extend({ status: Status }).partial(),
    isUndoable: true,
    async read({ db, scope, params }, isLocked) {
      const redirect = await getRedirect(db, Number(params.id), scope.branches, isLocked);
      return redirect ? present(redirect) : null;
    },
    editable: ({ to_path, status }) => ({ to_path, status }),
    async change({ db, staff, params, body, now }, { from_path, department_id_1c, ...before }) {
      needOwnRow(staff, department_id_1c);
      const { to_path = before.to_path, status = before.status } = body;
      await changeRedirect(db, Number(params.id), { to_path, status }, now);
      return { words: `Перенаправление изменено: ${from_path} → ${to_path}`, department_id_1c };
    },
  }),

  adminWrite({
    url: '/api/admin/redirects/:id/remove',
    summary: 'Снять перенаправление',
    permission,
    params: NumberParam,
    response: z.object({ id: z.int() }),
    async run(asked) {
      const { db, scope, params } = asked;
      const redirect = await getRedirect(db, params.id, scope.branches);
      if (!redirect) throw new Refusal('not_found');
      needOwnRow(asked.staff, redirect.department_id_1c);
      await removeRedirect(db, params.id);
      const { from_path, to_path, department_id_1c, status } = redirect;
      return {
        answer: { id: params.id },
        audit: {
          resource: 'redirects',
          record_id: params.id,
          department_id_1c,
          words: `Перенаправление снято: ${from_path} → ${to_path}`,
          before: { from_path, to_path, status },
        },
      };
    },
  }),

  adminAsk({
    url: '/api/admin/redirects/rehearse',
    summary: 'Что сделает таблица перенаправлений',
    permission,
    body: z.strictObject({ csv: Csv }),
    response: Plan,
    run: (asked) => rehearseRedirects(asked.db, asked.body.csv, (branch) => whyNotOwn(asked.staff, branch)),
  }),

  adminWrite({
    url: '/api/admin/redirects/import',
    summary: 'Загрузить таблицу перенаправлений, как она проверена',
    permission,
    body: z.strictObject({ csv: Csv, hash: z.string().max(64) }),
    needsKey: true,
    response: Plan,
    async run(asked) {
      const { db, body, now } = asked;
      const plan = await importRedirects(db, body.csv, (branch) => whyNotOwn(asked.staff, branch), body.hash, now);
      const { create, change, refused } = plan;
      const left = refused.length > 0 ? `, не приняты: ${countOf(refused.length, 'строка', 'строки', 'строк')}` : '';
      return {
        answer: plan,
        audit: {
          resource: 'redirects',
          record_id: null,
          words: `Перенаправления из таблицы: новых ${create}, изменено ${change}${left}`,
          after: { create, change, refused: refused.length },
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/missing-paths',
    summary: 'Адреса, которых нет: что спрашивали и сколько раз',
    permission,
    query: listQuery({ ...Filter, is_ignored: z.boolean() }, missingPathSorts),
    response: listAnswer(MissingPath),
    async run({ db, scope, query: { filter, sort, ids: _ids, ...page } }) {
      const { paths, count } = await listMissingPaths(
        db,
        { branches: scope.branches, ...filter },
        { ...windowOf(page), sort },
      );
      return { items: paths.map((row) => ({ id: row.path, ...row })), ...totalOf(count) };
    },
  }),

  adminAsk({
    url: '/api/admin/missing-paths/target',
    summary: 'Куда направить адрес, которого нет: похожий раздел или товар',
    permission,
    body: z.strictObject({ path: z.string().max(200) }),
    response: z.object({ to_path: z.string().nullable(), label: z.string().nullable() }),
    async run({ context, body }) {
      const branch = (await departmentDirectory(context.db)).find(({ is_main }) => is_main);
      const found = branch && (await pageForPath(context.db, priceContextOf(branch), body.path));
      return found ?? { to_path: null, label: null };
    },
  }),

  adminWrite({
    url: '/api/admin/missing-paths/ignore',
    summary: 'Убрать адреса из списка или вернуть в него',
    permission,
    body: z.strictObject({ paths: z.array(z.string().max(200)).min(1).max(200), is_ignored: z.boolean() }),
    response: z.object({ paths: z.array(z.string()) }),
    async run({ db, scope, body: { paths, is_ignored }, now }) {
      const given = { paths, branches: scope.branches, isIgnored: is_ignored };
      const changed = await ignoreMissingPaths(db, given, now);
      const shown = changed.slice(0, 5).join(', ');
      return {
        answer: { paths: changed },
        audit: {
          resource: 'missing_paths',
          record_id: changed.length === 1 ? (changed[0] ?? null) : null,
          words: `Ненайденные адреса ${is_ignored ? 'убраны из списка' : 'снова в списке'}: ${shown}`,
          after: { paths: changed, is_ignored },
        },
      };
    },
  }),
];

function present({ last_hit_at, changed_at, ...redirect }: StaffRedirect): z.input<typeof Redirect> {
  return {
    ...redirect,
    last_hit_at: last_hit_at?.toISOString() ?? null,
    changed_at: changed_at.toISOString(),
  };
}
