import { z } from 'zod';
import { cartLimits } from '#shared/constants.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { plural } from '#shared/plurals.ts';

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

/**
 * A product’s button pressed by a script. `request_key`: the same one sent again after a lost answer adds nothing.
 */
export const AddToCartInput = CartLineInput.extend({
  request_key: z
    .string()
    .regex(/^[\w-]{8,40}$/)
    .optional(),
});

const tooManyLines = `Не больше ${cartLimits.lines} ${plural(cartLimits.lines, 'позиции', 'позиций', 'позиций')}`;
const eachOnce = (lines: CartLineInput[]) => new Set(lines.map((line) => line.product_id)).size === lines.length;

/** What a cart may hold: each product once, 150 lines at most. */
const WholeCartInput = z
  .array(CartLineInput)
  .max(cartLimits.lines, tooManyLines)
  .refine(eachOnce, 'Товар указан дважды');

/** The lines of an order or of a coupon question. */
export const CartLinesInput = WholeCartInput.min(1, 'В корзине ничего нет');

/** A coupon as typed; whether it is good is a question for the database. */
export const CouponInput = z.string().trim().min(1, 'Введите купон').max(60, fieldMessages.maxLength(60));

/** S7-15: a whole cart; without a coupon it has none. */
export const CartInput = z.object({
  id: z.string().max(100),
  products: WholeCartInput,
  coupon: CouponInput.or(z.literal('')).nullish(),
});
export type CartInput = z.infer<typeof CartInput>;

/** S7-16: the guest's cart that goes into the signed-in person's. */
export const CartMergeInput = z.object({ old_cart_id: z.uuid(), new_cart_data: CartInput });

/**
 * What a browser knows of a stored cart that is gone: the state it was shown last (S3-05). Version 0: it never had one.
 */
export const CartRestoreInput = z.object({
  version: z.int('Должно быть числом').min(0, 'Минимальное значение 0').max(Number.MAX_SAFE_INTEGER, 'Слишком много'),
  cartItems: z
    .array(
      z.object({
        id: CartLineInput.shape.product_id,
        count: CartLineInput.shape.count,
      }),
      'Обязательно для заполнения',
    )
    .max(cartLimits.lines, tooManyLines),
  cartCoupon: CouponInput.nullable(),
});
export type CartRestoreInput = z.infer<typeof CartRestoreInput>;
