import { sql } from 'kysely';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { writeBranchEmail, writeConfirmationEmail } from './messages/emails.ts';
import { promisedTime } from './promised-time.ts';
import { type QuestionFields, questionForm } from './schema.ts';
import type { ReviewRequester } from './write-review.ts';

const dailyLimit = { max: 10, windowSeconds: 86_400 } as const;

/** Counts one question of each of these (an account, an address); throws too_many. Call it outside the transaction. */
export async function takeQuestionLimit(db: Db, who: string[]): Promise<void> {
  for (const key of who) {
    const wait = await takeLimit(db, 'questions', key, dailyLimit.max, dailyLimit.windowSeconds);
    if (wait > 0) throw tooMany(wait, 'Слишком много вопросов за сутки. Позвоните в филиал или напишите завтра');
  }
}

/**
 * A question about a product. Of a signed-in person it goes to the shop at once; a guest first proves the email address
 * by the link of an email, until then nobody reads it. Throws bad_input with the words by field, not_found.
 */
export async function askQuestion(
  db: Db,
  keys: SecretKeys,
  requester: ReviewRequester,
  asker: { user_id: string | null },
  product_id: number,
  fields: QuestionFields,
  now = new Date(),
): Promise<{ id: number; needs_confirmation: boolean }> {
  const isGuest = asker.user_id === null;
  const due_at = isGuest ? null : await promisedTime(db, requester.department_id_1c, 'question', now);
  const { text = '', author_name = '', email = '' } = checkForm(questionForm(isGuest), fields);
  const { id } = await db
    .insertInto('product_questions')
    .values({
      product_id,
      user_id: asker.user_id,
      email: isGuest ? email.toLowerCase() : null,
      author_name,
      text,
      state: isGuest ? 'unconfirmed' : 'new',
      department_id_1c: requester.department_id_1c,
      origin: requester.origin,
      created_at: now,
      confirmed_at: isGuest ? null : now,
      due_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isGuest) await writeConfirmationEmail(db, id, questionKey(keys, id));
  else await writeBranchEmail(db, { kind: 'question', id }, `question ${id} asked`);
  return { id, needs_confirmation: isGuest };
}

/** Until when the last question of this person about the product is answered; null: nothing of theirs waits. */
export async function findPromise(db: Db, user_id: string, product_id: number): Promise<Date | null> {
  const row = await db
    .selectFrom('product_questions')
    .select('due_at')
    .where('user_id', '=', user_id)
    .where('product_id', '=', product_id)
    .where('state', '=', 'new')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** What the link of the email carries: the question's id and our signature. */
export function questionKey(keys: SecretKeys, id: number): string {
  return `${id}.${sign(keys, 'question', String(id))}`;
}

/** The question a link names, or null for a forged one. */
export function questionOfKey(keys: SecretKeys, key: string | null): number | null {
  const [, id = '', signature = ''] = /^([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/.exec(key ?? '') ?? [];
  return id !== '' && isSigned(keys, 'question', id, signature) ? Number(id) : null;
}

/**
 * The reader of the email stands for the question: it goes to the shop. A second press changes nothing. Throws
 * not_found.
 */
export async function confirmQuestion(db: Db, id: number, now = new Date()): Promise<{ slug: string }> {
  const { rows } = await sql<{ slug: string; department_id_1c: string }>`
    select p.slug, q.department_id_1c from product_questions q join products p on p.id = q.product_id where q.id = ${id}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  const confirmed = await sql`
    update product_questions set state = 'new', confirmed_at = ${now},
      due_at = ${await promisedTime(db, found.department_id_1c, 'question', now)}
    where id = ${id} and state = 'unconfirmed' returning id`.execute(db);
  if (confirmed.rows.length > 0) await writeBranchEmail(db, { kind: 'question', id }, `question ${id} asked`);
  return { slug: found.slug };
}
