import { z } from 'zod';
import { listDepartments } from '#modules/departments/queries.ts';
import {
  changeLandingDraft,
  endLanding,
  publishLanding,
  publishLandingText,
  removeLandingDraft,
  saveLanding,
  writeLandingPage,
} from '#modules/landings/change-landing.ts';
import { compareShares } from '#modules/landings/compare-shares.ts';
import { readVariantCounts } from '#modules/landings/count-variants.ts';
import { previewUrl } from '#modules/landings/preview-link.ts';
import { type LandingInput, type LandingPageInput, variants } from '#modules/landings/schema.ts';
import {
  landingStates,
  listLandingTexts,
  listStaffLandings,
  readLandingText,
  type StaffLanding,
  type StaffLandingText,
} from '#modules/landings/staff-landings.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { landingUrl } from '#shared/urls.ts';
import { iso, Ok, ok } from './answers.ts';
import { BranchOfRow, branchWords, Moment } from './branch-rows.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { checksOf } from './landing-checks.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const Variant = z.enum(variants);
const Blocks = z.array(z.looseObject({ type: z.string().max(40) })).max(40, 'Не больше 40 блоков');

const Text = z.object({
  id: z.int(),
  department_id_1c: z.string().nullable(),
  variant: Variant,
  version: z.int(),
  title: z.string(),
  created_at: z.string(),
  published_at: z.string().nullable(),
  is_shown: z.boolean(),
});

const Row = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  state: z.enum(landingStates),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  redirect_to: z.string(),
  /** Tenths of visitors who see variant b. */
  share_b: z.int(),
  drafts: z.int(),
  changed_at: z.string(),
});

const ShareEstimate = z.object({
  seen: z.int(),
  ordered: z.int(),
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const Whole = Row.extend({
  /** What the two variants brought; null: they are not compared. Days are UTC. */
  comparison: z
    .object({
      since: z.string(),
      from: z.string(),
      a: ShareEstimate,
      b: ShareEstimate,
      verdict: z.enum(['few', 'chance', 'a', 'b']),
      p_value: z.number().nullable(),
      needed: z.number().nullable(),
    })
    .nullable(),
  texts: z.array(Text),
  /** They show the newest texts, published or not, for seven days. */
  previews: z.object({ a: z.string(), b: z.string() }),
});

const WholeText = Text.extend({
  landing_id: z.int(),
  description: z.string(),
  /** As the shop's `Block` has them. */
  blocks: z.array(z.looseObject({ type: z.string() })),
  landing_name: z.string(),
  preview_url: z.string(),
  /** What is right and what is to be put right; `block`: in which of the blocks, from 0. */
  checks: z.array(z.object({ is_met: z.boolean(), words: z.string(), block: z.int().nullable() })),
});

const Name = z.string().trim().min(1, 'Назовите страницу').max(120, 'Не длиннее 120 знаков');
const Fields = z.strictObject({
  name: Name,
  starts_at: Moment,
  ends_at: Moment,
  redirect_to: z.string().trim().max(300, 'Не длиннее 300 знаков'),
  share_b: z.int().min(0).max(9),
});

async function comparisonOf(db: Db, landing_id: number): Promise<z.input<typeof Whole>['comparison']> {
  const counts = await readVariantCounts(db, landing_id);
  if (!counts) return null;
  const { since, from, a, b } = counts;
  return { since: since.toISOString(), from, ...compareShares(a, b) };
}

const landingCalls: AdminRoute[] = [
  adminRead({
    url: '/api/admin/landings',
    summary: 'Посадочные страницы: последние изменённые сверху',
    permission: 'content.write',
    response: z.object({ items: z.array(Row), total: z.int() }),
    async run({ db, now }) {
      const items = (await listStaffLandings(db, null, now)).map(rowOf);
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/landings',
    summary: 'Новая посадочная страница; видна после публикации текста',
    permission: 'content.write',
    body: z.strictObject({ slug: z.string().trim().max(80), name: Name }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      needOwnRow(staff, null);
      const known = (await listStaffLandings(db, null, now)).some(({ slug }) => slug === body.slug);
      if (known) throw new Refusal('bad_input', { fields: { slug: 'Этот адрес занят' } });
      const { id } = await saveLanding(db, body, now);
      const words = `Посадочная «${body.name}» заведена`;
      return { answer: { id }, audit: { resource: 'landings', record_id: id, words }, location: urlOf(id) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/landings/:id',
    resource: 'landings',
    summaries: { read: 'Посадочная страница с текстами', write: 'Сроки и настройки посадочной' },
    permissions: { read: 'content.write', write: 'content.publish' },
    params: NumberParam,
    response: Whole,
    body: Fields.partial(),
    isUndoable: true,
    async read({ db, context, scope, params: { id }, now }) {
      const [landing] = await listStaffLandings(db, Number(id), now);
      if (!landing) return null;
      const texts = (await listLandingTexts(db, landing.id, scope.branches)).map(presentText);
      const department_id_1c = await previewedBranch(db, scope.branches);
      const preview = (variant: 'a' | 'b') =>
        previewUrl(context.keys, landing.slug, { variant, department_id_1c }, now);
      const comparison = await comparisonOf(db, landing.id);
      return { ...rowOf(landing), comparison, texts, previews: { a: preview('a'), b: preview('b') } };
    },
    editable: ({ name, starts_at, ends_at, redirect_to, share_b }) => ({
      name,
      starts_at,
      ends_at,
      redirect_to,
      share_b,
    }),
    async change({ db, staff, body, now }, { slug, name, starts_at, ends_at, redirect_to, share_b }) {
      needOwnRow(staff, null);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const before = Fields.parse({ name, starts_at, ends_at, redirect_to, share_b });
      await saveLanding(db, { ...before, ...given, slug } as LandingInput, now);
      return { words: `Посадочная «${body.name ?? name}» изменена` };
    },
  }),

  adminWrite({
    url: '/api/admin/landings/:id/publish',
    summary: 'Публикация последних правок всех вариантов и филиалов',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const landing = await needLanding(asked);
      await publishLanding(asked.db, landing.slug, asked.now);
      return { answer: ok, audit: lineOf(landing, 'правки опубликованы') };
    },
  }),

  adminWrite({
    url: '/api/admin/landings/:id/end',
    summary: 'Закончить показ: адрес ведёт туда, куда задано',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const landing = await needLanding(asked);
      await endLanding(asked.db, landing.slug, asked.now);
      return { answer: ok, audit: lineOf(landing, 'показ закончен') };
    },
  }),
];

const textCalls: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/landings/:id/texts',
    summary: 'Новая правка текста посадочной, черновиком',
    permission: 'content.write',
    params: NumberParam,
    body: z.strictObject({
      department_id_1c: BranchOfRow,
      variant: Variant,
      title: z.string().trim().max(120, 'Не длиннее 120 знаков'),
      description: z.string().trim().max(300, 'Не длиннее 300 знаков'),
      blocks: Blocks,
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int(), version: z.int() }),
    async run({ db, staff, params: { id }, body, now }) {
      const [landing] = await listStaffLandings(db, id, now);
      if (!landing) throw new Refusal('not_found');
      await needOwnChoice(db, staff, body.department_id_1c);
      const text = await writeLandingPage(db, landing.slug, body as LandingPageInput, now);
      return {
        answer: text,
        audit: {
          ...lineOf(landing, `черновик правки ${text.version}, вариант ${body.variant}`),
          department_id_1c: body.department_id_1c,
        },
        location: `/api/admin/landing-texts/${text.id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/landing-texts/:id',
    resource: 'landing_texts',
    summaries: { read: 'Текст посадочной с блоками', write: 'Сохранение черновика посадочной' },
    permissions: { read: 'content.write', write: 'content.write' },
    params: NumberParam,
    response: WholeText,
    body: z
      .strictObject({ title: z.string().trim().max(120), description: z.string().trim().max(300), blocks: Blocks })
      .partial(),
    isUndoable: true,
    async read({ db, context, scope, params: { id }, now }) {
      const text = await readLandingText(db, Number(id), scope.branches);
      const [landing] = text ? await listStaffLandings(db, text.landing_id, now) : [];
      if (!text || !landing) return null;
      const { starts_at, ends_at } = landing;
      return {
        ...presentText(text),
        landing_id: text.landing_id,
        description: text.description,
        blocks: text.blocks,
        landing_name: landing.name,
        preview_url: previewUrl(context.keys, landing.slug, text, now),
        checks: await checksOf(db, { ...text, starts_at, ends_at }, now),
      };
    },
    editable: ({ title, description, blocks }) => ({ title, description, blocks }),
    async change({ db, staff, params: { id }, body, now }, before) {
      const { department_id_1c, title, description, blocks, version, landing_name, published_at } = before;
      needOwnRow(staff, department_id_1c);
      if (published_at !== null) throw new Refusal('page_published');
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      await changeLandingDraft(db, Number(id), { title, description, blocks, ...given } as LandingPageInput, now);
      const words = `Посадочная «${landing_name}»: изменён черновик правки ${version}${branchWords(department_id_1c)}`;
      return { words, department_id_1c };
    },
  }),

  adminWrite({
    url: '/api/admin/landing-texts/:id/publish',
    summary: 'Публикация одного текста посадочной',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const { text, landing } = await needOwnDraft(asked);
      await publishLandingText(asked.db, text.id, asked.now);
      return { answer: ok, audit: lineOfText(landing, text, 'опубликована') };
    },
  }),

  adminWrite({
    url: '/api/admin/landing-texts/:id',
    method: 'DELETE',
    summary: 'Удаление черновика посадочной',
    permission: 'content.write',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const { text, landing } = await needOwnDraft(asked);
      await removeLandingDraft(asked.db, text.id);
      return { answer: ok, audit: lineOfText(landing, text, 'черновик удалён') };
    },
  }),
];

export const landingRoutes: AdminRoute[] = [...landingCalls, ...textCalls];

/** Whose text «Как в магазине» shows: of the main branch to whoever sees it, else of the first that they see. */
async function previewedBranch(db: Db, branches: string[] | null): Promise<string | null> {
  const main = (await listDepartments(db)).find(({ is_main }) => is_main)?.id_1c ?? null;
  return branches === null || (main !== null && branches.includes(main)) ? main : (branches[0] ?? null);
}

const urlOf = (id: number) => `/api/admin/landings/${id}`;

/** The landing page, common to all branches. Throws not_found, forbidden. */
async function needLanding({
  db,
  staff,
  params: { id },
  now,
}: Pick<Asked<{ id: number }>, 'staff' | 'params' | 'now'> & { db: Db }) {
  const [landing] = await listStaffLandings(db, id, now);
  if (!landing) throw new Refusal('not_found');
  needOwnRow(staff, null);
  return landing;
}

/** A draft that this person may write, with its landing page. Throws not_found, forbidden, page_published. */
async function needOwnDraft({
  db,
  staff,
  scope,
  params: { id },
  now,
}: Pick<Asked<{ id: number }>, 'staff' | 'scope' | 'params' | 'now'> & { db: Db }) {
  const text = await readLandingText(db, id, scope.branches);
  const [landing] = text ? await listStaffLandings(db, text.landing_id, now) : [];
  if (!text || !landing) throw new Refusal('not_found');
  needOwnRow(staff, text.department_id_1c);
  if (text.published_at) throw new Refusal('page_published');
  return { text, landing };
}

function lineOfText(landing: StaffLanding, { version, variant, department_id_1c }: StaffLandingText, done: string) {
  const what = `правка ${version}, вариант ${variant.toUpperCase()}${branchWords(department_id_1c)}`;
  return { ...lineOf(landing, `${what}: ${done}`), department_id_1c };
}

function lineOf({ id, name }: Pick<StaffLanding, 'id' | 'name'>, done: string) {
  return { resource: 'landings', record_id: id, words: `Посадочная «${name}»: ${done}` };
}

function rowOf({ texts: _, starts_at, ends_at, changed_at, ...landing }: StaffLanding): z.input<typeof Row> {
  return {
    ...landing,
    url: landingUrl(landing.slug),
    starts_at: iso(starts_at),
    ends_at: iso(ends_at),
    changed_at: changed_at.toISOString(),
  };
}

function presentText(text: StaffLandingText): z.input<typeof Text> {
  const { id, department_id_1c, variant, version, title, created_at, published_at, is_shown } = text;
  return {
    id,
    department_id_1c,
    variant,
    version,
    title,
    is_shown,
    created_at: created_at.toISOString(),
    published_at: iso(published_at),
  };
}
