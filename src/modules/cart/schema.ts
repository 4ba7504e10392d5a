import { z } from 'zod';
import { cartLimits } from '#shared/constants.ts';

const maxInt4 = 2_147_483_647;

/** S3-06: what travels of a line. product_id and product_idcode must belong together (S7-10), the verbs check that. */
export const CartLineInput = z.object({
  product_id: z.coerce.number('Должно быть числом').int().min(1).max(maxInt4),
  product_idcode: z.string().min(1).max(40),
  count: z.coerce
    .number('Должно быть числом')
    .int('Должно быть целым числом')
    .min(1, 'Минимальное значение 1')
    .max(cartLimits.maxCount, `Максимальное значение ${cartLimits.maxCount}`),
});
export type CartLineInput = z.infer<typeof CartLineInput>;

/** The lines of an order or of a coupon question: each product once, no more than a cart holds. */
export const CartLinesInput = z
  .array(CartLineInput)
  .min(1, 'В корзине ничего нет')
  .max(cartLimits.lines, `Не больше ${cartLimits.lines} позиций`)
  .refine((lines) => new Set(lines.map((line) => line.product_id)).size === lines.length, 'Товар указан дважды');

/** A coupon as typed; whether it is good is a question for the database. */
export const CouponInput = z.string().trim().min(1, 'Введите купон').max(60, 'Максимум 60 символов');
