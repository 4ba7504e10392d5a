import { sql } from 'kysely';
import { countRating } from '#modules/catalogue/rating.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { plural } from '#shared/plurals.ts';
import { writeReviewEmail } from './messages/emails.ts';
import { placePhotosLater } from './photos.ts';
import { type ReviewState, reviewLimits } from './schema.ts';

type Locked = {
  id: number;
  product_id: number;
  rating: number;
  is_demo: boolean;
  state: ReviewState;
  reason: string;
  reply: string | null;
};

/** Keeps others from deciding on it until the transaction ends. Throws not_found. */
export async function holdReview(db: Db, id: number): Promise<void> {
  await lockReview(db, id);
}

/**
 * Shows the review: it counts in the product's rating from now on, its author gets an email. A second call changes
 * nothing.
 */
export async function approveReview(db: Db, id: number, now = new Date()): Promise<void> {
  const review = await lockReview(db, id);
  if (review.state === 'approved') return;
  await sql`update reviews set state = 'approved', reason = '', decided_at = ${now} where id = ${id}`.execute(db);
  await countRating(db, review, 1);
  await placePhotosLater(db, id);
  await writeReviewEmail(db, id, 'approved', now);
}

/**
 * Hides the review, or never shows it; the author reads why and may write it again. The same reason once more changes
 * nothing. Throws bad_input without a reason.
 */
export async function refuseReview(db: Db, id: number, typed: string, now = new Date()): Promise<void> {
  const reason = cleanText(typed);
  if (reason === '' || reason.length > reviewLimits.side)
    throw new Refusal('bad_input', { fields: { reason: 'Напишите причину, до 500 знаков: её прочтёт автор' } });
  const review = await lockReview(db, id);
  if (review.state === 'refused' && review.reason === reason) return;
  await sql`update reviews set state = 'refused', reason = ${reason}, decided_at = ${now} where id = ${id}`.execute(db);
  if (review.state === 'approved') {
    await countRating(db, review, -1);
    await placePhotosLater(db, id);
  }
  await writeReviewEmail(db, id, 'refused', now);
}

/**
 * The shop's reply under the review; another one replaces it, the same once more changes nothing. The author gets an
 * email. Throws bad_input for an empty or long one.
 */
export async function replyToReview(db: Db, id: number, typed: string, now = new Date()): Promise<void> {
  const reply = cleanText(typed);
  if (reply === '' || reply.length > reviewLimits.reply)
    throw new Refusal('bad_input', {
      fields: {
        reply: `Напишите ответ, до ${reviewLimits.reply} ${plural(reviewLimits.reply, 'знака', 'знаков', 'знаков')}`,
      },
    });
  const review = await lockReview(db, id);
  if (review.reply === reply) return;
  await sql`update reviews set reply = ${reply}, replied_at = ${now} where id = ${id}`.execute(db);
  if (review.state !== 'approved') return;
  await invalidate(db, [`product:${review.product_id}`]);
  await writeReviewEmail(db, id, 'reply', now);
}

async function lockReview(db: Db, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select id, product_id, rating, is_demo, state, reason, reply from reviews where id = ${id} for update`.execute(db);
  const [review] = rows;
  if (!review) throw new Refusal('not_found');
  return review;
}
