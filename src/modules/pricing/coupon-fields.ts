import { z } from 'zod';
import { MomentInput } from '#platform/moment-input.ts';

const kopecks = (least: number) =>
  z.int('Укажите сумму').min(least, 'Слишком мало').max(100_000_000, 'Не больше 1 000 000 ₽');

/** What staff set of a coupon; its code stays as it was made. Kopecks; moments ISO with zone. */
export const CouponFields = z.strictObject({
  kind: z.enum(['percent', 'sum']),
  percent: z.int('Укажите процент').min(1, 'От 1 до 99').max(99, 'От 1 до 99').nullable(),
  sum_kopecks: kopecks(1).nullable(),
  min_sum_kopecks: kopecks(0),
  /** With everything below it; null: all goods. */
  category_id: z.int().positive().nullable(),
  /** null: every branch. */
  department_id_1c: z.string().max(40).nullable(),
  allows_b2b: z.boolean(),
  starts_at: MomentInput.nullable(),
  /** Good before this moment. */
  ends_at: MomentInput.nullable(),
  max_uses: z.int('Укажите число').min(1, 'Не меньше 1').max(1_000_000, 'Не больше 1 000 000').nullable(),
  /** Whose it is alone; null: everybody's. */
  owner_user_id: z.uuid().nullable(),
  note: z.string().trim().max(300, 'Не длиннее 300 знаков').nullable(),
  /** Good for nobody. */
  is_draft: z.boolean(),
});
export type CouponFields = z.output<typeof CouponFields>;

/** A new coupon: what is left out is the usual. */
export const NewCoupon = CouponFields.extend({
  code: z.string().max(60),
  percent: CouponFields.shape.percent.default(null),
  sum_kopecks: CouponFields.shape.sum_kopecks.default(null),
  min_sum_kopecks: CouponFields.shape.min_sum_kopecks.default(0),
  category_id: CouponFields.shape.category_id.default(null),
  department_id_1c: CouponFields.shape.department_id_1c.default(null),
  allows_b2b: CouponFields.shape.allows_b2b.default(false),
  starts_at: CouponFields.shape.starts_at.default(null),
  ends_at: CouponFields.shape.ends_at.default(null),
  max_uses: CouponFields.shape.max_uses.default(null),
  owner_user_id: CouponFields.shape.owner_user_id.default(null),
  note: CouponFields.shape.note.default(null),
  is_draft: CouponFields.shape.is_draft.default(false),
});

/** Many codes at once, of one use each; nobody's own. */
export const NewCouponBatch = NewCoupon.omit({ code: true, max_uses: true, owner_user_id: true }).extend({
  prefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([0-9A-ZА-ЯЁ][0-9A-ZА-ЯЁ-]{0,15})?$/, 'До 16 букв, цифр и дефисов, первой не дефис'),
  count: z.int('Укажите число').min(1, 'Не меньше 1').max(10_000, 'Не больше 10 000'),
});
export type NewCouponBatch = z.output<typeof NewCouponBatch>;
