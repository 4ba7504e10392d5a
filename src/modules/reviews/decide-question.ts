import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { plural } from '#shared/plurals.ts';
import { writeQuestionEmail } from './messages/emails.ts';
import { type QuestionState, reviewLimits } from './schema.ts';

/** Keeps others from deciding on it until the transaction ends. Throws not_found. */
export async function holdQuestion(db: Db, id: number): Promise<void> {
  const { rows } = await sql`select from product_questions where id = ${id} for update`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
}

/**
 * Answers the question and shows both; another answer replaces the first, the same once more changes nothing. Its
 * author gets an email. Throws bad_input, not_found, wrong_move.
 */
export async function answerQuestion(db: Db, id: number, typed: string, now = new Date()): Promise<void> {
  const answer = cleanText(typed);
  if (answer === '' || answer.length > reviewLimits.reply)
    throw new Refusal('bad_input', {
      fields: {
        answer: `Напишите ответ, до ${reviewLimits.reply} ${plural(reviewLimits.reply, 'знака', 'знаков', 'знаков')}`,
      },
    });
  const before = await show(db, id, now);
  if (before.answer === answer) return;
  await sql`update product_questions set answer = ${answer}, answered_at = ${now} where id = ${id}`.execute(db);
  await writeQuestionEmail(db, id, 'answer', now);
}

/** Shows the question before it has an answer. */
export async function approveQuestion(db: Db, id: number, now = new Date()): Promise<void> {
  await show(db, id, now);
}

/** Hides the question with its answer; the author reads why. The same reason once more changes nothing. */
export async function refuseQuestion(db: Db, id: number, typed: string, now = new Date()): Promise<void> {
  const reason = cleanText(typed);
  if (reason === '' || reason.length > reviewLimits.side)
    throw new Refusal('bad_input', { fields: { reason: 'Напишите причину, до 500 знаков: её прочтёт автор' } });
  const { product_id, ...before } = await lockQuestion(db, id);
  if (before.state === 'refused' && before.reason === reason) return;
  await sql`
    update product_questions set state = 'refused', reason = ${reason}, decided_at = ${now}, answer = null, answered_at = null
    where id = ${id}`.execute(db);
  await invalidate(db, [`product:${product_id}`]);
  await writeQuestionEmail(db, id, 'refused', now);
}

/** Returns how it stood. */
async function show(db: Db, id: number, now: Date): Promise<Locked> {
  const question = await lockQuestion(db, id);
  await sql`
    update product_questions set state = 'approved', reason = '', decided_at = coalesce(decided_at, ${now}) where id = ${id}`.execute(
    db,
  );
  await invalidate(db, [`product:${question.product_id}`]);
  return question;
}

type Locked = { product_id: number; state: QuestionState; reason: string; answer: string | null };

/** What nobody has confirmed is not decided on. */
async function lockQuestion(db: Db, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select product_id, state, reason, answer from product_questions where id = ${id} for update`.execute(db);
  const [question] = rows;
  if (!question) throw new Refusal('not_found');
  if (question.state === 'unconfirmed')
    throw new Refusal('wrong_move', {}, 'Автор ещё не подтвердил почту: решать по этому вопросу рано');
  return question;
}
