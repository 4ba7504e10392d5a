import { renderSVG } from 'uqr';
import { z } from 'zod';
import { endCode, makeCampaign, makeShelfCode } from '#modules/codes/make-code.ts';
import { findCampaign, findShelfCode } from '#modules/codes/qr-codes.ts';
import { codeStates, listStaffCodes, type StaffCode } from '#modules/codes/staff-codes.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { listDepartments } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { campaignQrUrl, isOwnPath, shelfQrUrl } from '#shared/urls.ts';
import { iso } from './answers.ts';
import { ownDepartments } from './branches.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { refuseOtherBranch } from './promo-shared.ts';
import { type AdminRoute, type Asked, adminFile, adminRead, adminWrite, IdParam } from './route.ts';

const kinds = ['c', 'p'] as const;

const Code = z.object({
  /** `c-leto`: the kind and the code. */
  id: z.string(),
  kind: z.enum(kinds),
  code: z.string(),
  /** What is printed, behind the host of a branch. */
  path: z.string(),
  target: z.string(),
  product_id: z.int().nullable(),
  department_id_1c: z.string().nullable(),
  place: z.string().nullable(),
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  ends_at: z.string().nullable(),
  is_ended: z.boolean(),
  note: z.string(),
  created_at: z.string(),
  created_by: z.string(),
});

const permission = 'promo.write';
const mark = z
  .string()
  .trim()
  .max(60, fieldMessages.maxLength(60))
  .regex(/^[\w.-]*$/, 'Латиница, цифры, точка и дефис');
const note = z.string().trim().max(200, fieldMessages.maxLength(200)).default('');
const code = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'От 2 до 40 знаков: строчные латинские буквы, цифры, дефис');

/** A campaign, or a product's label of its shelf: it takes the product's code. */
const NewCode = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('c'),
    code,
    target: z
      .string()
      .trim()
      .max(500, fieldMessages.maxLength(500))
      .refine(isOwnPath, 'Страница этого магазина: /category/…'),
    utm_source: mark.min(1, fieldMessages.required),
    utm_medium: mark.default(''),
    utm_campaign: mark.default(''),
    ends_at: z.iso.datetime({ offset: true, error: 'Укажите день и время' }).nullable().default(null),
    note,
  }),
  z.strictObject({
    kind: z.literal('p'),
    idcode: z.string().max(50),
    department_id_1c: z.string().max(40).nullable().default(null),
    note,
  }),
]);

/** Printed codes of /qr/: campaigns and labels of shelves. */
export const codeRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/codes',
    summary: 'Печатные QR-коды: реклама и ценники на полке',
    permission,
    query: listQuery({ q: z.string().max(200), kind: z.array(z.enum(kinds)), state: z.array(z.enum(codeStates)) }, [
      'created_at',
    ]).omit({ ids: true }),
    response: listAnswer(Code),
    async run({ db, scope, now, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      const { q = '', kind = [], state = [] } = filter;
      const { codes, count } = await listStaffCodes(db, scope.branches, { q, kind, state }, window, now);
      return { items: codes.map(present), ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/codes',
    summary: 'Новый QR-код рекламы или ценника',
    permission,
    body: NewCode,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, scope, staff, body, now }) {
      const maker = { who: staff.full_name, note: body.note };
      if (body.kind === 'c') {
        refuseOtherBranch(staff, { department_id_1c: null }, {});
        const { utm_medium, utm_campaign, ends_at, code, target, utm_source } = body;
        const campaign = { utm_medium: utm_medium || null, utm_campaign: utm_campaign || null };
        const ends = ends_at === null ? null : new Date(ends_at);
        if (ends && ends <= now) throw new Refusal('bad_input', { fields: { ends_at: 'Этот день уже прошёл' } });
        await makeCampaign(db, { ...campaign, code, target, utm_source, ends_at: ends }, maker, now).catch(atCode);
        return made('c', code, null, `Заведён QR-код рекламы «${code}», ведёт на ${target}`);
      }
      const { idcode, department_id_1c } = body;
      const known = ownDepartments(await listDepartments(db), scope).find(({ id_1c }) => id_1c === department_id_1c);
      if (department_id_1c !== null && !known) throw new Refusal('not_found');
      if (department_id_1c === null) refuseOtherBranch(staff, { department_id_1c: null }, {});
      const label = await makeShelfCode(db, { idcode, department_id_1c }, maker, now);
      const branch = known ? (known.branch_id_1c ?? known.id_1c) : null;
      return made('p', label, branch, `Заведён QR-код ценника «${label}»`);
    },
  }),

  adminWrite({
    url: '/api/admin/codes/:id/end',
    summary: 'Отключение QR-кода: он больше никуда не ведёт',
    permission,
    params: IdParam,
    response: z.object({ ok: z.literal(true) }),
    async run(asked) {
      const { db, staff, params, now } = asked;
      const { kind, code, department_id_1c } = await needCode(asked, params.id);
      if (department_id_1c === null) refuseOtherBranch(staff, { department_id_1c: null }, {});
      await endCode(db, kind, code, now);
      const branch = department_id_1c && (await branchOf(db, department_id_1c));
      return {
        answer: { ok: true as const },
        audit: {
          resource: 'codes',
          record_id: params.id,
          department_id_1c: branch,
          words: `QR-код «${code}» отключён`,
        },
      };
    },
  }),

  adminFile({
    url: '/api/admin/codes/:id/picture',
    summary: 'QR-код картинкой SVG: на домене выбранного филиала, иначе главного',
    permission,
    params: IdParam,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    async run(asked) {
      const { db, context, scope, params, query } = asked;
      const { kind, code } = await needCode(asked, params.id);
      const branches = ownDepartments(await listDepartments(db), scope).filter(
        ({ branch_id_1c }) => branch_id_1c === null,
      );
      const wanted = query.branch ? branches[0] : branches.find(({ is_main }) => is_main);
      const origin = configuredOrigin(ensure(wanted ?? branches[0]), context.config);
      const bytes = Buffer.from(renderSVG(origin + pathOf(kind, code), { border: 4 }));
      return { name: `${params.id}.svg`, type: 'image/svg+xml', bytes, isSaved: true };
    },
  }),
];

/** A living or ended code that the person may see. Throws not_found. */
async function needCode(
  { db, scope }: Pick<Asked, 'db' | 'scope'>,
  id: string,
): Promise<Pick<StaffCode, 'kind' | 'code' | 'department_id_1c'>> {
  const [, kind, code = ''] = /^([cp])-(.+)$/.exec(id) ?? [];
  // Ended ones are looked for, too: by the moment before they could have ended.
  const ever = new Date(0);
  if (kind === 'c' && (await findCampaign(db, code, ever))) return { kind, code, department_id_1c: null };
  const label = kind === 'p' ? await findShelfCode(db, code, ever) : null;
  if (!label) throw new Refusal('not_found');
  const { department_id_1c } = label;
  const mine = ownDepartments(await listDepartments(db), scope);
  if (department_id_1c !== null && !mine.some(({ id_1c }) => id_1c === department_id_1c))
    throw new Refusal('not_found');
  return { kind: 'p', code, department_id_1c };
}

async function branchOf(db: Db, id: string): Promise<string> {
  return (await listDepartments(db)).find(({ id_1c }) => id_1c === id)?.branch_id_1c ?? id;
}

function made(kind: 'p' | 'c', code: string, department_id_1c: string | null, words: string) {
  const id = `${kind}-${code}`;
  return { answer: { id }, audit: { resource: 'codes', record_id: id, department_id_1c, words } };
}

/** That the code is taken is said at its field. */
function atCode(error: unknown): never {
  if (error instanceof Refusal && error.code === 'code_taken')
    throw new Refusal('bad_input', { fields: { code: 'Такой код уже есть' } });
  throw error;
}

const pathOf = (kind: 'p' | 'c', code: string) => (kind === 'p' ? shelfQrUrl(code) : campaignQrUrl(code));

function present({ created_at, ends_at, ...row }: StaffCode): z.input<typeof Code> {
  return {
    ...row,
    id: `${row.kind}-${row.code}`,
    path: pathOf(row.kind, row.code),
    created_at: created_at.toISOString(),
    ends_at: iso(ends_at),
  };
}
