import { z } from 'zod';
import { CartLineInput, CartLinesInput, CouponInput } from '#modules/cart/schema.ts';
import { fieldInput } from '#platform/check-form.ts';
import { carryingKinds } from '#shared/carrying.ts';
import { cartLimits } from '#shared/constants.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { email, inn, personName, phone } from '#shared/form-fields.ts';
import type { FieldSchema } from '#shared/form-rules.ts';
import { toE164 } from '#shared/phone.ts';

/** Pages whose current version a consent names. */
export const consentSlugs = { personal_data: 'consent-personal-data', advertising: 'consent-advertising' } as const;

/** A text by the rules that a form's field has; the first that is broken speaks alone. */
const text = (rules: Partial<FieldSchema>) => fieldInput({ label: 'Текст', ...rules });
const filled = (min: number, max: number) => text({ required: true, min, max });

const Name = fieldInput(personName);

const Phone = fieldInput(phone).transform((typed) => toE164(typed) ?? typed);

/** Calendar date; whether it may be ordered for is the verb's question. */
const DateText = z.iso.date(fieldMessages.format);

/** Optional text: empty, or null as the shop's own answers say it, counts as not given. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    schema.optional(),
  );

/** 'HH:MM' → minutes from midnight. */
const ClockMinute = z
  .string()
  .regex(/^([01][0-9]|2[0-4]):[0-5][0-9]$/, fieldMessages.format)
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

/** Hours of the chosen day, one of the slots that are offered on it. */
const SlotInput = z.object({ from: ClockMinute, to: ClockMinute });

/** Unloading alone, or lifting to a floor, which it is then. */
const CarryingInput = z
  .object({ kind: z.enum(carryingKinds), floor: z.int().min(1).max(100).nullable().default(null) })
  .refine(({ kind, floor }) => (floor === null) === (kind === 'unloading'), {
    path: ['floor'],
    message: 'Этаж: от 1 до 100, и только для подъёма',
  });

const isCarriedWhenDelivered = ({ type, carrying }: { type: string; carrying?: unknown }) =>
  type === 'delivery' || carrying === undefined;
const carriedAtPickup = { path: ['carrying'], message: 'Разгрузка и подъём бывают только с доставкой' };

/** Body of S7-32. accepted_total is roubles, as everything the API says. */
export const OrderInput = z.object({
  cart_id: z.string().max(100).optional(),
  products: CartLinesInput,
  /** Of ordered goods so many stay in the cart: the shop had fewer than were wanted. Absent: nothing of them stays. */
  left_in_cart: z
    .array(CartLineInput.pick({ product_id: true, count: true }))
    .max(cartLimits.lines)
    .optional(),
  coupon: optional(CouponInput),
  /** Whole bonuses of the buyer's card that pay a part of the goods. */
  bonuses: optional(z.int().min(1).max(1_000_000)),
  contact: z.object({
    name: Name,
    phone: Phone,
    email: fieldInput(email),
  }),
  receiving: z
    .object({
      type: z.enum(['pickup', 'delivery'], 'Выберите, как получить заказ'),
      department_id_1c: optional(z.string().regex(/^[0-9]{5}$/, 'Выберите пункт выдачи')),
      address: optional(filled(5, 400)),
      date: optional(DateText),
      slot: optional(SlotInput),
      carrying: optional(CarryingInput),
      recipient: z.object({ name: Name, phone: Phone }).optional(),
    })
    .refine(({ type, address }) => type !== 'delivery' || address !== undefined, {
      path: ['address'],
      message: fieldMessages.required,
    })
    .refine(isCarriedWhenDelivered, carriedAtPickup),
  payment: z.object({ method: z.enum(['on_receipt', 'online', 'invoice', 'credit'], 'Выберите способ оплаты') }),
  company: z
    .object({
      name: filled(2, 250),
      inn: fieldInput(inn),
      /** The firm's own number of the order, and the building site it is for. */
      buyer_number: optional(text({ max: 50 })),
      building_site: optional(text({ max: 200 })),
    })
    .optional(),
  accepted_total: z.number().min(0).max(1e11).optional(),
  replacement_rule: z.enum(['call', 'replace', 'remove']).default('call'),
  comment: optional(text({ max: 1000 })),
  consent_personal_data: z.literal(true, fieldMessages.unchosen),
  consent_advertising: z.boolean().optional(),
});
export type OrderInput = z.output<typeof OrderInput>;

/** Letters that Russian plates have, by their Latin twins. */
// biome-ignore format: one line reads as the table it is
const plateTwins: Record<string, string> = { A: 'А', B: 'В', E: 'Е', K: 'К', M: 'М', H: 'Н', O: 'О', P: 'Р', C: 'С', T: 'Т', Y: 'У', X: 'Х' };

/** A car's plate as typed → capitals without spaces, Cyrillic where both alphabets fit. */
export const CarPlate = text({})
  .transform((typed) =>
    typed
      .toUpperCase()
      .replace(/[\s-]/g, '')
      .replace(/[A-Z]/g, (letter) => plateTwins[letter] ?? letter),
  )
  .pipe(z.string().regex(/^[0-9A-ZА-Я]{4,12}$/, 'Номер автомобиля: от 4 до 12 букв и цифр'));

/**
 * Body of PUT …/receiving/ (S7-33): receiving as it shall be. What is left out is taken away; accepted_total is
 * roubles.
 */
export const ReceivingInput = z
  .object({
    type: z.enum(['pickup', 'delivery'], 'Выберите, как получить заказ'),
    department_id_1c: optional(z.string().regex(/^[0-9]{5}$/, 'Выберите пункт выдачи')),
    address: optional(filled(5, 400)),
    date: optional(DateText),
    slot: optional(SlotInput),
    carrying: optional(CarryingInput),
    recipient: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('self') }),
        z.object({ kind: z.literal('person'), name: Name, phone: Phone }),
        z.object({ kind: z.literal('proxy'), name: Name, phone: Phone }),
      ])
      .optional(),
    car_plate: optional(CarPlate),
    unloading_note: optional(text({ max: 500 })),
    accepted_total: z.number().min(0).max(1e11).optional(),
  })
  .refine(({ type, address }) => type !== 'delivery' || address !== undefined, {
    path: ['address'],
    message: fieldMessages.required,
  })
  .refine(isCarriedWhenDelivered, carriedAtPickup);
export type ReceivingInput = z.output<typeof ReceivingInput>;

/** Header Idempotency-Key, or the hidden field `key` of the form. */
export const IdempotencyKey = z
  .string('Нужен заголовок Idempotency-Key')
  .regex(/^[\x21-\x7e]{8,200}$/, 'Idempotency-Key: от 8 до 200 знаков без пробелов');
