import { z } from 'zod';
import { goodsByConditions, mostActionGoods } from '#modules/catalogue/action-conditions.ts';
import { ActionFields, NewAction } from '#modules/catalogue/action-fields.ts';
import { addActionGoods, listActionGoods, removeActionGoods } from '#modules/catalogue/action-goods.ts';
import { endAction } from '#modules/catalogue/save-action.ts';
import {
  actionStates,
  createStaffAction,
  fieldsOfAction,
  listStaffActions,
  readStaffAction,
  type StaffAction,
  type StaffActionRow,
  saveStaffAction,
  staffActionSorts,
} from '#modules/catalogue/staff-actions.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { actionUrl } from '#shared/urls.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { changedWords } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminAsk, adminRead, adminWrite, NumberParam } from './route.ts';

const Row = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  /** Of its page in the shop. */
  path: z.string(),
  state: z.enum(actionStates),
  department_id_1c: z.string().nullable(),
  city: z.string().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
  image: z.string().nullable(),
  coupon: z.string().nullable(),
  /** How many goods take part. */
  goods: z.int(),
});

/** As stored: what was made by a command need not have rules. */
const Stored = z.object({
  name: z.string(),
  slug: z.string(),
  text: z.string(),
  rules: z.string(),
  organiser: z.string(),
  ad_mark: z.string(),
  image: z.string().nullable(),
  coupon: z.string().nullable(),
  department_id_1c: z.string().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
  is_draft: z.boolean(),
  conditions: z.array(
    z.object({
      category_id: z.int().nullable(),
      brand_ids: z.array(z.int()),
      attributes: z.array(
        z.object({
          attribute_id: z.int(),
          values: z.array(z.string()),
          number_from: z.number().nullable(),
          number_to: z.number().nullable(),
        }),
      ),
      price_column: z.string().nullable(),
      price_from: z.int().nullable(),
      price_to: z.int().nullable(),
    }),
  ),
});

const permission = 'promo.write';
/** So many goods show what a condition chooses. */
const shownGoods = 8;
const ProductIds = z.array(z.int().positive().max(2_147_483_647)).min(1).max(5_000);

const words: Record<string, string> = {
  name: 'название',
  slug: 'адрес страницы',
  text: 'описание',
  rules: 'правила',
  organiser: 'организатор',
  ad_mark: 'пометка рекламы',
  image: 'изображение',
  coupon: 'купон',
  department_id_1c: 'филиал',
  starts_at: 'срок',
  ends_at: 'срок',
  is_draft: 'черновик',
  conditions: 'условия отбора товаров',
};

const recordRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/actions',
    summary: 'Акции',
    permission,
    query: listQuery(
      {
        q: z.string().max(200),
        state: z.array(z.enum(actionStates)),
        reach: z.array(z.enum(['branch', 'common'])),
      },
      staffActionSorts,
    ),
    response: listAnswer(Row),
    async run({ db, scope, now, query: { filter, sort, ids: _ids, ...page } }) {
      const window = { ...windowOf(page), sort, count_to: countedRows };
      const { actions, count } = await listStaffActions(db, scope.branches, filter, window, now);
      return { items: actions.map(rowOf), ...totalOf(count) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/actions/:id',
    resource: 'actions',
    summaries: { read: 'Акция', write: 'Сохранение акции' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Row.extend({ fields: Stored }),
    body: ActionFields.partial(),
    isUndoable: true,
    async read({ db, scope, params, now }, isLocked) {
      const action = await readStaffAction(db, scope.branches, Number(params.id), now, isLocked);
      return action && { ...rowOf(action), fields: fieldsOfAction(action) };
    },
    editable: ({ fields }) => fields,
    async change(asked, before) {
      const { db, staff, body, now } = asked;
      needOwnRow(staff, before.department_id_1c);
      await needOwnChoice(db, staff, body.department_id_1c);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveStaffAction(db, await needAction(asked, before.id), body as Partial<ActionFields>, now);
      return {
        words: `Акция «${before.name}»: ${changedWords(body, words)}`,
        department_id_1c: before.department_id_1c,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/actions',
    summary: 'Новая акция',
    permission,
    body: NewAction,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const { id } = await createStaffAction(db, body, now);
      return {
        answer: { id },
        audit: {
          resource: 'actions',
          record_id: id,
          department_id_1c: body.department_id_1c,
          words: `Создана акция «${body.name}»`,
          after: body,
        },
        location: `/api/admin/actions/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/actions/:id/end',
    summary: 'Досрочное завершение акции; та, что не началась, убирается',
    permission,
    params: NumberParam,
    response: z.object({ is_gone: z.boolean() }),
    async run(asked) {
      const { db, staff, now } = asked;
      const action = await needAction(asked, asked.params.id, true);
      needOwnRow(staff, action.department_id_1c);
      if (action.state === 'ended') throw new Refusal('bad_input', {}, 'Акция уже закончилась');
      const is_gone = await endAction(db, action.slug, now);
      return {
        answer: { is_gone },
        audit: {
          resource: 'actions',
          record_id: action.id,
          department_id_1c: action.department_id_1c,
          words: is_gone ? `Акция «${action.name}» убрана до начала` : `Акция «${action.name}» завершена`,
          ...(!is_gone && { before: { ends_at: action.ends_at }, after: { ends_at: now } }),
        },
      };
    },
  }),
];

const goodsRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/actions/:id/goods',
    summary: 'Товары акции',
    permission,
    params: NumberParam,
    query: listQuery({ q: z.string().max(200) }, ['name']),
    response: listAnswer(
      z.object({
        id: z.int(),
        name: z.string(),
        article: z.string().nullable(),
        image: z.string().nullable(),
        category: z.string().nullable(),
        is_on: z.boolean(),
        is_listed: z.boolean(),
        is_by_conditions: z.boolean(),
      }),
    ).extend({ totals: z.object({ listed: z.int() }) }),
    async run(asked) {
      const { id } = await needAction(asked, asked.params.id);
      const window = windowOf(asked.query);
      const { goods, count, listed } = await listActionGoods(asked.db, id, asked.query.filter.q ?? '', window);
      return { items: goods, ...totalOf(count), totals: { listed } };
    },
  }),

  adminWrite({
    url: '/api/admin/actions/:id/goods',
    summary: 'Добавление товаров в акцию: по списку, по кодам, весь раздел',
    permission,
    params: NumberParam,
    body: z.union([
      z.strictObject({ product_ids: ProductIds }),
      z.strictObject({ codes: z.array(z.string().trim().max(250)).min(1).max(5_000, 'Не больше 5 000 строк') }),
      z.strictObject({ category_id: z.int().positive().max(2_147_483_647) }),
    ]),
    response: z.object({ added: z.int(), unknown: z.array(z.string()) }),
    async run(asked) {
      const action = await needAction(asked, asked.params.id, true);
      needOwnRow(asked.staff, action.department_id_1c);
      const done = await addActionGoods(asked.db, action.id, asked.body);
      return { answer: done, audit: aboutGoods(action, 'добавлено', done.added) };
    },
  }),

  adminWrite({
    url: '/api/admin/actions/:id/goods/remove',
    summary: 'Изъятие товаров из акции',
    permission,
    params: NumberParam,
    /** null: all of them. */
    body: z.strictObject({ product_ids: ProductIds.nullable() }),
    response: z.object({ removed: z.int() }),
    async run(asked) {
      const action = await needAction(asked, asked.params.id, true);
      needOwnRow(asked.staff, action.department_id_1c);
      const removed = await removeActionGoods(asked.db, action.id, asked.body.product_ids);
      return { answer: { removed }, audit: aboutGoods(action, 'убрано', removed) };
    },
  }),
];

const conditionRoutes: AdminRoute[] = [
  adminAsk({
    url: '/api/admin/action-goods',
    summary: 'Какие товары подходят под условия акции',
    permission,
    body: z.strictObject({ conditions: ActionFields.shape.conditions }),
    response: z.object({
      /** Counted up to 10,000. */
      count: z.int(),
      is_more: z.boolean(),
      /** The most popular of them. */
      goods: z.array(
        z.object({ id: z.int(), name: z.string(), article: z.string().nullable(), image: z.string().nullable() }),
      ),
    }),
    async run({ db, body: { conditions } }) {
      const { count, goods } = await goodsByConditions(db, conditions, shownGoods);
      return { count: Math.min(count, mostActionGoods), is_more: count > mostActionGoods, goods };
    },
  }),
];

export const actionAdminRoutes = [...recordRoutes, ...goodsRoutes, ...conditionRoutes];

async function needAction({ db, scope, now }: Pick<Asked, 'db' | 'scope' | 'now'>, id: number, isLocked = false) {
  const action = await readStaffAction(db, scope.branches, id, now, isLocked);
  if (!action) throw new Refusal('not_found');
  return action;
}

function aboutGoods({ id, name, department_id_1c }: StaffAction, what: string, count: number) {
  return {
    resource: 'actions',
    record_id: id,
    department_id_1c,
    words: `Акция «${name}»: ${what} ${countOf(count, 'товар', 'товара', 'товаров')}`,
  };
}

function rowOf(action: StaffActionRow): z.input<typeof Row> {
  const { id, slug, name, state, department_id_1c, city, image, coupon, goods } = action;
  return {
    id,
    slug,
    name,
    path: actionUrl(slug),
    state,
    department_id_1c,
    city,
    image,
    coupon,
    goods,
    starts_at: action.starts_at.toISOString(),
    ends_at: action.ends_at.toISOString(),
  };
}
