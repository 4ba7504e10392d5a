import { z } from 'zod';
import {
  changeHomeLayout,
  homeBlocks,
  homeLayoutStates,
  listHomeLayouts,
  planHomeLayout,
  refuseUnknownCategories,
  removeHomeLayout,
  type StaffHomeLayout,
} from '#modules/content/home-layout.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { iso, Ok, ok } from './answers.ts';
import { BranchOfRow, branchWords, Moment } from './branch-rows.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Season = z.enum(['newyear', 'spring']).nullable();
const Blocks = z.array(z.enum(homeBlocks)).min(1, 'Оставьте хотя бы один блок').max(homeBlocks.length);
const Codes = z.array(z.string().max(120)).max(20, 'Не больше 20 разделов');

const Layout = z.object({
  id: z.int(),
  season: Season,
  blocks: z.array(z.string()),
  /** Codes of root categories that come first. */
  first_categories: z.array(z.string()),
  department_id_1c: z.string().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  /** Shown to nobody. */
  is_draft: z.boolean(),
  state: z.enum(homeLayoutStates),
});

const Fields = z.strictObject({
  season: Season,
  blocks: Blocks,
  first_categories: Codes,
  department_id_1c: BranchOfRow,
  starts_at: Moment,
  ends_at: Moment,
  is_draft: z.boolean(),
});
/** A default in a field that may be left out would set it at every change. */
const NewFields = Fields.extend({ is_draft: Fields.shape.is_draft.default(false) });

/** How the home page stands: which blocks in which order, in a branch, from when to when. */
export const homeLayoutRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/home-layouts',
    summary: 'Планы главной страницы',
    permission: 'content.write',
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.object({ items: z.array(Layout), total: z.int(), all_blocks: z.array(z.string()) }),
    async run({ db, scope, now }) {
      const items = (await listHomeLayouts(db, scope, now)).map(present);
      return { items, total: items.length, all_blocks: [...homeBlocks] };
    },
  }),

  adminWrite({
    url: '/api/admin/home-layouts',
    summary: 'Новый план главной страницы',
    permission: 'content.publish',
    body: NewFields,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      await refuseUnknownCategories(db, body.first_categories);
      const id = await planHomeLayout(db, body, now);
      return {
        answer: { id },
        audit: { ...lineOf({ ...body, id }, 'новый план'), after: body },
        location: `/api/admin/home-layouts/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/home-layouts/:id',
    resource: 'home_layouts',
    summaries: { read: 'План главной страницы', write: 'Изменение плана главной страницы' },
    permissions: { read: 'content.write', write: 'content.publish' },
    params: NumberParam,
    response: Layout,
    body: Fields.partial(),
    isUndoable: true,
    async read({ db, scope, params, now }) {
      const [layout] = await listHomeLayouts(db, { ...scope, id: Number(params.id) }, now);
      return layout ? present(layout) : null;
    },
    editable: ({ id: _, state: __, ...fields }) => fields,
    async change({ db, staff, params: { id }, body, now }, { id: _, state: __, ...before }) {
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const after = { ...Fields.parse(before), ...given } as z.output<typeof Fields>;
      needOwnRow(staff, before.department_id_1c);
      await needOwnChoice(db, staff, after.department_id_1c);
      await refuseUnknownCategories(db, body.first_categories ?? []);
      await changeHomeLayout(db, Number(id), after, now);
      const { words, department_id_1c } = lineOf({ ...after, id: Number(id) }, 'план изменён');
      return { words, department_id_1c };
    },
  }),

  adminWrite({
    url: '/api/admin/home-layouts/:id',
    method: 'DELETE',
    summary: 'Убрать план главной страницы',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run({ db, staff, scope, params: { id }, now }) {
      const [layout] = await listHomeLayouts(db, { ...scope, id }, now);
      if (!layout) throw new Refusal('not_found');
      needOwnRow(staff, layout.department_id_1c);
      await removeHomeLayout(db, id);
      return { answer: ok, audit: lineOf(layout, 'план убран') };
    },
  }),
];

type Named = Pick<StaffHomeLayout, 'id' | 'department_id_1c' | 'starts_at' | 'ends_at'>;

function lineOf({ id, department_id_1c, starts_at, ends_at }: Named, done: string) {
  const from = starts_at ? ` с ${formatDate(starts_at)}` : '';
  const to = ends_at ? ` по ${formatDate(ends_at)}` : '';
  const words = `Главная${from}${to}: ${done}${branchWords(department_id_1c)}`;
  return { resource: 'home_layouts', record_id: id, department_id_1c, words };
}

function present({ starts_at, ends_at, blocks, ...layout }: StaffHomeLayout): z.input<typeof Layout> {
  // A block that a later version of the shop knows no more is left out, as on the page itself.
  const known = homeBlocks
    .filter((block) => blocks.includes(block))
    .sort((a, b) => blocks.indexOf(a) - blocks.indexOf(b));
  return { ...layout, blocks: known, starts_at: iso(starts_at), ends_at: iso(ends_at) };
}
