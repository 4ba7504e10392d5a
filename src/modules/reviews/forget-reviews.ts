import { sql } from 'kysely';
import { countRating } from '#modules/catalogue/rating.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { daysBefore } from '#shared/dates.ts';

/**
 * Removes everything a person has written about goods, also as a guest of these addresses, and their votes. Returns the
 * ids of photos whose bytes are to be removed after the commit.
 */
export async function forgetReviews(db: Db, user_id: string, emails: string[]): Promise<string[]> {
  const isTheirs = sql<boolean>`(user_id = ${user_id}::uuid or user_id is null and email = any(${emails}::text[]))`;
  const photos = await sql<{ id: string }>`
    select p.id from review_photos p where p.review_id in (select id from reviews where ${isTheirs})`.execute(db);
  const gone = await sql<{ product_id: number; rating: number; is_demo: boolean; state: string }>`
    delete from reviews where ${isTheirs} returning product_id, rating, is_demo, state`.execute(db);
  for (const review of gone.rows) if (review.state === 'approved') await countRating(db, review, -1);
  const questions = await sql<{ product_id: number }>`
    delete from product_questions where ${isTheirs} returning product_id`.execute(db);
  const votes = await sql<{ product_id: number }>`
    with gone as (delete from review_votes where voter = ${user_id}::uuid returning review_id)
    update reviews r set helpful_count = r.helpful_count - 1 from gone where r.id = gone.review_id returning r.product_id`.execute(
    db,
  );
  await sql`delete from review_silences where email = any(${emails}::text[])`.execute(db);
  await invalidate(
    db,
    [...questions.rows, ...votes.rows].map(({ product_id }) => `product:${product_id}` as const),
  );
  return photos.rows.map(({ id }) => id);
}

/** Questions whose email nobody has proved within three days; a link is not good any longer. */
export async function forgetUnconfirmedQuestions(db: Db, now = new Date()): Promise<void> {
  const old = daysBefore(now, 3);
  await sql`delete from product_questions where state = 'unconfirmed' and created_at < ${old}`.execute(db);
}

/**
 * Reviews, questions and votes of an account that becomes another (`to`). Where both have reviewed one product the
 * second review stays as a guest's of that person's address `email`. Throws merge_refused when it cannot. Call in a
 * transaction.
 */
export async function moveReviewsOf(db: Db, from: string, to: string, email: string | null): Promise<void> {
  const { rows: twice } = await sql<{ id: number; name: string; is_taken: boolean }>`
    select r.id, p.name, exists (select from reviews g
      where g.product_id = r.product_id and g.user_id is null and g.email = ${email}) as is_taken
    from reviews r join products p on p.id = r.product_id
    where r.user_id = ${from}::uuid
      and exists (select from reviews k where k.product_id = r.product_id and k.user_id = ${to}::uuid)`.execute(db);
  for (const { id, name, is_taken } of twice) {
    if (email === null || is_taken)
      throw new Refusal('merge_refused', {}, `У обоих есть отзыв о товаре «${name}»: сначала отклоните один из них`);
    await sql`update reviews set user_id = null, email = ${email} where id = ${id}`.execute(db);
  }
  await sql`update reviews set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
  await sql`update product_questions set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
  const { rows: votes } = await sql<{ product_id: number }>`
    with twice as (
      delete from review_votes v where v.voter = ${from}::uuid
        and exists (select from review_votes o where o.review_id = v.review_id and o.voter = ${to}::uuid)
      returning review_id
    )
    update reviews r set helpful_count = r.helpful_count - 1 from twice where r.id = twice.review_id
    returning r.product_id`.execute(db);
  await sql`update review_votes set voter = ${to}::uuid where voter = ${from}::uuid`.execute(db);
  await invalidate(
    db,
    votes.map(({ product_id }) => `product:${product_id}` as const),
  );
}
