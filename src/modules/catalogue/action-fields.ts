import { z } from 'zod';
import { MomentInput } from '#platform/moment-input.ts';
import { FilePath } from '#platform/text-inputs.ts';
import { countOf } from '#shared/plurals.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Не длиннее ${countOf(most, 'знака', 'знаков', 'знаков')}`);
const filled = (most: number) => text(most).min(1, 'Обязательно для заполнения');

const Id = z.int().positive().max(2_147_483_647);
const Kopecks = z.int('Укажите сумму').min(0, 'Не меньше нуля').max(2_147_483_647, 'Слишком большая сумма');
const Bound = z.number('Укажите число').min(-1e12).max(1e12).nullable();

const AttributeChoice = z
  .strictObject({
    attribute_id: Id,
    /** Any of them, as the goods say them; `true` and `false` of what is said with yes or no. */
    values: z.array(z.string().min(1).max(5_000)).max(200, 'Не больше 200 значений'),
    number_from: Bound,
    number_to: Bound,
  })
  .refine(({ values, number_from, number_to }) => values.length > 0 || number_from !== null || number_to !== null, {
    error: 'Выберите значения или границы',
  })
  .refine(({ number_from, number_to }) => number_from === null || number_to === null || number_from <= number_to, {
    error: 'Нижняя граница больше верхней',
    path: ['number_to'],
  });

/**
 * Which goods take part by themselves: those of the category and below it, of any of the brands, with all of these
 * attributes, whose price in the column (kopecks) lies between the bounds. What is left empty is not asked for.
 */
export const ActionCondition = z
  .strictObject({
    category_id: Id.nullable(),
    brand_ids: z.array(Id).max(200, 'Не больше 200 брендов'),
    attributes: z.array(AttributeChoice).max(10, 'Не больше 10 свойств'),
    price_column: z.string().max(40).nullable(),
    price_from: Kopecks.nullable(),
    price_to: Kopecks.nullable(),
  })
  .superRefine((condition, context) => {
    const { category_id, brand_ids, attributes, price_column, price_from, price_to } = condition;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const hasPrice = price_from !== null || price_to !== null;
    if (category_id === null && brand_ids.length === 0 && attributes.length === 0 && !hasPrice)
      refuse('category_id', 'Выберите раздел, бренд, свойство или цену');
    if (hasPrice && price_column === null) refuse('price_column', 'Выберите, по каким ценам');
    if (price_from !== null && price_to !== null && price_from > price_to)
      refuse('price_to', 'Верхняя цена ниже нижней');
    if (new Set(attributes.map(({ attribute_id }) => attribute_id)).size < attributes.length)
      refuse('attributes', 'Одно свойство названо дважды');
  })
  .transform((condition) =>
    condition.price_from === null && condition.price_to === null ? { ...condition, price_column: null } : condition,
  );
export type ActionCondition = z.output<typeof ActionCondition>;

/** What staff set of a promotion; texts are cleaned where they are shown. Moments ISO with zone. */
export const ActionFields = z.strictObject({
  name: filled(200),
  slug: text(150).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Адрес — латинские буквы, цифры и дефисы'),
  text: text(20_000),
  rules: text(50_000).min(1, 'Без правил акцию не объявляют'),
  organiser: text(300),
  /** The mark that the law on advertising asks for. */
  ad_mark: text(300),
  image: FilePath.nullable(),
  coupon: text(60).nullable(),
  /** null: every branch. */
  department_id_1c: z.string().max(40).nullable(),
  starts_at: MomentInput,
  ends_at: MomentInput,
  /** Shown to nobody. */
  is_draft: z.boolean(),
  /** Whatever fits any of them takes part, beside what was chosen by hand. */
  conditions: z.array(ActionCondition).max(20, 'Не больше 20 условий'),
});
export type ActionFields = z.output<typeof ActionFields>;

/** A new promotion; without an address of its own it gets one made of its name. */
export const NewAction = ActionFields.extend({
  slug: ActionFields.shape.slug.or(z.literal('')).default(''),
  text: ActionFields.shape.text.default(''),
  organiser: ActionFields.shape.organiser.default(''),
  ad_mark: ActionFields.shape.ad_mark.default(''),
  image: ActionFields.shape.image.default(null),
  coupon: ActionFields.shape.coupon.default(null),
  department_id_1c: ActionFields.shape.department_id_1c.default(null),
  is_draft: ActionFields.shape.is_draft.default(false),
  conditions: ActionFields.shape.conditions.default([]),
});
