import { z } from 'zod';
import { endCode, makeCampaign, setCodeEnd } from '#modules/codes/make-code.ts';
import { codeStates, listCampaignCodes, readCampaignCode, type StaffCampaignCode } from '#modules/codes/staff-codes.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { listDepartments } from '#modules/departments/queries.ts';
import { renderCampaignCode } from '#modules/documents/code-labels.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { StaffMember } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { campaignQrUrl, isOwnPath } from '#shared/urls.ts';
import { needOwnRow } from './branch-rule.ts';
import { ownDepartments } from './branches.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type AdminRoute, type Asked, adminFile, adminRead, adminWrite, IdParam } from './route.ts';

const Row = z.object({
  /** The code itself. */
  id: z.string(),
  state: z.enum(codeStates),
  /** A path of the shop, and the marks by which visits from the code are counted. */
  target: z.string(),
  utm_source: z.string(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  /** What is printed, on the host of a branch. */
  path: z.string(),
  ends_at: z.string().nullable(),
  note: z.string(),
  created_at: z.string(),
  created_by: z.string(),
});

const permission = 'promo.write';
const resource = 'codes';
/** A campaign's code opens on the host of any branch. */
const wrongCode = 'От 2 до 40 знаков: строчные латинские буквы, цифры, дефис';
const Mark = z.string().trim().max(100, fieldMessages.maxLength(100));
const EndsAt = z.iso.datetime({ offset: true, error: 'Укажите день и время' }).nullable();

/** Printed codes of campaigns: leaflets, posters, cars. */
export const campaignCodeRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/campaign-codes',
    summary: 'Коды кампаний',
    permission,
    query: listQuery({ q: z.string().max(200), state: z.array(z.enum(codeStates)) }, ['created_at']),
    response: listAnswer(Row),
    async run({ db, now, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      const { codes, count } = await listCampaignCodes(db, filter, window, now);
      return { items: codes.map(rowOf), ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/campaign-codes',
    summary: 'Новый код кампании',
    permission,
    body: z.strictObject({
      code: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, wrongCode),
      target: z
        .string()
        .trim()
        .max(500, fieldMessages.maxLength(500))
        .refine(isOwnPath, 'Страница этого магазина: /category/…'),
      utm_source: Mark.min(1, fieldMessages.required),
      utm_medium: Mark.nullable().default(null),
      utm_campaign: Mark.nullable().default(null),
      ends_at: EndsAt.default(null),
      note: z.string().trim().max(300, fieldMessages.maxLength(300)).default(''),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, staff, body, now }) {
      needOwnRow(staff, null);
      const { note, ends_at, utm_medium, utm_campaign, ...campaign } = body;
      const given = { ...campaign, utm_medium: utm_medium || null, utm_campaign: utm_campaign || null };
      if (await readCampaignCode(db, body.code, now))
        throw new Refusal('bad_input', { fields: { code: 'Такой код уже есть' } });
      await makeCampaign(db, { ...given, ends_at: endOf(ends_at, now) }, { who: staff.full_name, note }, now);
      return {
        answer: { id: body.code },
        audit: {
          resource,
          record_id: `c/${body.code}`,
          after: body,
          words: `Создан код кампании ${body.code} → ${body.target}`,
        },
        location: '/api/admin/campaign-codes',
      };
    },
  }),

  adminWrite({
    url: '/api/admin/campaign-codes/:id/end',
    summary: 'Код кампании больше никуда не ведёт',
    permission,
    params: IdParam,
    response: Row,
    async run(asked) {
      return changed(asked, 'отключён', ({ code }) => endCode(asked.db, 'c', code, asked.now));
    },
  }),

  adminWrite({
    url: '/api/admin/campaign-codes/:id/resume',
    summary: 'До какого срока код кампании ведёт на страницу; отключённый снова работает',
    permission,
    params: IdParam,
    body: z.strictObject({ ends_at: EndsAt }),
    response: Row,
    async run(asked) {
      const ends_at = endOf(asked.body.ends_at, asked.now);
      const until = ends_at ? `работает до ${formatDate(ends_at, 'Europe/Moscow')}` : 'работает без срока';
      return changed(asked, until, ({ code }) => setCodeEnd(asked.db, 'c', code, ends_at));
    },
  }),

  adminFile({
    url: '/api/admin/campaign-codes/:id/label',
    summary: 'Код кампании для печати, PDF',
    permission,
    params: IdParam,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    async run({ db, scope, context, params, now }) {
      const code = await needCode(db, params.id, now);
      const branches = ownDepartments(await listDepartments(db), scope).filter(
        ({ branch_id_1c }) => branch_id_1c === null,
      );
      const branch = branches.find(({ is_main }) => is_main) ?? branches[0];
      if (!branch) throw new Refusal('not_found');
      const until = code.ends_at && `До ${formatDate(code.ends_at, 'Europe/Moscow')}`;
      const label = {
        heading: code.note || `Код ${code.code}`,
        words: [`Ведёт на ${code.target}`, ...(until ? [until] : [])],
        url: configuredOrigin(branch, context.config) + campaignQrUrl(code.code),
      };
      const { name: seller } = await readSetting(db, 'company');
      const logo = await readPaperLogo(db, filesFolder(context.config.DATA_DIR));
      const bytes = await renderCampaignCode(label, { seller, logo }, now);
      return { name: `Код ${code.code}.pdf`, type: 'application/pdf', bytes };
    },
  }),
];

type Changing = Pick<Asked<{ id: string }>, 'db' | 'params' | 'now'> & { staff: StaffMember };

async function changed(
  { db, staff, params, now }: Changing,
  words: string,
  change: (code: StaffCampaignCode) => Promise<void>,
) {
  needOwnRow(staff, null);
  const before = await needCode(db, params.id, now);
  await change(before);
  const after = await needCode(db, params.id, now);
  return {
    answer: rowOf(after),
    audit: {
      resource,
      record_id: `c/${before.code}`,
      words: `Код кампании ${before.code} ${words}`,
      before: { ends_at: before.ends_at?.toISOString() ?? null },
      after: { ends_at: after.ends_at?.toISOString() ?? null },
    },
  };
}

async function needCode(db: Db, code: string, now: Date): Promise<StaffCampaignCode> {
  const found = await readCampaignCode(db, code, now);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Throws bad_input for an end that has passed: ending a code is another press. */
function endOf(ends_at: string | null, now: Date): Date | null {
  if (ends_at === null) return null;
  const end = new Date(ends_at);
  if (end <= now) throw new Refusal('bad_input', { fields: { ends_at: 'Этот срок уже прошёл' } });
  return end;
}

function rowOf({ code, created_at, ends_at, ...row }: StaffCampaignCode): z.input<typeof Row> {
  return {
    id: code,
    ...row,
    path: campaignQrUrl(code),
    created_at: created_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
  };
}
