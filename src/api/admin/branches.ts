import { z } from 'zod';
import { checkDomain } from '#integrations/domains/check-domain.ts';
import { lastImports } from '#integrations/onec/exchange/queries.ts';
import { copyMenu } from '#modules/catalogue/branch-menus.ts';
import { copyMenuLinks } from '#modules/content/menu-links.ts';
import { copySeoTexts } from '#modules/content/seo-texts.ts';
import { BranchColumns, changeColumns, planColumns } from '#modules/departments/branch-columns.ts';
import { type Readiness, readinessOf, readinessParts } from '#modules/departments/branch-readiness.ts';
import { BranchInput, createBranch, createPoint, openBranch, PointInput } from '#modules/departments/create-branch.ts';
import { detailsOf } from '#modules/departments/details.ts';
import { configuredOrigin, isLocalHost } from '#modules/departments/hosts.ts';
import { type Department, draftParent, listDepartments, publicParent } from '#modules/departments/queries.ts';
import {
  DepartmentFields,
  departmentChangeWords,
  fieldsOfDepartment,
  filesOfDepartment,
  saveDepartment,
} from '#modules/departments/save-department.ts';
import { copyDelivery } from '#modules/orders/save-delivery.ts';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { openState } from '#shared/work-time.ts';
import { adminRecord, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { type AdminRoute, adminRead, adminWrite, IdParam, type Scope } from './route.ts';

const Row = z.object({
  id: z.string(),
  name: z.string(),
  /** null: a point, which lives on its branch's pages. */
  domain: z.string().nullable(),
  is_main: z.boolean(),
  /** It is being prepared: buyers do not see it. */
  is_draft: z.boolean(),
  city: z.string(),
  address: z.string(),
  base_price: z.string(),
  b2b_price: z.string().nullable(),
  store: z.string(),
  is_open: z.boolean(),
  /** «Открыто до 20:00». */
  open_words: z.string(),
  /** What it needs to be opened, and what buyers miss without; [] of a point. */
  readiness: z.array(
    z.object({ words: z.string(), is_done: z.boolean(), is_needed: z.boolean(), part: z.enum(readinessParts) }),
  ),
  /** When 1C last filled its store; null: not yet, or something else does. */
  exchanged_at: z.string().nullable(),
  points_count: z.int(),
  points: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })),
});

const Copied = z.enum(['menu', 'delivery', 'texts']);

/** As stored: what came with the exchange need not pass the checks of the form. */
const Fields = z.object({
  name_for_site: z.string(),
  city: z.string(),
  region: z.string(),
  address: z.string(),
  work_time: z.string(),
  names_cases: z.object({
    nominative: z.string(),
    genitive: z.string(),
    dative: z.string(),
    accusative: z.string(),
    instrumental: z.string(),
    prepositional: z.string(),
  }),
  postal_code: z.string().nullable(),
  /** The first one stands in the header. */
  phones: z.array(z.string()),
  email: z.string().nullable(),
  time_zone: z.string(),
  storage_days: z.int(),
  min_order_kopecks: z.int(),
  /** Minutes from midnight by the branch's own clock; a weekday (1 = Monday) without a row is closed. */
  hours: z.array(z.object({ weekday: z.int(), opens_minute: z.int(), closes_minute: z.int() })),
  hour_exceptions: z.array(
    z.object({
      date: z.string(),
      /** null: closed all day. */
      opens_minute: z.int().nullable(),
      closes_minute: z.int().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Parts of a day that buyers choose when they come; null: none are offered, as many orders as come. */
  pickup_slot_minutes: z.int().nullable(),
  pickup_slot_places: z.int().nullable(),
  /** Degrees. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  verification_code: z.string().nullable(),
  way_in: z.string(),
  parking: z.string(),
  services: z.array(z.string()),
  /** How the entrance looks: a path under the files. */
  entrance_image: z.string().nullable(),
});

const Branch = Row.extend({
  /** The branch of a point. */
  branch_id_1c: z.string().nullable(),
  fields: Fields,
});

const branchRecord = recordOf({
  url: '/api/admin/branches/:id',
  resource: 'branches',
  summaries: { read: 'Филиал или пункт выдачи', write: 'Сохранение филиала или пункта выдачи' },
  permissions: { read: 'branches.read', write: 'branches.write' },
  params: IdParam,
  response: Branch,
  body: DepartmentFields.partial().extend({ are_cases_sure: z.boolean().optional() }),
  isUndoable: true,
  // Cases of before were right by the rule, or a person had confirmed them.
  whenTakenBack: { are_cases_sure: true },
  async read({ db, scope, params: { id }, now }) {
    const departments = ownDepartments(await listDepartments(db), scope);
    const department = departments.find(({ id_1c }) => id_1c === id);
    if (!department) return null;
    const [known, details] = await Promise.all([
      factsOf(db, department.branch_id_1c === null ? [department] : []),
      detailsOf(db, department.id_1c),
    ]);
    return {
      ...rowOf(department, departments, known, now),
      branch_id_1c: department.branch_id_1c,
      fields: fieldsOfDepartment(department, details),
    };
  },
  editable: ({ fields }) => ({ ...fields }),
  async change({ db, params: { id }, body, now }, { branch_id_1c }) {
    const { are_cases_sure = false, ...given } = body;
    const department = (await listDepartments(db)).find(({ id_1c }) => id_1c === id);
    if (!department) throw new Refusal('not_found');
    // The type of `partial` allows undefined, which JSON does not carry.
    await saveDepartment(db, department, given as Partial<DepartmentFields>, are_cases_sure);
    await linkUploads(db, filesOfDepartment(given), now);
    const words = `${departmentChangeWords(department)}${are_cases_sure ? ', падежи подтверждены' : ''}`;
    return { words, department_id_1c: branch_id_1c ?? String(id) };
  },
});

/** Branches and their points: what staff set about them; domain, prices and store are set when it is made. */
export const branchRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/branches',
    summary: 'Филиалы',
    permission: 'branches.read',
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.object({ items: z.array(Row), total: z.int() }),
    async run({ db, scope, now }) {
      const departments = ownDepartments(await listDepartments(db), scope);
      const branches = departments.filter(({ branch_id_1c }) => branch_id_1c === null);
      const known = await factsOf(db, branches);
      return { items: branches.map((branch) => rowOf(branch, departments, known, now)), total: branches.length };
    },
  }),

  ...adminRecord(branchRecord),
  ...draftRoutes(branchRecord, 'филиала или пункта', ({ id, branch_id_1c }) => branch_id_1c ?? id),

  adminRead({
    url: '/api/admin/branches/:id/domain',
    summary: 'Ведёт ли домен филиала в этот магазин: DNS, сертификат, кто отвечает',
    permission: 'branches.read',
    params: IdParam,
    response: z.object({ origin: z.string(), findings: z.array(z.object({ is_met: z.boolean(), words: z.string() })) }),
    async run({ db, scope, context: { config, keys }, params: { id }, now }) {
      const branch = ownDepartments(await listDepartments(db), scope).find(({ id_1c }) => id_1c === id);
      if (!branch || branch.branch_id_1c !== null) throw new Refusal('not_found');
      const origin = configuredOrigin(branch, config);
      if (!isLocalHost(new URL(origin).host)) return { origin, findings: await checkDomain(origin, keys, now) };
      const words = 'Домен открывается только на этом компьютере: свой задают переменной MAIN_DOMAIN';
      return { origin, findings: [{ is_met: false, words }] };
    },
  }),

  adminWrite({
    url: '/api/admin/branches',
    summary: 'Новый филиал: покупатели увидят его, когда его откроют',
    permission: 'branches.create',
    body: BranchInput.extend({
      are_cases_sure: z.boolean().default(false),
      /** What it takes over from the branch `like`, besides hours and terms. */
      copies: z.array(Copied).max(Copied.options.length).default(Copied.options),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, body }) {
      const { are_cases_sure, copies, ...input } = body;
      await createBranch(db, input, are_cases_sure);
      await copyParts(db, input, copies);
      return {
        answer: { id: input.id_1c },
        audit: {
          resource: 'branches',
          record_id: input.id_1c,
          department_id_1c: input.id_1c,
          words: `Заведён филиал «${input.name_for_site}»`,
          after: { ...input, copies },
        },
        location: `/api/admin/branches/${input.id_1c}`,
      };
    },
  }),
  adminRead({
    url: '/api/admin/branches/:id/columns-plan',
    summary: 'Что значили бы для филиала другие колонки цен',
    permission: 'branches.create',
    params: IdParam,
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      base_price: BranchColumns.shape.base_price,
      b2b_price: z.string().max(60).default(''),
    }),
    response: z.object({
      same: z.int(),
      dearer: z.int(),
      cheaper: z.int(),
      appear: z.int(),
      disappear: z.int(),
      orders: z.int(),
      plans: z.int(),
    }),
    run: ({ db, params: { id }, query: { base_price, b2b_price } }) =>
      planColumns(db, id, { base_price, b2b_price: b2b_price || null }),
  }),
  adminWrite({
    method: 'PUT',
    url: '/api/admin/branches/:id/columns',
    summary: 'Другие колонки цен филиала и его пунктов',
    permission: 'branches.create',
    params: IdParam,
    /** `seen`: those that the person was looking at. */
    body: BranchColumns.extend({ seen: BranchColumns }),
    response: z.object({ id: z.string() }),
    async run({ db, params: { id }, body: { seen, ...wanted } }) {
      const { branch, before } = await changeColumns(db, id, wanted, seen);
      return {
        answer: { id },
        audit: {
          resource: 'branch_columns',
          record_id: id,
          department_id_1c: id,
          words: `Филиал «${branch.name_for_site}»: другие колонки цен`,
          before,
          after: wanted,
        },
      };
    },
  }),
  adminWrite({
    url: '/api/admin/branches/:id/open',
    summary: 'Открытие филиала для покупателей',
    permission: 'branches.create',
    params: IdParam,
    response: z.object({ id: z.string() }),
    async run({ db, params: { id } }) {
      const { name_for_site } = await openBranch(db, id);
      return {
        answer: { id },
        audit: {
          resource: 'branches',
          record_id: id,
          department_id_1c: id,
          words: `Филиал «${name_for_site}» открыт для покупателей`,
        },
      };
    },
  }),
  adminWrite({
    url: '/api/admin/branches/:id/points',
    summary: 'Новый пункт выдачи филиала',
    permission: 'branches.create',
    params: IdParam,
    body: PointInput,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, params: { id }, body }) {
      await createPoint(db, id, body);
      return {
        answer: { id: body.id_1c },
        audit: {
          resource: 'branches',
          record_id: body.id_1c,
          department_id_1c: id,
          words: `Заведён пункт выдачи «${body.name_for_site}»`,
          after: body,
        },
        location: `/api/admin/branches/${body.id_1c}`,
      };
    },
  }),
];

type Known = { readiness: Map<string, Readiness>; imports: Map<string, Date> };

async function factsOf(db: Db, branches: Department[]): Promise<Known> {
  const [readiness, imports] = await Promise.all([readinessOf(db, branches), lastImports(db)]);
  return { readiness, imports };
}

/** The shop's own branches and points where the person works. */
export function ownDepartments(departments: Department[], { branches }: Scope): Department[] {
  return departments.filter(
    ({ id_1c, branch_id_1c, parent }) =>
      (parent === publicParent || parent === draftParent) &&
      (branches === null || branches.includes(branch_id_1c ?? id_1c)),
  );
}

function rowOf(
  department: Department,
  departments: Department[],
  { readiness, imports }: Known,
  now: Date,
): z.input<typeof Row> {
  const { id_1c, branch_id_1c, domain, hours, hour_exceptions, time_zone, ...row } = department;
  const points = departments.filter((other) => other.branch_id_1c === id_1c);
  const { is_open, words } = openState(hours, hour_exceptions, time_zone, now);
  return {
    id: id_1c,
    name: row.name_for_site,
    domain: branch_id_1c === null ? domain : null,
    is_main: row.is_main,
    is_draft: row.parent === draftParent,
    city: row.city,
    address: row.address,
    base_price: row.base_price,
    b2b_price: row.b2b_price,
    store: row.store,
    is_open,
    open_words: words,
    readiness: readiness.get(id_1c) ?? [],
    exchanged_at: imports.get(row.store)?.toISOString() ?? null,
    points_count: points.length,
    points: points.map((point) => ({ id: point.id_1c, name: point.name_for_site, address: point.address })),
  };
}

/** What another branch has set for itself, for a new one in another city. */
async function copyParts(db: Db, { id_1c, like, city }: BranchInput, copies: z.output<typeof Copied>[]): Promise<void> {
  const from = (await listDepartments(db)).find((branch) => branch.id_1c === like);
  if (!from) throw new Refusal('not_found');
  if (copies.includes('menu')) {
    await copyMenu(db, like, id_1c);
    await copyMenuLinks(db, like, id_1c);
  }
  if (copies.includes('delivery')) await copyDelivery(db, from, { id_1c, city });
  const names = [from.city, from.name_for_site, ...Object.values(from.names_cases)].filter((name) => name !== '');
  if (copies.includes('texts')) await copySeoTexts(db, like, id_1c, names);
}
