import { z } from 'zod';
import { MomentInput } from '#platform/moment-input.ts';
import { countOf } from '#shared/plurals.ts';
import { FilePath } from './product-schema.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Не длиннее ${countOf(most, 'знака', 'знаков', 'знаков')}`);
const filled = (most: number) => text(most).min(1, 'Обязательно для заполнения');

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
});
