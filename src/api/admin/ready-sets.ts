import { z } from 'zod';
import {
  changeReadySet,
  createReadySet,
  ReadySetFields,
  ReadySetSlug,
  removeReadySet,
} from '#modules/landings/save-ready-set.ts';
import { listStaffReadySets, readStaffReadySet, type StaffReadySet } from '#modules/landings/staff-ready-sets.ts';
import { Refusal } from '#platform/refusal.ts';
import { changedWords, refuseOtherBranch } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, adminWrite, IdParam } from './route.ts';

const ReadySet = z.object({
  /** Its slug, which stays. */
  id: z.string(),
  name: z.string(),
  text: z.string(),
  position: z.int(),
  changed_at: z.string(),
  goods: z.array(
    z.object({
      idcode: z.string(),
      count: z.int(),
      /** null: the shop has no such product any more. */
      product_id: z.int().nullable(),
      name: z.string().nullable(),
      image: z.string().nullable(),
      is_on: z.boolean(),
    }),
  ),
});

const permission = 'promo.write';
/** Sets belong to all branches; each shows those of which it has everything. */
const common = { department_id_1c: null };
const { shape } = ReadySetFields;
const words = { name: 'название', text: 'текст', position: 'порядок', goods: 'товары' };

/** Sets of goods on the page /lp/magic/. */
export const readySetRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/ready-sets',
    summary: 'Готовые наборы товаров',
    permission,
    response: z.object({ items: z.array(ReadySet), total: z.int() }),
    async run({ db }) {
      const items = (await listStaffReadySets(db)).map(present);
      return { items, total: items.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/ready-sets/:id',
    resource: 'ready_sets',
    summaries: { read: 'Готовый набор', write: 'Сохранение готового набора' },
    permissions: { read: permission, write: permission },
    params: IdParam,
    response: ReadySet,
    body: ReadySetFields.partial(),
    isUndoable: true,
    async read({ db, params }, isLocked) {
      const set = await readStaffReadySet(db, String(params.id), isLocked);
      return set && present(set);
    },
    editable: fieldsOf,
    async change({ db, staff, body, now }, set) {
      refuseOtherBranch(staff, common, {});
      // The type of `partial` allows undefined, which JSON does not carry.
      const change = body as Partial<ReadySetFields>;
      await changeReadySet(db, set.id, { before: fieldsOf(set), change }, now);
      return { words: `Набор «${set.name}»: ${changedWords(body, words)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/ready-sets',
    summary: 'Новый готовый набор',
    permission,
    body: ReadySetFields.extend({
      slug: ReadySetSlug,
      text: shape.text.default(''),
      position: shape.position.default(0),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, staff, body, now }) {
      refuseOtherBranch(staff, common, {});
      await createReadySet(db, body, now);
      return {
        answer: { id: body.slug },
        audit: { resource: 'ready_sets', record_id: body.slug, words: `Заведён набор «${body.name}»`, after: body },
        location: `/api/admin/ready-sets/${body.slug}`,
      };
    },
  }),

  adminWrite({
    method: 'DELETE',
    url: '/api/admin/ready-sets/:id',
    summary: 'Удаление готового набора',
    permission,
    params: IdParam,
    response: z.object({ ok: z.literal(true) }),
    async run({ db, staff, params: { id } }) {
      refuseOtherBranch(staff, common, {});
      const set = await readStaffReadySet(db, id, true);
      if (!set) throw new Refusal('not_found');
      await removeReadySet(db, id);
      return {
        answer: { ok: true as const },
        audit: {
          resource: 'ready_sets',
          record_id: id,
          words: `Удалён набор «${set.name}»`,
          before: { slug: id, ...fieldsOf(present(set)) },
        },
      };
    },
  }),
];

/** What staff set of it. */
function fieldsOf({
  name,
  text,
  position,
  goods,
}: Pick<z.input<typeof ReadySet>, keyof ReadySetFields>): ReadySetFields {
  return { name, text, position, goods: goods.map(({ idcode, count }) => ({ idcode, count })) };
}

function present({ slug, changed_at, ...set }: StaffReadySet): z.input<typeof ReadySet> {
  return { ...set, id: slug, changed_at: changed_at.toISOString() };
}
