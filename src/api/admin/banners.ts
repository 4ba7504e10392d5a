import { z } from 'zod';
import { BannerFields, bannerThemes, endBanner } from '#modules/content/banners.ts';
import {
  createStaffBanner,
  fieldsOfBanner,
  listStaffBanners,
  readStaffBanner,
  type StaffBanner,
  saveStaffBanner,
} from '#modules/content/staff-banners.ts';
import { datedStates } from '#modules/content/staff-dated.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { changedWords, datedFilter, takeOff } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const Row = z.object({
  id: z.int(),
  state: z.enum(datedStates),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  image: z.string().nullable(),
  theme: z.enum(bannerThemes),
  department_id_1c: z.string().nullable(),
  city: z.string().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  position: z.int(),
  changed_at: z.string(),
});

/** As stored: what was made by a command need not pass the checks of the form. */
const Stored = z.object({
  department_id_1c: z.string().nullable(),
  place: z.enum(['home']),
  title: z.string(),
  text: z.string(),
  button_text: z.string(),
  link: z.string(),
  image: z.string().nullable(),
  theme: z.enum(bannerThemes),
  position: z.int(),
  is_draft: z.boolean(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
});

const permission = 'promo.write';
const { shape } = BannerFields;

const words: Record<string, string> = {
  department_id_1c: 'филиал',
  place: 'место',
  title: 'заголовок',
  text: 'текст',
  button_text: 'кнопка',
  link: 'ссылка',
  image: 'изображение',
  theme: 'фон',
  position: 'порядок',
  is_draft: 'черновик',
  starts_at: 'срок',
  ends_at: 'срок',
};

/** Slides of the home page. */
export const bannerRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/banners',
    summary: 'Слайды главной страницы',
    permission,
    query: listQuery(datedFilter, ['position']),
    response: listAnswer(Row),
    async run({ db, scope, now, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      const { banners, count } = await listStaffBanners(db, scope.branches, filter, window, now);
      return { items: banners.map(rowOf), ...totalOf(count) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/banners/:id',
    resource: 'banners',
    summaries: { read: 'Слайд', write: 'Сохранение слайда' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Row.extend({ fields: Stored }),
    body: BannerFields.partial(),
    isUndoable: true,
    async read({ db, scope, params, now }, isLocked) {
      const banner = await readStaffBanner(db, scope.branches, Number(params.id), now, isLocked);
      return banner && { ...rowOf(banner), fields: fieldsOfBanner(banner) };
    },
    editable: ({ fields }) => fields,
    async change(asked, before) {
      const { db, staff, body, now } = asked;
      needOwnRow(staff, before.department_id_1c);
      await needOwnChoice(db, staff, body.department_id_1c);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveStaffBanner(db, await needBanner(asked, before.id), body as Partial<BannerFields>, now);
      return {
        words: `Слайд «${before.title}»: ${changedWords(body, words)}`,
        department_id_1c: before.department_id_1c,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/banners',
    summary: 'Новый слайд',
    permission,
    body: BannerFields.extend({
      department_id_1c: shape.department_id_1c.default(null),
      place: shape.place.default('home'),
      text: shape.text.default(''),
      image: shape.image.default(null),
      theme: shape.theme.default('spruce'),
      position: shape.position.default(0),
      is_draft: shape.is_draft.default(false),
      starts_at: shape.starts_at.default(null),
      ends_at: shape.ends_at.default(null),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const id = await createStaffBanner(db, body, now);
      return {
        answer: { id },
        audit: {
          resource: 'banners',
          record_id: id,
          department_id_1c: body.department_id_1c,
          after: body,
          words: `Создан слайд «${body.title}»`,
        },
        location: `/api/admin/banners/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/banners/:id/end',
    summary: 'Снятие слайда с показа',
    permission,
    params: NumberParam,
    response: Row,
    async run(asked) {
      const { ended, audit } = await takeOff(asked, {
        resource: 'banners',
        async need(isLocked) {
          const banner = await needBanner(asked, asked.params.id, isLocked);
          needOwnRow(asked.staff, banner.department_id_1c);
          return banner;
        },
        end: endBanner,
        fieldsOf: fieldsOfBanner,
        wordsOf: ({ title }) => `Слайд «${title}» снят с показа`,
        over: 'Слайд уже не показывается',
      });
      return { answer: rowOf(ended), audit };
    },
  }),
];

async function needBanner({ db, scope, now }: Pick<Asked, 'db' | 'scope' | 'now'>, id: number, isLocked = false) {
  const banner = await readStaffBanner(db, scope.branches, id, now, isLocked);
  if (!banner) throw new Refusal('not_found');
  return banner;
}

function rowOf(banner: StaffBanner): z.input<typeof Row> {
  const { button_text: _button, place: _place, is_draft: _draft, ...row } = banner;
  return {
    ...row,
    starts_at: banner.starts_at?.toISOString() ?? null,
    ends_at: banner.ends_at?.toISOString() ?? null,
    changed_at: banner.changed_at.toISOString(),
  };
}
