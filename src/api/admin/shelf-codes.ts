import { z } from 'zod';
import { endCode, makeShelfCodes, setCodeEnd } from '#modules/codes/make-code.ts';
import { codeStates, listShelfCodes, readShelfCode, type StaffShelfCode } from '#modules/codes/staff-codes.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { type Department, listDepartments } from '#modules/departments/queries.ts';
import { renderShelfLabels } from '#modules/documents/code-labels.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { shelfQrUrl } from '#shared/urls.ts';
import { ownDepartments } from './branches.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type AdminRoute, type Asked, adminFile, adminRead, adminWrite, IdParam } from './route.ts';

/** As many as one press marks. */
const mostCodes = 200;
const tooMany = `Отметьте товары: коды делают не больше чем для ${countOf(mostCodes, 'товара', 'товаров', 'товаров')} сразу`;

const Row = z.object({
  /** The code itself. */
  id: z.string(),
  state: z.enum(codeStates),
  product_id: z.int(),
  product: z.string(),
  article: z.string().nullable(),
  image: z.string().nullable(),
  /** Whether the product is on sale. */
  is_on: z.boolean(),
  /** The point it hangs in; null: any. */
  department_id_1c: z.string().nullable(),
  place: z.string().nullable(),
  /** Of the page that it opens, on the host of a branch. */
  path: z.string(),
  ends_at: z.string().nullable(),
  note: z.string(),
  created_at: z.string(),
  created_by: z.string(),
});

const Place = z.object({ id_1c: z.string(), name: z.string(), branch: z.string() });
const resource = 'codes';

/** Printed codes of shelves: each opens the product with its price and stock there. */
export const shelfCodeRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/shelf-codes',
    summary: 'Коды на полках',
    permission: 'catalogue.read',
    query: listQuery({ q: z.string().max(200), state: z.array(z.enum(codeStates)) }, ['created_at']),
    response: listAnswer(Row),
    async run(asked) {
      const { filter, ...page } = asked.query;
      const departments = await ownPlaces(asked);
      const window = { ...windowOf(page), count_to: countedRows };
      const { codes, count } = await listShelfCodes(asked.db, idsOf(asked, departments), filter, window, asked.now);
      return { items: codes.map((code) => rowOf(code, departments)), ...totalOf(count) };
    },
  }),

  adminRead({
    url: '/api/admin/shelf-code-places',
    summary: 'Пункты, где можно повесить код',
    permission: 'catalogue.read',
    response: z.object({ items: z.array(Place) }),
    async run(asked) {
      const departments = await ownPlaces(asked);
      const places = departments.filter(({ is_pick_up_point }) => is_pick_up_point);
      return { items: places.map((place) => ({ ...namesOf(place, departments), id_1c: place.id_1c })) };
    },
  }),

  adminWrite({
    url: '/api/admin/shelf-codes',
    summary: 'Коды на полку для товаров: у кого есть, остаётся прежний',
    permission: 'catalogue.write',
    body: z.strictObject({
      product_ids: z
        .array(z.int().positive())
        .min(1, tooMany)
        .max(mostCodes, tooMany)
        .transform((ids) => [...new Set(ids)]),
      department_id_1c: z.string().max(40).nullable(),
      note: z.string().trim().max(300, 'Максимум 300 символов').default(''),
    }),
    status: 201,
    needsKey: true,
    response: z.object({ codes: z.array(z.string()), made: z.int() }),
    async run(asked) {
      const { db, staff, body, now } = asked;
      const { department_id_1c, product_ids, note } = body;
      const departments = await ownPlaces(asked);
      const place = departments.find(({ id_1c }) => id_1c === department_id_1c);
      if (department_id_1c !== null && !place)
        throw new Refusal('bad_input', { fields: { department_id_1c: 'Выберите пункт' } });
      const maker = { who: staff.full_name, note };
      const { codes, made } = await makeShelfCodes(db, { product_ids, department_id_1c }, maker, now);
      const where = place ? `, ${namesOf(place, departments).name}` : '';
      return {
        answer: { codes, made },
        audit: {
          resource,
          record_id: codes.length === 1 ? `p/${codes[0]}` : null,
          department_id_1c: place ? (place.branch_id_1c ?? place.id_1c) : null,
          words: `Коды на полку${where}: ${countOf(codes.length, 'товар', 'товара', 'товаров')}, новых ${made}`,
          after: { codes },
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/shelf-codes/:id/end',
    summary: 'Код на полке больше никуда не ведёт',
    permission: 'catalogue.write',
    params: IdParam,
    response: Row,
    run: (asked) => changed(asked, 'Код на полке отключён', ({ code }) => endCode(asked.db, 'p', code, asked.now)),
  }),

  adminWrite({
    url: '/api/admin/shelf-codes/:id/resume',
    summary: 'Отключённый код на полке снова ведёт на товар',
    permission: 'catalogue.write',
    params: IdParam,
    response: Row,
    run: (asked) => changed(asked, 'Код на полке снова работает', ({ code }) => setCodeEnd(asked.db, 'p', code, null)),
  }),

  adminFile({
    url: '/api/admin/shelf-code-labels',
    summary: 'Коды на полку для печати, PDF',
    permission: 'catalogue.read',
    /** `codes`: by commas. */
    query: z.strictObject({ branch: z.string().max(40).optional(), codes: z.string().max(10_000) }),
    async run(asked) {
      const { db, context, now, query } = asked;
      const wanted = [...new Set(query.codes.split(',').filter(Boolean))];
      if (wanted.length === 0 || wanted.length > mostCodes) throw new Refusal('bad_input', {}, tooMany);
      const departments = await ownPlaces(asked);
      const filter = { codes: wanted, state: ['running' as const] };
      const window = { limit: mostCodes, offset: 0, count_to: mostCodes };
      const { codes } = await listShelfCodes(db, idsOf(asked, departments), filter, window, now);
      if (codes.length === 0) throw new Refusal('not_found');
      const known = new Map(codes.map((code) => [code.code, code]));
      const labels = wanted.flatMap((name) => {
        const code = known.get(name);
        if (!code) return [];
        const branch = branchOf(code.department_id_1c, departments);
        const place = departments.find(({ id_1c }) => id_1c === code.department_id_1c);
        return [
          {
            heading: code.product,
            words: [
              code.article ? `Арт. ${code.article}` : `Код ${code.code}`,
              place ? namesOf(place, departments).name : branch.name_for_site,
              'Цена, остаток и отзывы',
            ],
            url: configuredOrigin(branch, context.config) + shelfQrUrl(code.code),
          },
        ];
      });
      const seller = (await readSetting(db, 'company')).name;
      const bytes = await renderShelfLabels(labels, seller, now);
      return { name: 'Коды на полку.pdf', type: 'application/pdf', bytes };
    },
  }),
];

async function changed(asked: Asked<{ id: string }>, words: string, change: (code: StaffShelfCode) => Promise<void>) {
  const { db, params, now } = asked;
  const departments = await ownPlaces(asked);
  const need = async () => {
    const code = await readShelfCode(db, idsOf(asked, departments), params.id, now);
    if (!code) throw new Refusal('not_found');
    return code;
  };
  const before = await need();
  await change(before);
  const after = await need();
  const place = departments.find(({ id_1c }) => id_1c === before.department_id_1c);
  return {
    answer: rowOf(after, departments),
    audit: {
      resource,
      record_id: `p/${before.code}`,
      department_id_1c: place ? (place.branch_id_1c ?? place.id_1c) : null,
      words: `${words}: «${before.product}» (${before.code})`,
      before: { ends_at: before.ends_at?.toISOString() ?? null },
      after: { ends_at: after.ends_at?.toISOString() ?? null },
    },
  };
}

async function ownPlaces({ db, scope }: Pick<Asked, 'db' | 'scope'>): Promise<Department[]> {
  return ownDepartments(await listDepartments(db), scope);
}

/** Points of the scope; null: all of the shop. */
function idsOf({ scope }: Pick<Asked, 'scope'>, departments: Department[]): string[] | null {
  return scope.branches === null ? null : departments.map(({ id_1c }) => id_1c);
}

/** On whose host the code is opened. Throws bad_input where several could be meant: each has prices of its own. */
function branchOf(point: string | null, departments: Department[]): Department {
  const branches = departments.filter(({ branch_id_1c }) => branch_id_1c === null);
  const own = departments.find(({ id_1c }) => id_1c === point);
  const [only, another] = own ? branches.filter(({ id_1c }) => id_1c === (own.branch_id_1c ?? own.id_1c)) : branches;
  if (!only) throw new Refusal('not_found');
  if (another) throw new Refusal('bad_input', {}, 'Выберите филиал вверху: код откроет его цены и остатки');
  return only;
}

function namesOf(place: Department, departments: Department[]): { name: string; branch: string } {
  const branch = departments.find(({ id_1c }) => id_1c === place.branch_id_1c) ?? place;
  return { name: `${branch.name_for_site}, ${place.address}`, branch: branch.name_for_site };
}

function rowOf(code: StaffShelfCode, departments: Department[]): z.input<typeof Row> {
  const { code: id, created_at, ends_at, ...row } = code;
  const place = departments.find(({ id_1c }) => id_1c === code.department_id_1c);
  return {
    id,
    ...row,
    path: shelfQrUrl(id),
    place: place ? namesOf(place, departments).name : code.department_id_1c,
    created_at: created_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
  };
}
