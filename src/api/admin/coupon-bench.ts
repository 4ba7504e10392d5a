import { z } from 'zod';
import { explainCart } from '#modules/orders/explain-cart.ts';
import { findCustomers } from '#modules/staff/find-customers.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { type AdminRoute, adminAsk, adminRead } from './route.ts';

const permission = 'promo.write';
const Branch = z.string().max(40);
const Wished = z.object({ product_id: z.int().positive().max(2_147_483_647), count: z.int().min(1).max(99_999) });

/** Kopecks. */
const Explanation = z.object({
  /** As it is stored; null: no such code. */
  code: z.string().nullable(),
  department_id_1c: z.string(),
  buyer: z.object({ user_id: z.string(), name: z.string() }).nullable(),
  steps: z.array(
    z.object({
      step: z.enum([
        ...(['found', 'published', 'dates', 'uses', 'owner'] as const),
        ...(['branch', 'business', 'category', 'min_sum', 'discount'] as const),
      ]),
      is_passed: z.boolean(),
      words: z.string(),
    }),
  ),
  /** What the shop tells the buyer; null: the coupon is taken. */
  refusal: z.string().nullable(),
  lines: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      count: z.int(),
      /** null: it is not counted. */
      money: z.object({ price: z.int(), discount: z.int(), sum: z.int(), is_business_price: z.boolean() }).nullable(),
      why: z.string().nullable(),
    }),
  ),
  goods_sum: z.int(),
  discount: z.int(),
  total: z.int(),
});

/** Why a coupon did not work: the shop's own computation, step by step. */
export const couponBenchRoutes: AdminRoute[] = [
  adminAsk({
    url: '/api/admin/coupon-bench',
    summary: 'Почему купон не сработал',
    permission,
    body: z.strictObject({
      code: z.string().trim().min(1, 'Обязательно для заполнения').max(200),
      department_id_1c: Branch,
      user_id: z.uuid().nullable(),
      /** null: now. */
      at: MomentInput.nullable(),
      cart: z.discriminatedUnion('from', [
        z.strictObject({ from: z.literal('customer') }),
        z.strictObject({
          from: z.literal('order'),
          number: z.int('Укажите номер заказа').positive('Укажите номер заказа').max(2_147_483_647),
        }),
        z.strictObject({
          from: z.literal('goods'),
          lines: z.array(Wished).min(1, 'Добавьте товары').max(150, 'Не больше 150 строк'),
        }),
      ]),
    }),
    response: Explanation,
    run: ({ db, scope, body: { at, ...given }, now }) =>
      explainCart(db, scope.branches, given, at === null ? now : new Date(at)),
  }),

  adminRead({
    url: '/api/admin/coupon-customers',
    summary: 'Поиск покупателя для личного купона и проверки',
    permission,
    query: z.strictObject({ branch: Branch.optional(), q: z.string().max(200) }),
    response: z.object({
      items: z.array(
        z.object({
          user_id: z.string(),
          name: z.string(),
          /** Hidden: enough to know the person by. */
          email: z.string().nullable(),
          phone: z.string().nullable(),
          company: z.string().nullable(),
        }),
      ),
      more: z.boolean(),
    }),
    async run({ db, scope, staff, query: { q } }) {
      const { customers, hasMore } = await findCustomers(db, staff, q, scope.branches);
      return {
        items: customers.map(({ user_id, full_name: name, email, phone, company }) => ({
          user_id,
          name,
          email,
          phone,
          company,
        })),
        more: hasMore,
      };
    },
  }),
];
