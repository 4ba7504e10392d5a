import { z } from 'zod';
import { cleanWobbler } from '#modules/content/clean-wobbler.ts';
import { datedStates } from '#modules/content/staff-dated.ts';
import {
  createStaffWobbler,
  fieldsOfWobbler,
  listStaffWobblers,
  readStaffWobbler,
  type StaffWobbler,
  saveStaffWobbler,
} from '#modules/content/staff-wobblers.ts';
import { endWobbler, WobblerFields, wobblerPositions } from '#modules/content/wobblers.ts';
import { imageHostsOf } from '#platform/image-sources.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { changedWords, datedFilter, takeOff } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminAsk, adminRead, adminWrite, NumberParam } from './route.ts';

const Row = z.object({
  id: z.int(),
  state: z.enum(datedStates),
  position: z.enum(wobblerPositions),
  /** Without tags, its beginning. */
  words: z.string(),
  action_link: z.string(),
  background_image: z.string().nullable(),
  department_id_1c: z.string().nullable(),
  city: z.string().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  changed_at: z.string(),
});

/** As stored: what was made by a command need not pass the checks of the form. */
const Stored = z.object({
  department_id_1c: z.string().nullable(),
  position: z.enum(wobblerPositions),
  text: z.string(),
  background_image: z.string().nullable(),
  button_text: z.string().nullable(),
  action_link: z.string(),
  filter_is_show_once: z.boolean(),
  advertising: z.string().nullable(),
  is_draft: z.boolean(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
});

const permission = 'promo.write';
const { shape } = WobblerFields;

const words: Record<string, string> = {
  department_id_1c: 'филиал',
  position: 'место',
  text: 'текст',
  background_image: 'изображение',
  button_text: 'кнопка',
  action_link: 'ссылка',
  filter_is_show_once: 'показ один раз',
  advertising: 'пометка рекламы',
  is_draft: 'черновик',
  starts_at: 'срок',
  ends_at: 'срок',
};

/** Small offers that stand at an edge of every page. */
export const wobblerAdminRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/wobblers',
    summary: 'Плашки',
    permission,
    query: listQuery(datedFilter, ['id']),
    response: listAnswer(Row),
    async run({ db, scope, now, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      const { wobblers, count } = await listStaffWobblers(db, scope.branches, filter, window, now);
      return { items: wobblers.map(rowOf), ...totalOf(count) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/wobblers/:id',
    resource: 'wobblers',
    summaries: { read: 'Плашка', write: 'Сохранение плашки' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Row.extend({ fields: Stored }),
    body: WobblerFields.partial(),
    isUndoable: true,
    async read({ db, scope, params, now }, isLocked) {
      const wobbler = await readStaffWobbler(db, scope.branches, Number(params.id), now, isLocked);
      return wobbler && { ...rowOf(wobbler), fields: fieldsOfWobbler(wobbler) };
    },
    editable: ({ fields }) => fields,
    async change(asked, before) {
      const { db, staff, body, now } = asked;
      needOwnRow(staff, before.department_id_1c);
      await needOwnChoice(db, staff, body.department_id_1c);
      const wobbler = await needWobbler(asked, before.id);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveStaffWobbler(db, wobbler, body as Partial<WobblerFields>, now, imageHostsOf(asked.context.config));
      return {
        words: `Плашка «${before.words}»: ${changedWords(body, words)}`,
        department_id_1c: before.department_id_1c,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/wobblers',
    summary: 'Новая плашка',
    permission,
    body: WobblerFields.extend({
      department_id_1c: shape.department_id_1c.default(null),
      background_image: shape.background_image.default(null),
      button_text: shape.button_text.default(null),
      filter_is_show_once: shape.filter_is_show_once.default(false),
      advertising: shape.advertising.default(null),
      is_draft: shape.is_draft.default(false),
      starts_at: shape.starts_at.default(null),
      ends_at: shape.ends_at.default(null),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run(asked) {
      const { db, staff, body, now } = asked;
      await needOwnChoice(db, staff, body.department_id_1c);
      const id = await createStaffWobbler(db, body, now, imageHostsOf(asked.context.config));
      return {
        answer: { id },
        audit: {
          resource: 'wobblers',
          record_id: id,
          department_id_1c: body.department_id_1c,
          after: body,
          words: `Создана плашка «${wordsOf(body.text)}»`,
        },
        location: `/api/admin/wobblers/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/wobblers/:id/end',
    summary: 'Снятие плашки с показа',
    permission,
    params: NumberParam,
    response: Row,
    async run(asked) {
      const { ended, audit } = await takeOff(asked, {
        resource: 'wobblers',
        async need(isLocked) {
          const wobbler = await needWobbler(asked, asked.params.id, isLocked);
          needOwnRow(asked.staff, wobbler.department_id_1c);
          return wobbler;
        },
        end: endWobbler,
        fieldsOf: fieldsOfWobbler,
        wordsOf: ({ text }) => `Плашка «${wordsOf(text)}» снята с показа`,
        over: 'Плашка уже не показывается',
      });
      return { answer: rowOf(ended), audit };
    },
  }),

  adminAsk({
    url: '/api/admin/wobbler-preview',
    summary: 'Текст плашки, каким его покажет магазин',
    permission,
    body: z.strictObject({ text: z.string().max(2_000) }),
    /** Sanitised HTML. */
    response: z.object({ html: z.string() }),
    run: async ({ body: { text } }) => ({ html: cleanWobbler(text) }),
  }),
];

async function needWobbler({ db, scope, now }: Pick<Asked, 'db' | 'scope' | 'now'>, id: number, isLocked = false) {
  const wobbler = await readStaffWobbler(db, scope.branches, id, now, isLocked);
  if (!wobbler) throw new Refusal('not_found');
  return wobbler;
}

function wordsOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function rowOf(wobbler: StaffWobbler): z.input<typeof Row> {
  const { id, state, position, action_link, background_image, department_id_1c, city } = wobbler;
  return {
    id,
    state,
    position,
    action_link,
    background_image,
    department_id_1c,
    city,
    words: wordsOf(wobbler.text),
    starts_at: wobbler.starts_at?.toISOString() ?? null,
    ends_at: wobbler.ends_at?.toISOString() ?? null,
    changed_at: wobbler.changed_at.toISOString(),
  };
}
