import { z } from 'zod';
import { closeCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { periods } from '#modules/fortune/schema.ts';
import { simulateSpins } from '#modules/fortune/simulate-spins.ts';
import {
  CampaignFields,
  campaignStates,
  createStaffCampaign,
  fieldsOfCampaign,
  listStaffCampaigns,
  PlannedPrize,
  readStaffCampaign,
  type StaffCampaign,
  saveDraftCampaign,
} from '#modules/fortune/staff-campaigns.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnRow } from './branch-rule.ts';
import { changedWords } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminAsk, adminRead, adminWrite, NumberParam } from './route.ts';

const Row = z.object({
  id: z.int(),
  code: z.string(),
  state: z.enum(campaignStates),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  published_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  budget_kopecks: z.int(),
  spent_kopecks: z.int(),
  spins: z.int(),
});
const Stored = z.object({
  title: z.string(),
  organiser: z.string(),
  rules_html: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  period: z.enum(periods),
  budget_kopecks: z.int().max(1_000_000_000_00),
  device_limit: z.int(),
  address_limit: z.int(),
  prizes: z.array(
    z.object({
      name: z.string(),
      weight: z.int(),
      sum_kopecks: z.int(),
      min_sum_kopecks: z.int(),
      coupon_days: z.int(),
      stock: z.int().nullable(),
      is_consolation: z.boolean(),
    }),
  ),
});

const permission = 'promo.write';
const simulated = 10_000;

const words: Record<string, string> = {
  title: 'название',
  organiser: 'организатор',
  rules_html: 'правила',
  starts_at: 'срок',
  ends_at: 'срок',
  period: 'как часто крутят',
  budget_kopecks: 'фонд',
  device_limit: 'ограничения',
  address_limit: 'ограничения',
  prizes: 'призы',
};

/** The wheel: drafts, publishing, closing, and what its budget would come to. */
export const wheelRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/wheels',
    summary: 'Розыгрыши колеса',
    permission,
    response: z.object({ items: z.array(Row), total: z.int() }),
    async run({ db, now }) {
      const campaigns = await listStaffCampaigns(db, now);
      return { items: campaigns.map(rowOf), total: campaigns.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/wheels/:id',
    resource: 'wheels',
    summaries: { read: 'Розыгрыш колеса', write: 'Сохранение черновика розыгрыша' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: Row.extend({
      fields: Stored,
      /** How often each prize was given, by its place. */
      given: z.array(z.int()),
      seed_commit: z.string(),
    }),
    body: CampaignFields.partial(),
    isUndoable: true,
    async read({ db, params, now }, isLocked) {
      const campaign = await readStaffCampaign(db, Number(params.id), now, isLocked);
      if (!campaign) return null;
      const given = campaign.prizes.map((prize) => prize.given);
      return { ...rowOf(campaign), fields: fieldsOfCampaign(campaign), given, seed_commit: campaign.seed_commit };
    },
    editable: ({ fields }) => fields,
    async change(asked, before) {
      const { db, staff, body } = asked;
      needOwnRow(staff, null);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveDraftCampaign(db, await needCampaign(asked, before.id), body as Partial<CampaignFields>);
      return { words: `Розыгрыш «${before.title}»: ${changedWords(body, words)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/wheels',
    summary: 'Новый розыгрыш, пока черновик',
    permission,
    body: CampaignFields.extend({
      code: z
        .string()
        .trim()
        .max(60, 'Не длиннее 60 знаков')
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Код — латинские буквы, цифры и дефисы'),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, context, staff, body }) {
      needOwnRow(staff, null);
      const id = await createStaffCampaign(db, context.keys, body);
      return {
        answer: { id },
        audit: { resource: 'wheels', record_id: id, after: body, words: `Создан розыгрыш «${body.title}»` },
        location: `/api/admin/wheels/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/wheels/:id/publish',
    summary: 'Публикация розыгрыша: шансы, фонд и правила больше не меняются',
    permission,
    params: NumberParam,
    response: Row,
    async run(asked) {
      const { db, staff, params, now } = asked;
      needOwnRow(staff, null);
      const { id, code, title } = await needCampaign(asked, params.id, true);
      await publishCampaign(db, code, now);
      return {
        answer: rowOf(await needCampaign(asked, id)),
        audit: { resource: 'wheels', record_id: id, words: `Розыгрыш «${title}» опубликован` },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/wheels/:id/close',
    summary: 'Досрочное завершение розыгрыша; выданные купоны действуют',
    permission,
    params: NumberParam,
    response: Row,
    async run(asked) {
      const { db, staff, params, now } = asked;
      needOwnRow(staff, null);
      const { id, code, title } = await needCampaign(asked, params.id, true);
      await closeCampaign(db, code, now);
      return {
        answer: rowOf(await needCampaign(asked, id)),
        audit: { resource: 'wheels', record_id: id, words: `Розыгрыш «${title}» закрыт досрочно` },
      };
    },
  }),

  adminAsk({
    url: '/api/admin/wheel-simulation',
    summary: '10 000 пробных вращений: на сколько хватит фонда',
    permission,
    body: CampaignFields.pick({ budget_kopecks: true }).extend({ prizes: z.array(PlannedPrize).min(2).max(24) }),
    response: z.object({
      spins: z.int(),
      prizes: z.array(z.object({ drawn: z.int(), given: z.int() })),
      spent_kopecks: z.int(),
      over_at: z.int().nullable(),
    }),
    run: async ({ body: { prizes, budget_kopecks } }) => simulateSpins(prizes, budget_kopecks, simulated),
  }),
];

async function needCampaign({ db, now }: Pick<Asked, 'db' | 'now'>, id: number, isLocked = false) {
  const campaign = await readStaffCampaign(db, id, now, isLocked);
  if (!campaign) throw new Refusal('not_found');
  return campaign;
}

function rowOf(campaign: StaffCampaign): z.input<typeof Row> {
  const { id, code, state, title, budget_kopecks, spent_kopecks, spins } = campaign;
  return {
    id,
    code,
    state,
    title,
    budget_kopecks,
    spent_kopecks,
    spins,
    starts_at: campaign.starts_at.toISOString(),
    ends_at: campaign.ends_at.toISOString(),
    published_at: campaign.published_at?.toISOString() ?? null,
    closed_at: campaign.closed_at?.toISOString() ?? null,
  };
}
