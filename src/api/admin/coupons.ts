import { z } from 'zod';
import { createCouponBatch, endCouponBatch, readCouponBatch } from '#modules/pricing/coupon-batch.ts';
import { CouponFields, NewCoupon, NewCouponBatch } from '#modules/pricing/coupon-fields.ts';
import { createCoupon, endCoupon, fieldsOfCoupon, saveCoupon } from '#modules/pricing/save-coupon.ts';
import {
  couponStates,
  listCouponUses,
  listStaffCoupons,
  readStaffCoupon,
  type StaffCoupon,
  staffCouponSorts,
} from '#modules/pricing/staff-coupons.ts';
import { Refusal } from '#platform/refusal.ts';
import { csvTable } from '#platform/table-export.ts';
import { countOf } from '#shared/plurals.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { State as OrderState, ReceivingType } from './order-shapes.ts';
import { changedWords } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, IdParam, NumberParam } from './route.ts';

/** Kopecks; times ISO with zone. */
const Coupon = z.object({
  /** Its code. */
  id: z.string(),
  state: z.enum(couponStates),
  kind: z.enum(['percent', 'sum']),
  percent: z.int().nullable(),
  sum_kopecks: z.int().nullable(),
  min_sum_kopecks: z.int(),
  category_id: z.int().nullable(),
  category_name: z.string().nullable(),
  department_id_1c: z.string().nullable(),
  city: z.string().nullable(),
  allows_b2b: z.boolean(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  max_uses: z.int().nullable(),
  used_count: z.int(),
  note: z.string().nullable(),
  is_personal: z.boolean(),
  owner_user_id: z.string().nullable(),
  owner_name: z.string().nullable(),
  batch_id: z.int().nullable(),
  is_draft: z.boolean(),
  created_at: z.string().nullable(),
});

const permission = 'promo.write';

const words: Record<string, string> = {
  kind: 'скидка',
  percent: 'скидка',
  sum_kopecks: 'скидка',
  min_sum_kopecks: 'минимум',
  category_id: 'раздел',
  department_id_1c: 'филиал',
  allows_b2b: 'действие на цены для бизнеса',
  starts_at: 'срок',
  ends_at: 'срок',
  max_uses: 'число использований',
  owner_user_id: 'покупатель',
  note: 'заметка',
  is_draft: 'черновик',
};

const couponRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/coupons',
    summary: 'Купоны',
    permission,
    query: listQuery(
      {
        q: z.string().max(200),
        state: z.array(z.enum(couponStates)),
        reach: z.array(z.enum(['branch', 'common'])),
        category_id: z.int().positive(),
        is_personal: z.boolean(),
        batch_id: z.int().positive(),
      },
      staffCouponSorts,
    ),
    response: listAnswer(Coupon),
    async run({ db, scope, now, query: { filter, sort, ids, ...page } }) {
      const { coupons, count } = await listStaffCoupons(
        db,
        scope.branches,
        { ...filter, ...(ids && { codes: ids }) },
        { ...windowOf(page), sort, count_to: countedRows },
        now,
      );
      return { items: coupons.map(present), ...totalOf(count) };
    },
  }),

  ...adminRecord({
    url: '/api/admin/coupons/:id',
    resource: 'coupons',
    summaries: { read: 'Купон', write: 'Сохранение купона' },
    permissions: { read: permission, write: permission },
    params: IdParam,
    response: Coupon.extend({ fields: CouponFields }),
    body: CouponFields.partial(),
    isUndoable: true,
    async read({ db, scope, params, now }, isLocked) {
      const coupon = await readStaffCoupon(db, scope.branches, String(params.id), now, isLocked);
      return coupon && { ...present(coupon), fields: fieldsOfCoupon(coupon) };
    },
    editable: ({ fields }) => fields,
    async change(asked, before) {
      const { db, staff, body } = asked;
      needOwnRow(staff, before.department_id_1c);
      await needOwnChoice(db, staff, body.department_id_1c);
      const coupon = await needCoupon(asked, before.id);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveCoupon(db, coupon, body as Partial<CouponFields>);
      return {
        words: `Купон ${before.id}: ${changedWords(body, words)}`,
        department_id_1c: before.department_id_1c,
        isAboutPerson: before.is_personal || Boolean(body.owner_user_id),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/coupons',
    summary: 'Новый купон',
    permission,
    body: NewCoupon,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.string() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const id = await createCoupon(db, body, now);
      const { code: _code, ...fields } = body;
      return {
        answer: { id },
        audit: {
          resource: 'coupons',
          record_id: id,
          department_id_1c: body.department_id_1c,
          after: fields,
          words: `Создан купон ${id}`,
          isAboutPerson: body.owner_user_id !== null,
        },
        location: `/api/admin/coupons/${encodeURIComponent(id)}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/coupons/:id/end',
    summary: 'Досрочное завершение купона',
    permission,
    params: IdParam,
    response: Coupon,
    async run(asked) {
      const { db, staff, params, now } = asked;
      const coupon = await needCoupon(asked, params.id, true);
      needOwnRow(staff, coupon.department_id_1c);
      await endCoupon(db, coupon.code, now);
      const ended = await needCoupon(asked, params.id);
      const [was, is] = [fieldsOfCoupon(coupon), fieldsOfCoupon(ended)];
      const names = (['starts_at', 'ends_at'] as const).filter((name) => was[name] !== is[name]);
      return {
        answer: present(ended),
        audit: {
          resource: 'coupons',
          record_id: coupon.code,
          department_id_1c: coupon.department_id_1c,
          words: `Купон ${coupon.code} завершён`,
          before: Object.fromEntries(names.map((name) => [name, was[name]])),
          after: Object.fromEntries(names.map((name) => [name, is[name]])),
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/coupons/:id/uses',
    summary: 'Заказы с купоном',
    permission,
    params: IdParam,
    query: listQuery({}, ['created_at']),
    response: listAnswer(
      z.object({
        id: z.string(),
        number: z.int(),
        created_at: z.string(),
        state: OrderState,
        receiving_type: ReceivingType,
        has_given: z.boolean(),
        city: z.string(),
        discount: z.int(),
        total: z.int(),
      }),
    ),
    async run(asked) {
      const { code } = await needCoupon(asked, asked.params.id);
      const window = { ...windowOf(asked.query), count_to: countedRows };
      const { uses, count } = await listCouponUses(asked.db, asked.scope.branches, code, window);
      return {
        items: uses.map((use) => ({ ...use, created_at: use.created_at.toISOString() })),
        ...totalOf(count),
      };
    },
  }),
];

const batchRoutes: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/coupon-batches',
    summary: 'Партия одноразовых кодов',
    permission,
    body: NewCouponBatch,
    status: 201,
    needsKey: true,
    /** `csv`: every code, told together in this answer alone. */
    response: z.object({ id: z.int(), count: z.int(), csv: z.string() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const { id, codes } = await createCouponBatch(db, body, staff.user_id, now);
      const { prefix, count, ...fields } = body;
      return {
        answer: {
          id,
          count: codes.length,
          csv: csvTable(
            ['Код'],
            codes.map((code) => [code]),
          ).bytes.toString('utf8'),
        },
        audit: {
          resource: 'coupon-batches',
          record_id: id,
          department_id_1c: body.department_id_1c,
          after: fields,
          words: `Партия ${id}: выпущено ${countOf(count, 'код', 'кода', 'кодов')}${prefix && ` с приставкой ${prefix}`}`,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/coupon-batches/:id/end',
    summary: 'Досрочное завершение всех кодов партии',
    permission,
    params: NumberParam,
    response: z.object({ ended: z.int() }),
    async run({ db, scope, staff, params, now }) {
      const batch = await readCouponBatch(db, scope.branches, params.id);
      if (!batch) throw new Refusal('not_found');
      needOwnRow(staff, batch.department_id_1c);
      const ended = await endCouponBatch(db, batch.id, now);
      return {
        answer: { ended },
        audit: {
          resource: 'coupon-batches',
          record_id: batch.id,
          department_id_1c: batch.department_id_1c,
          words: `Партия ${batch.id}: завершено ${countOf(ended, 'код', 'кода', 'кодов')}`,
        },
      };
    },
  }),
];

export const couponAdminRoutes = [...couponRoutes, ...batchRoutes];

async function needCoupon({ db, scope, now }: Pick<Asked, 'db' | 'scope' | 'now'>, code: string, isLocked = false) {
  const coupon = await readStaffCoupon(db, scope.branches, code, now, isLocked);
  if (!coupon) throw new Refusal('not_found');
  return coupon;
}

function present({ code, starts_at, ends_at, created_at, ...coupon }: StaffCoupon): z.input<typeof Coupon> {
  return {
    id: code,
    ...coupon,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    created_at: created_at?.toISOString() ?? null,
  };
}
