import { z } from 'zod';
import {
  addMenuLink,
  changeMenuLink,
  listStaffMenuLinks,
  orderMenuLinks,
  removeMenuLink,
  type StaffMenuLink,
} from '#modules/content/menu-links.ts';
import type { StaffMember } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { iso, Ok, ok } from './answers.ts';
import { BranchOfRow, branchWords, Moment } from './branch-rows.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Place = z.enum(['header', 'footer', 'side']);
const placeWords = { header: 'шапка', footer: 'подвал', side: 'боковое меню' } as const;

const Link = z.object({
  id: z.int(),
  place: Place,
  /** Of the footer, whose links stand in columns; else ''. */
  column_title: z.string(),
  name: z.string(),
  url: z.string(),
  icon: z.string().nullable(),
  department_id_1c: z.string().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  position: z.int(),
  /** Shown to nobody. */
  is_draft: z.boolean(),
});

const OrderBefore = z.strictObject({ ids: z.array(z.int()) });

const Fields = z.strictObject({
  place: Place,
  column_title: z.string().trim().max(60, 'Не длиннее 60 знаков'),
  name: z.string().trim().min(1, 'Назовите ссылку').max(60, 'Не длиннее 60 знаков'),
  url: z.string().trim().min(1, 'Укажите адрес').max(300, 'Не длиннее 300 знаков'),
  icon: z.string().trim().max(40).nullable(),
  department_id_1c: BranchOfRow,
  starts_at: Moment,
  ends_at: Moment,
  is_draft: z.boolean(),
});
/** A default in a field that may be left out would set it at every change. */
const NewFields = Fields.extend({
  is_draft: Fields.shape.is_draft.default(false),
  /** Where a link that was removed stood; null: last. */
  position: z.int().min(0).max(1_000_000).nullable().default(null),
});

/** Links of the header, the side and the footer, with the days on which they stand. */
export const menuLinkRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/menu-links',
    summary: 'Ссылки меню: шапка, боковое меню, подвал',
    permission: 'content.write',
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.object({ items: z.array(Link), total: z.int() }),
    async run({ db, scope }) {
      const items = (await listStaffMenuLinks(db, scope)).map(present);
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/menu-links',
    summary: 'Ссылка меню: новая встаёт последней, убранная — на прежнее место',
    permission: 'content.publish',
    body: NewFields,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const position = body.position ?? (await lastPosition(db, body.place)) + 10;
      const id = await addMenuLink(db, { ...body, position }, now);
      return {
        answer: { id },
        audit: { ...lineOf({ ...body, id }, 'добавлена'), after: body },
        location: `/api/admin/menu-links/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/menu-links/:id',
    resource: 'menu_links',
    summaries: { read: 'Ссылка меню', write: 'Изменение ссылки меню' },
    permissions: { read: 'content.write', write: 'content.publish' },
    params: NumberParam,
    response: Link,
    body: Fields.partial(),
    isUndoable: true,
    async read({ db, scope, params }) {
      const [link] = await listStaffMenuLinks(db, { ...scope, id: Number(params.id) });
      return link ? present(link) : null;
    },
    editable: ({ id: _, position: __, ...fields }) => fields,
    async change({ db, staff, params: { id }, body, now }, before) {
      const after = { ...Fields.parse(fieldsOf(before)), ...defined(body) };
      needOwnRow(staff, before.department_id_1c);
      await needOwnChoice(db, staff, after.department_id_1c);
      await changeMenuLink(db, Number(id), { ...after, position: before.position }, now);
      const { words, department_id_1c } = lineOf({ ...after, id: Number(id) }, 'изменена');
      return { words, department_id_1c };
    },
  }),

  adminWrite({
    url: '/api/admin/menu-links/:id',
    method: 'DELETE',
    summary: 'Убрать ссылку из меню',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run({ db, staff, scope, params: { id } }) {
      const [link] = await listStaffMenuLinks(db, { ...scope, id });
      if (!link) throw new Refusal('not_found');
      needOwnRow(staff, link.department_id_1c);
      await removeMenuLink(db, id);
      return { answer: ok, audit: lineOf(link, `убрана, вела на ${link.url}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/menu-links/order',
    summary: 'Порядок ссылок одного меню',
    permission: 'content.publish',
    body: z.strictObject({ ids: z.array(z.int().positive()).min(1).max(200) }),
    response: Ok,
    async run({ db, staff, scope, body: { ids }, now }) {
      const links = await listStaffMenuLinks(db, scope);
      const named = ids.map((id) => links.find((link) => link.id === id));
      const [first] = named;
      if (!first || named.includes(undefined)) throw new Refusal('not_found');
      const before = await orderOwnLinks(db, staff, links, ids, now);
      return {
        answer: ok,
        audit: {
          resource: 'menu_links',
          record_id: null,
          words: `Меню, ${placeWords[first.place]}: ${named.map((link) => link?.name).join(', ')}`,
          before,
          after: { ids },
        },
      };
    },
    undo: {
      resource: 'menu_links',
      fits: (before) => OrderBefore.safeParse(before).success,
      async run({ db, staff, scope, now }, _record_id, fields) {
        const { ids } = OrderBefore.parse(fields);
        const links = await listStaffMenuLinks(db, scope);
        if (ids.some((id) => links.every((link) => link.id !== id))) throw new Refusal('not_undoable');
        return { department_id_1c: null, before: await orderOwnLinks(db, staff, links, ids, now), after: { ids } };
      },
    },
  }),
];

/** Puts links of one menu into another order; the one in which they stood. `links`: all of the person's scope. */
async function orderOwnLinks(db: Db, staff: StaffMember, links: StaffMenuLink[], ids: number[], now: Date) {
  const named = links.filter(({ id }) => ids.includes(id));
  for (const department of new Set(named.map((link) => link.department_id_1c))) needOwnRow(staff, department);
  await orderMenuLinks(db, ids, now);
  return { ids: named.map(({ id }) => id) };
}

async function lastPosition(db: Db, menu: StaffMenuLink['place']): Promise<number> {
  const links = await listStaffMenuLinks(db, { branches: null });
  return Math.max(0, ...links.filter(({ place }) => place === menu).map(({ position }) => position));
}

type Named = Pick<StaffMenuLink, 'id' | 'place' | 'name' | 'department_id_1c'>;

function lineOf({ id, place, name, department_id_1c }: Named, done: string) {
  const words = `Меню, ${placeWords[place]}: ссылка «${name}» ${done}${branchWords(department_id_1c)}`;
  return { resource: 'menu_links', record_id: id, department_id_1c, words };
}

function present({ starts_at, ends_at, ...link }: StaffMenuLink): z.input<typeof Link> {
  return { ...link, starts_at: iso(starts_at), ends_at: iso(ends_at) };
}

function fieldsOf({ id: _, position: __, ...fields }: z.input<typeof Link>) {
  return fields;
}

/** Without the fields that were not given: the type of `partial` allows undefined, which JSON does not carry. */
function defined<T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
