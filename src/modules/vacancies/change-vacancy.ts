import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { inputFields } from '#shared/input-messages.ts';
import { VacancyInput } from './schema.ts';

/**
 * A new post, offered from `now` on, or a draft that nobody sees until it is published. Throws bad_input with the
 * field's words, unknown_department. Returns its id. Call in a transaction.
 */
export async function createVacancy(
  db: Db,
  input: VacancyInput,
  now = new Date(),
  { is_draft = false } = {},
): Promise<number> {
  const vacancy = await checked(db, input, now);
  const { id } = await db
    .insertInto('vacancies')
    .values({ ...vacancy, published_at: now, is_draft, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return id;
}

/**
 * The same post described again. `published_at`: of one that is to come, when it comes out; not given: that stays.
 * Throws not_found, wrong_text_state for another moment of what does not wait for one, bad_input besides what creating
 * throws. Call in a transaction.
 */
export async function changeVacancy(
  db: Db,
  id: number,
  input: VacancyInput,
  now = new Date(),
  published_at?: Date,
): Promise<void> {
  const vacancy = await checked(db, input, now);
  const post = await heldVacancy(db, id);
  if (!post) throw new Refusal('not_found');
  if (published_at) {
    if (post.is_draft || post.closed_at || post.published_at <= now) throw new Refusal('wrong_text_state');
    refuseOver(published_at, now);
  }
  refuseEarlyEnd(vacancy.valid_until, published_at ?? post.published_at);
  await db
    .updateTable('vacancies')
    .set({ ...vacancy, ...(published_at && { published_at }), changed_at: now })
    .where('id', '=', id)
    .execute();
  await invalidate(db, ['content']);
}

function heldVacancy(db: Db, id: number) {
  return db
    .selectFrom('vacancies')
    .select(['is_draft', 'closed_at', 'published_at', 'valid_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function refuseOver(published_at: Date, now: Date): void {
  if (published_at < now) throw new Refusal('bad_input', { fields: { published_at: 'Это время уже прошло' } });
}

function refuseEarlyEnd(valid_until: Date | null, published_at: Date): void {
  if (valid_until && valid_until <= published_at)
    throw new Refusal('bad_input', { fields: { valid_until: 'Срок вакансии кончится раньше публикации' } });
}

/**
 * A draft, a closed post or one to come: offered from `published_at` on. Throws not_found for one that is offered,
 * bad_input when its term would be over by then.
 */
export async function publishVacancy(db: Db, id: number, published_at: Date, now = new Date()): Promise<void> {
  refuseOver(published_at, now);
  const post = await heldVacancy(db, id);
  const isOver = post?.valid_until && post.valid_until <= now;
  if (!post || !(post.is_draft || post.closed_at || isOver || post.published_at > now)) throw new Refusal('not_found');
  refuseEarlyEnd(post.valid_until, published_at);
  await db
    .updateTable('vacancies')
    .set({ is_draft: false, closed_at: null, published_at, changed_at: now })
    .where('id', '=', id)
    .execute();
  await invalidate(db, ['content']);
}

/**
 * A post that is offered, or was to be, is a draft again: its page is gone until it is published once more. Throws
 * not_found. Call in a transaction.
 */
export async function recallVacancy(db: Db, id: number, now = new Date()): Promise<void> {
  const recalled = await db
    .updateTable('vacancies')
    .set({ is_draft: true, changed_at: now })
    .where('id', '=', id)
    .where('is_draft', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!recalled) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** A draft is gone. Throws not_found for what is published. */
export async function removeVacancyDraft(db: Db, id: number): Promise<void> {
  const gone = await db
    .deleteFrom('vacancies')
    .where('id', '=', id)
    .where('is_draft', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
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
  if (!parsed.success)
    throw new Refusal('bad_input', { fields: inputFields(parsed.error) }, parsed.error.issues[0]?.message);
  const vacancy = parsed.data;
  const late = 'Срок вакансии уже прошёл';
  if (vacancy.valid_until && vacancy.valid_until <= now)
    throw new Refusal('bad_input', { fields: { valid_until: late } }, late);
  const department = await db
    .selectFrom('departments')
    .select('id_1c')
    .where('id_1c', '=', vacancy.department_id_1c)
    .executeTakeFirst();
  if (!department) throw new Refusal('unknown_department');
  return vacancy;
}
