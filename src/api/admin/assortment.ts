import { z } from 'zod';
import { onecWordsOf } from '#integrations/onec/attribute-words.ts';
import { holdOffExchange } from '#integrations/onec/keep-attribute-type.ts';
import { showMergedValues } from '#integrations/onec/show-merged-values.ts';
import { readNotOwned, takingLine, withNotOwned } from '#modules/audit/not-owned.ts';
import { AttributeChange, attributeChangeWords, fieldsOfAttribute } from '#modules/catalogue/attribute-change.ts';
import { setMenuOfBranch } from '#modules/catalogue/branch-menus.ts';
import { CategoryChange, categoryChangeWords, fieldsOfCategory } from '#modules/catalogue/category-change.ts';
import { returnCategoryFields } from '#modules/catalogue/return-category-fields.ts';
import {
  attributeValues,
  createAttribute,
  listStaffAttributes,
  mergeValues,
  readStaffAttribute,
  saveAttribute,
} from '#modules/catalogue/save-attribute.ts';
import {
  createCategory,
  listStaffCategories,
  lockCategoryTree,
  moveCategory,
  placeOfCategory,
  readStaffCategory,
  saveCategory,
} from '#modules/catalogue/save-category.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { Name } from '#platform/text-inputs.ts';
import { everyOwnedCategoryField, ownedCategoryFields } from '#shared/category-fields.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { needOwnRow } from './branch-rule.ts';
import { adminRecord, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { adminRead, adminWrite, NumberParam } from './route.ts';

const OwnedCategory = z.enum(everyOwnedCategoryField);

const Category = z.object({
  id: z.int(),
  id_1c: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  short_name: z.string().nullable(),
  description: z.string().nullable(),
  parent_id: z.int().nullable(),
  position: z.int(),
  is_on: z.boolean(),
  goods_on: z.int(),
  goods_off: z.int(),
  menus: z.array(z.string()),
  /** What the shop leads of it, though 1C feeds it. */
  own_fields: z.array(OwnedCategory),
});

const Attribute = z.object({
  id: z.int(),
  id_1c: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  type: z.enum(['text', 'number', 'enum', 'boolean']),
  unit: z.string().nullable(),
  filter: z.enum(['values', 'range']).nullable(),
  group_name: z.string(),
  position: z.int(),
  goods: z.int(),
});

/** Of a category that was moved: its place among its neighbours, from 0. */
const PlaceBefore = z.strictObject({ parent_id: z.int().nullable(), position: z.int().min(0) });

const attributeRecord = recordOf({
  url: '/api/admin/attributes/:id',
  resource: 'attributes',
  summaries: { read: 'Свойство', write: 'Сохранение свойства' },
  permissions: { read: 'catalogue.read', write: 'catalogue.write' },
  params: NumberParam,
  response: Attribute,
  body: AttributeChange,
  isUndoable: true,
  read: ({ db, params }, isLocked) => readStaffAttribute(db, Number(params.id), isLocked),
  editable: fieldsOfAttribute,
  async change({ db, body }, before) {
    await saveAttribute(db, before, body);
    return { words: attributeChangeWords(before, body) };
  },
});

const categoryRecord = recordOf({
  url: '/api/admin/categories/:id',
  resource: 'categories',
  summaries: { read: 'Категория', write: 'Сохранение категории' },
  permissions: { read: 'catalogue.read', write: 'catalogue.write' },
  params: NumberParam,
  response: Category,
  body: CategoryChange,
  isUndoable: true,
  read: ({ db, params }, isLocked) => readStaffCategory(db, Number(params.id), isLocked),
  editable: fieldsOfCategory,
  async change({ db, body, now }, before) {
    const taken = await saveCategory(db, before, body, now);
    return { words: categoryChangeWords(before, body), taken };
  },
  async giveBack({ db, params }, taken) {
    await returnCategoryFields(
      db,
      Number(params.id),
      everyOwnedCategoryField.filter((field) => taken.includes(field)),
    );
  },
});

const categoryRoutes = [
  adminRead({
    url: '/api/admin/categories',
    summary: 'Дерево категорий',
    permission: 'catalogue.read',
    response: z.object({ items: z.array(Category), total: z.int() }),
    async run({ db }) {
      const items = await listStaffCategories(db);
      return { items, total: items.length };
    },
  }),
  ...adminRecord(categoryRecord),
  ...draftRoutes(categoryRecord, 'раздела'),
  adminWrite({
    url: '/api/admin/categories',
    summary: 'Новая категория',
    permission: 'catalogue.write',
    body: z.strictObject({ name: Name, parent_id: z.int().positive().nullable().default(null) }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int(), code: z.string() }),
    async run({ db, body, now }) {
      const created = await createCategory(db, body, now);
      return {
        answer: created,
        audit: { resource: 'categories', record_id: created.id, words: `Создан раздел «${body.name}»` },
        location: `/api/admin/categories/${created.id}`,
      };
    },
  }),
  adminWrite({
    url: '/api/admin/categories/:id/move',
    summary: 'Перенос категории',
    permission: 'catalogue.write',
    params: NumberParam,
    body: z.strictObject({ parent_id: z.int().positive().nullable(), place: z.int().min(0).max(10_000) }),
    response: z.object({ parent_id: z.int().nullable(), position: z.int() }),
    async run({ db, params, body, now }) {
      await lockCategoryTree(db);
      const category = await readStaffCategory(db, params.id, true);
      if (!category) throw new Refusal('not_found');
      const { before, after, taken } = await movedCategory(db, params.id, body, now);
      return {
        answer: after,
        audit: {
          resource: 'categories',
          record_id: params.id,
          words: `Перенесён раздел «${category.name}»`,
          ...takingLine({ before, after }, taken),
        },
      };
    },
    undo: {
      resource: 'categories',
      fits: (before) => PlaceBefore.safeParse(readNotOwned(before).fields).success,
      async run({ db, now }, record_id, stood) {
        const { fields, notOwned } = readNotOwned(stood);
        const { parent_id, position } = PlaceBefore.parse(fields);
        const { id } = NumberParam.parse({ id: record_id });
        const { before, after, taken } = await movedCategory(db, id, { parent_id, place: position }, now, notOwned);
        return {
          department_id_1c: null,
          before: withNotOwned(before, notOwned && taken.filter((name) => !notOwned.includes(name))),
          after: withNotOwned(after, notOwned),
        };
      },
    },
  }),
  adminWrite({
    url: '/api/admin/categories/:id/release',
    summary: 'Возврат поля раздела в ведение 1С',
    permission: 'catalogue.write',
    params: NumberParam,
    body: z.strictObject({ field: OwnedCategory }),
    response: z.object({ field: OwnedCategory }),
    async run({ db, params: { id }, body: { field } }) {
      await holdOffExchange(db);
      await lockCategoryTree(db);
      const before = await readStaffCategory(db, id, true);
      if (!before) throw new Refusal('not_found');
      if (!before.own_fields.includes(field)) throw new Refusal('bad_input', {}, 'Это поле и так ведёт 1С');
      const [returned] = await returnCategoryFields(db, id, [field]);
      const within = 'Раздел, в котором он стоит в 1С, сейчас стоит внутри него: переместите тот раньше';
      if (!returned) throw new Refusal('bad_input', {}, field === 'parent_id' ? within : 'В 1С нет такого раздела');
      const after = await readStaffCategory(db, id);
      const isChanged = after?.[field] !== before[field];
      return {
        answer: { field },
        audit: {
          resource: 'categories',
          record_id: id,
          words: `Раздел «${before.name}»: ${ownedCategoryFields[field]} снова ведёт 1С`,
          ...(isChanged && { before: { [field]: before[field] }, after: { [field]: after?.[field] } }),
        },
      };
    },
  }),
];

type Place = { parent_id: number | null; place: number };

/**
 * Moves a category; where it stood and where it stands, its position being the place among its neighbours, from 0, and
 * what that took from 1C. `notOwned`: what goes back to 1C with the move.
 */
async function movedCategory(db: Db, id: number, to: Place, now: Date, notOwned: string[] = []) {
  const stands = async () => {
    const found = await placeOfCategory(db, id);
    if (!found) throw new Refusal('not_found');
    return { parent_id: found.parent_id, position: found.place };
  };
  await lockCategoryTree(db);
  const before = await stands();
  const isTaken = await moveCategory(db, id, to, now);
  if (notOwned.includes('parent_id')) await returnCategoryFields(db, id, ['parent_id']);
  return { before, after: await stands(), taken: isTaken ? ['parent_id'] : [] };
}

const menuRoutes = [
  adminWrite({
    url: '/api/admin/category-menus',
    summary: 'Разделы в меню филиала: показать или убрать',
    permission: 'catalogue.write',
    body: z.strictObject({
      department_id_1c: z.string().max(40),
      category_ids: z.array(z.int().positive().max(2_147_483_647)).min(1).max(5_000),
      is_shown: z.boolean(),
    }),
    response: z.object({
      /** Those that were not so before. */
      changed: z.array(z.int()),
    }),
    async run(asked) {
      const { department_id_1c, category_ids, is_shown } = asked.body;
      needOwnRow(asked.staff, department_id_1c);
      const changed = await setMenuOfBranch(asked.db, department_id_1c, category_ids, is_shown);
      const [only] = changed.length === 1 ? changed : [];
      const category = only === undefined ? null : await readStaffCategory(asked.db, only);
      const what = category ? `Раздел «${category.name}»` : countOf(changed.length, 'раздел', 'раздела', 'разделов');
      return {
        answer: { changed },
        audit: {
          resource: 'categories',
          record_id: only ?? null,
          department_id_1c,
          words: `${what}: ${is_shown ? 'в меню филиала' : 'вне меню филиала'}`,
          after: { category_ids: changed, is_shown },
        },
      };
    },
  }),
];

const attributeRoutes = [
  adminRead({
    url: '/api/admin/attributes',
    summary: 'Свойства',
    permission: 'catalogue.read',
    response: z.object({ items: z.array(Attribute), total: z.int() }),
    async run({ db }) {
      const items = await listStaffAttributes(db);
      return { items, total: items.length };
    },
  }),
  ...adminRecord(attributeRecord),
  ...draftRoutes(attributeRecord, 'свойства'),
  adminWrite({
    url: '/api/admin/attributes',
    summary: 'Новое свойство',
    permission: 'catalogue.write',
    body: z.strictObject({
      name: Name,
      type: Attribute.shape.type,
      unit: z.string().trim().min(1).max(50).nullable().default(null),
      filter: Attribute.shape.filter.default(null),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, body }) {
      const { id } = await createAttribute(db, body);
      return {
        answer: { id },
        audit: { resource: 'attributes', record_id: id, words: `Создано свойство «${body.name}»` },
        location: `/api/admin/attributes/${id}`,
      };
    },
  }),
  adminRead({
    url: '/api/admin/attributes/:id/onec-words',
    summary: 'Как свойство называет 1С',
    permission: 'catalogue.read',
    params: NumberParam,
    response: z.object({
      /** null: it is the shop's own. */
      values: z.object({ name: z.string(), unit: z.string().nullable() }).nullable(),
    }),
    async run({ db, params }) {
      if (!(await readStaffAttribute(db, params.id))) throw new Refusal('not_found');
      return { values: await onecWordsOf(db, params.id) };
    },
  }),
  adminWrite({
    url: '/api/admin/attributes/:id/release',
    summary: 'Возврат названия и единицы свойства в ведение 1С',
    permission: 'catalogue.write',
    params: NumberParam,
    response: z.object({ name: z.string(), unit: z.string().nullable() }),
    async run({ db, params }) {
      await holdOffExchange(db);
      const before = await readStaffAttribute(db, params.id, true);
      if (!before) throw new Refusal('not_found');
      const values = await onecWordsOf(db, params.id);
      const changed = (['name', 'unit'] as const).filter((field) => values && values[field] !== before[field]);
      if (values === null || changed.length === 0)
        throw new Refusal('bad_input', {}, 'Название и единицу и так ведёт 1С');
      const fieldsOf = (one: { name: string; unit: string | null }) =>
        Object.fromEntries(changed.map((field) => [field, one[field]]));
      await saveAttribute(db, before, values);
      return {
        answer: values,
        audit: {
          resource: 'attributes',
          record_id: params.id,
          words: `Свойство «${before.name}»: название и единицу снова ведёт 1С`,
          before: fieldsOf(before),
          after: fieldsOf(values),
        },
      };
    },
  }),
  adminRead({
    url: '/api/admin/attributes/:id/values',
    summary: 'Значения свойства',
    permission: 'catalogue.read',
    params: NumberParam,
    response: z.object({
      items: z.array(z.object({ value: z.string(), goods: z.int(), twins: z.array(z.string()) })),
    }),
    async run({ db, params }) {
      const attribute = await readStaffAttribute(db, params.id);
      if (!attribute) throw new Refusal('not_found');
      return { items: await attributeValues(db, attribute.code) };
    },
  }),
  adminWrite({
    url: '/api/admin/attributes/:id/merge',
    summary: 'Объединение значений свойства',
    permission: 'catalogue.write',
    params: NumberParam,
    body: z.strictObject({
      from: z.array(z.string().max(5_000)).min(1).max(200),
      into: z.string().trim().min(1, 'Обязательно для заполнения').max(250, 'Не длиннее 250 знаков'),
    }),
    response: z.object({ changed: z.int() }),
    async run({ db, params, body, now }) {
      const attribute = await readStaffAttribute(db, params.id, true);
      if (!attribute) throw new Refusal('not_found');
      const changed = await mergeValues(db, attribute, body, now);
      await showMergedValues(db, attribute.id, body);
      return {
        answer: { changed },
        audit: {
          resource: 'attributes',
          record_id: params.id,
          words: `«${attribute.name}»: значения объединены в «${body.into}», ${changed} ${plural(changed, 'товар', 'товара', 'товаров')}`,
          after: body,
        },
      };
    },
  }),
];

export const assortmentRoutes = [...categoryRoutes, ...menuRoutes, ...attributeRoutes];
