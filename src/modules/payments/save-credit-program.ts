import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldMessages } from '#shared/field-messages.ts';

const filled = (most: number) =>
  z.string().trim().min(1, fieldMessages.required).max(most, fieldMessages.maxLength(most));
const kopecks = z.int('Укажите сумму').min(100, 'Не меньше 1 ₽').max(2_000_000_000, 'Не больше 20 000 000 ₽');
/** Hundredths of a percent a year. A consumer loan whose full cost is above 292 % may not be made (353-ФЗ, art. 6). */
const yearly = z
  .int('Укажите процент')
  .min(0, 'Не меньше 0 %')
  .max(29_200, 'Не больше 292 % годовых: дороже закон не разрешает');
const term = z
  .int('Сроки — целые числа месяцев')
  .min(1, 'Срок — от 1 до 120 месяцев')
  .max(120, 'Срок — от 1 до 120 месяцев');

/**
 * A bank's terms as staff set them: sums in kopecks, rates and full cost in hundredths of a percent a year, moments ISO
 * with zone. 38-ФЗ, art. 28: whoever names a rate names the full cost too, so none of the four may be left out.
 */
export const CreditProgramFields = z.strictObject({
  partner: filled(120),
  name: filled(80),
  min_sum_kopecks: kopecks,
  max_sum_kopecks: kopecks,
  months: z
    .array(term, 'Сроки — числа месяцев через запятую')
    .min(1, 'Нужен хотя бы один срок')
    .max(12, 'Не больше 12 сроков')
    .refine(
      (months) => months.every((count, at) => at === 0 || count > (months[at - 1] ?? 0)),
      'Сроки идут по возрастанию и не повторяются',
    ),
  rate_from: yearly,
  rate_to: yearly,
  full_cost_from: yearly,
  full_cost_to: yearly,
  documents: filled(1_000),
  terms: filled(2_000),
  /** Nobody's real terms: the page says so. */
  is_example: z.boolean(),
  position: z.int('Целое число').min(0, 'Не меньше 0').max(10_000, 'Не больше 10 000'),
  /** Shown to nobody. */
  is_draft: z.boolean(),
  /** null: from the moment of saving. */
  starts_at: MomentInput.nullable(),
  ends_at: MomentInput.nullable(),
});
export type CreditProgramFields = z.output<typeof CreditProgramFields>;

/** Returns the id of the new programme. What was built from content is built again. Throws bad_input {fields}. */
export async function createCreditProgram(db: Db, fields: CreditProgramFields, now = new Date()): Promise<number> {
  const { id } = await db
    .insertInto('credit_programs')
    .values(rowOf(fields, now))
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return id;
}

/** Changes these fields of a programme that stands as `before`. Throws not_found, bad_input {fields}. */
export async function saveCreditProgram(
  db: Db,
  id: number,
  before: CreditProgramFields,
  change: Partial<CreditProgramFields>,
  now = new Date(),
): Promise<void> {
  const saved = await db
    .updateTable('credit_programs')
    .set(rowOf({ ...before, ...change }, now))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!saved) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** Shown no longer from `now` on; one that has not begun never will. Throws not_found when it has ended already. */
export async function endCreditProgram(db: Db, id: number, now = new Date()): Promise<void> {
  const ended = await db
    .updateTable('credit_programs')
    // A programme must end after its beginning, also when it is taken away in the very moment it begins.
    .set({ starts_at: sql<Date>`least(starts_at, ${now}::timestamptz - interval '1 millisecond')`, ends_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(ends_at > ${now}, true)`)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/**
 * Throws bad_input for ends that stand before their beginnings, and for a full cost below the rate: interest is a part
 * of it (law 353-ФЗ, article 6).
 */
function rowOf(fields: CreditProgramFields, now: Date) {
  const starts_at = fields.starts_at === null ? now : new Date(fields.starts_at);
  const ends_at = fields.ends_at === null ? null : new Date(fields.ends_at);
  const wrong = {
    ...(fields.max_sum_kopecks < fields.min_sum_kopecks && { max_sum_kopecks: 'Не меньше суммы «от»' }),
    ...(fields.rate_to < fields.rate_from && { rate_to: 'Не меньше ставки «от»' }),
    ...(fields.full_cost_from < fields.rate_from && { full_cost_from: 'Не бывает меньше ставки «от»' }),
    ...(fields.full_cost_to < fields.rate_to && { full_cost_to: 'Не бывает меньше ставки «до»' }),
    ...(fields.full_cost_to < fields.full_cost_from && { full_cost_to: 'Не меньше полной стоимости «от»' }),
    ...(ends_at && ends_at <= starts_at && { ends_at: 'Конец должен быть позже начала' }),
  };
  if (Object.keys(wrong).length > 0) throw new Refusal('bad_input', { fields: wrong });
  return { ...fields, starts_at, ends_at };
}
