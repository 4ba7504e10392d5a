import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { VacancyInput } from './schema.ts';

/**
 * A new post, offered from `now` on. Throws bad_input with the field's words, unknown_department. Returns its id. Call
 * in a transaction.
 */
export async function createVacancy(db: Db, input: VacancyInput, now = new Date()): Promise<number> {
  const vacancy = await checked(db, input, now);
  const { id } = await db
    .insertInto('vacancies')
    .values({ ...vacancy, published_at: now, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return id;
}

/** The same post described again; its date of publishing stays. Throws not_found besides what creating throws. */
export async function changeVacancy(db: Db, id: number, input: VacancyInput, now = new Date()): Promise<void> {
  const vacancy = await checked(db, input, now);
  const { numUpdatedRows } = await db
    .updateTable('vacancies')
    .set({ ...vacancy, changed_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** The post is taken: its page stays and says so. Closing a closed one changes nothing. Throws not_found. */
export async function closeVacancy(db: Db, id: number, now = new Date()): Promise<void> {
  const { rows } = await sql`
    update vacancies set closed_at = coalesce(closed_at, ${now}), changed_at = case when closed_at is null then ${now} else changed_at end
    where id = ${id} returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

async function checked(db: Db, input: VacancyInput, now: Date) {
  const parsed = VacancyInput.safeParse(input);
  if (!parsed.success) throw new Refusal('bad_input', {}, parsed.error.issues[0]?.message);
  const vacancy = parsed.data;
  if (vacancy.valid_until && vacancy.valid_until <= now) throw new Refusal('bad_input', {}, 'Срок вакансии уже прошёл');
  const department = await db
    .selectFrom('departments')
    .select('id_1c')
    .where('id_1c', '=', vacancy.department_id_1c)
    .executeTakeFirst();
  if (!department) throw new Refusal('unknown_department');
  return vacancy;
}
