import { z } from 'zod';
import { fieldMessages } from '#shared/field-messages.ts';
import { formatCount } from '#shared/plurals.ts';

const whole = (least: number, most: number) =>
  z
    .int('Целое число')
    .min(least, `Не меньше ${least}`)
    .max(most, `Не больше ${formatCount(most)}`);
const kopecks = (least: number) => z.int('Укажите сумму').min(least, 'Слишком мало').max(100_000_000_00);

const Level = z.strictObject({
  name: z.string().trim().min(1, fieldMessages.required).max(60, fieldMessages.maxLength(60)),
  from_sum_kopecks: kopecks(0),
  percent: z.int('Целое число').min(1, 'От 1 до 50').max(50, 'От 1 до 50'),
});

const Levels = z
  .array(Level)
  .min(1, 'Нужна хотя бы одна ступень')
  .max(10, 'Не больше 10 ступеней')
  .refine((levels) => new Set(levels.map(({ name }) => name)).size === levels.length, 'Названия ступеней повторяются')
  .refine(
    (levels) =>
      levels.every((level, at) => at === 0 || level.from_sum_kopecks > (levels[at - 1]?.from_sum_kopecks ?? 0)),
    'Каждая следующая ступень начинается с большей суммы',
  )
  .refine(
    (levels) => levels.every((level, at) => at === 0 || level.percent >= (levels[at - 1]?.percent ?? 0)),
    'На следующей ступени процент не меньше',
  );

/** The rules of one kind of card as staff set them. Sums in kopecks, terms in days. */
export const ProgrammeFields = z.strictObject({
  name: z.string().trim().min(1, fieldMessages.required).max(120, fieldMessages.maxLength(120)),
  counting_days: whole(1, 3_650),
  /** null together with `spend_percent`: the kind earns no bonuses. */
  expiry_days: whole(1, 3_650).nullable(),
  spend_percent: z.int('Целое число').min(1, 'От 1 до 100').max(100, 'От 1 до 100').nullable(),
  bonus_kopecks: whole(1, 100_000),
  least_paid_kopecks: kopecks(1),
  spends_on_reduced: z.boolean(),
  spends_with_coupon: z.boolean(),
  grace_days: whole(1, 365),
  closed_category_ids: z.array(z.int().positive()).max(200, 'Не больше 200 разделов'),
  levels: Levels,
});
export type ProgrammeFields = z.output<typeof ProgrammeFields>;
