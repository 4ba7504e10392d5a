import { z } from 'zod';
import { listDepartments, publicParent } from '#modules/departments/queries.ts';
import {
  createReadySet,
  ReadySetFields,
  ReadySetGoods,
  removeReadySet,
  saveReadySet,
} from '#modules/landings/save-ready-set.ts';
import {
  fieldsOfReadySet,
  listStaffReadySets,
  lookAtReadySet,
  readStaffReadySet,
  type StaffReadySet,
} from '#modules/landings/staff-ready-sets.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnRow } from './branch-rule.ts';
import { ownDepartments } from './branches.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { changedWords } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminAction, adminRead, adminWrite, IdParam } from './route.ts';

/** Counts in sales units; `name` null: the shop has it no more. */
const Product = z.object({
  idcode: z.string(),
  count: z.int(),
  name: z.string().nullable(),
  image: z.string().nullable(),
  is_on: z.boolean(),
});

const Row = z.object({
  /** Its slug. */
  id: z.string(),
  name: z.string(),
  text: z.string(),
  position: z.int(),
  is_on: z.boolean(),
  goods: z.array(Product),
  changed_at: z.string(),
});

/** As stored: what the demonstration brought need not pass the checks of the form. */
const Stored = z.object({
  name: z.string(),
  text: z.string(),
  position: z.int(),
  is_on: z.boolean(),
  goods: z.array(z.object({ idcode: z.string(), count: z.int() })),
});

/** Kopecks; `sum` null: the set is not shown in the branch, for what is `lacking` there. `unit`: behind the count. */
const Look = z.object({
  goods: z.array(Product.omit({ count: true }).extend({ unit: z.string() })),
  branches: z.array(
    z.object({ id_1c: z.string(), name: z.string(), sum: z.int().nullable(), lacking: z.array(z.string()) }),
  ),
});

const permission = 'promo.write';
const resource = 'ready-sets';
/** Sets belong to all branches; each shows those that it has. */
const { shape } = ReadySetFields;
const words = { name: 'название', text: 'описание', position: 'порядок', is_on: 'показ', goods: 'состав' };

/** «Готовая ёлка» of /lp/magic: goods that are put into the cart together. */
export const readySetRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/ready-sets',
    summary: 'Готовые наборы',
    permission,
    query: listQuery({ q: z.string().max(200), is_on: z.boolean() }, ['position']),
    response: listAnswer(Row),
    async run({ db, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      // The type of `partial` allows undefined, which JSON does not carry.
      const { sets, count } = await listStaffReadySets(db, filter as Parameters<typeof listStaffReadySets>[1], window);
      return { items: sets.map(rowOf), ...totalOf(count) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/ready-sets/:id',
    resource,
    summaries: { read: 'Готовый набор', write: 'Сохранение готового набора' },
    permissions: { read: permission, write: permission },
    params: IdParam,
    response: Row.extend({ fields: Stored }),
    body: ReadySetFields.partial(),
    isUndoable: true,
    async read({ db, params }, isLocked) {
      const set = await readStaffReadySet(db, String(params.id), isLocked);
      return set && { ...rowOf(set), fields: fieldsOfReadySet(set) };
    },
    editable: ({ fields }) => fields,
    async change({ db, staff, body, now }, { id, name }) {
      needOwnRow(staff, null);
      await saveReadySet(db, id, body as Partial<ReadySetFields>, now);
      return { words: `Набор «${name}»: ${changedWords(body, words)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/ready-sets',
    summary: 'Новый готовый набор, или убранный снова',
    permission,
    body: ReadySetFields.extend({
      text: shape.text.default(''),
      position: shape.position.default(0),
      is_on: shape.is_on.default(true),
      /** Of one that was taken away; left out: made of the name. */
      slug: z
        .string()
        .max(80)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Латинские буквы, цифры и дефисы')
        .optional(),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, staff, body, now }) {
      needOwnRow(staff, null);
      const id = await createReadySet(db, body, now);
      const { slug: _slug, ...fields } = body;
      return {
        answer: { id },
        audit: { resource, record_id: id, after: fields, words: `Создан готовый набор «${body.name}»` },
        location: `/api/admin/ready-sets/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/ready-sets/:id/remove',
    summary: 'Удаление готового набора',
    permission,
    params: IdParam,
    response: z.object({ id: z.string() }),
    async run({ db, staff, params: { id } }) {
      needOwnRow(staff, null);
      const set = await readStaffReadySet(db, id, true);
      if (!set) throw new Refusal('not_found');
      await removeReadySet(db, id);
      return {
        answer: { id },
        audit: { resource, record_id: id, before: fieldsOfReadySet(set), words: `Убран готовый набор «${set.name}»` },
      };
    },
  }),

  adminAction({
    url: '/api/admin/ready-set-look',
    summary: 'Что за товары в наборе, где он показывался бы сейчас и сколько стоил бы',
    permission,
    body: z.strictObject({ goods: ReadySetGoods.max(20) }),
    response: Look,
    async run({ db, scope, body: { goods } }) {
      const branches = ownDepartments(await listDepartments(db), scope).filter(
        ({ branch_id_1c, parent }) => branch_id_1c === null && parent === publicParent,
      );
      return lookAtReadySet(db, branches, goods);
    },
  }),
];

function rowOf({ slug, name, text, position, is_on, goods, changed_at }: StaffReadySet): z.input<typeof Row> {
  return { id: slug, name, text, position, is_on, goods, changed_at: changed_at.toISOString() };
}
