import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';

const hourly = { max: 60, windowSeconds: 3_600 } as const;

/** Counts one vote of this network address; throws too_many. Call it outside the transaction of the vote. */
export async function takeVoteLimit(db: Db, address: string): Promise<void> {
  const wait = await takeLimit(db, 'review votes', address, hourly.max, hourly.windowSeconds);
  if (wait > 0) throw tooMany(wait);
}

/**
 * «Полезно», one per person; the second press takes it back. `voter` is an account's id or a guest's uuid. One's own
 * review is not voted for. Throws not_found for a review that nobody sees, own_review.
 */
export async function voteForReview(
  db: Db,
  review_id: number,
  voter: string,
  now = new Date(),
): Promise<{ helpful_count: number; is_on: boolean; product_id: number }> {
  const { rows } = await sql<{ product_id: number; user_id: string | null }>`
    select product_id, user_id from reviews where id = ${review_id} and state = 'approved' for update`.execute(db);
  const [review] = rows;
  if (!review) throw new Refusal('not_found');
  if (review.user_id === voter) throw new Refusal('own_review');
  const added = await sql`
    insert into review_votes (review_id, voter, created_at) values (${review_id}, ${voter}::uuid, ${now})
    on conflict do nothing returning review_id`.execute(db);
  const is_on = added.rows.length > 0;
  if (!is_on) await sql`delete from review_votes where review_id = ${review_id} and voter = ${voter}::uuid`.execute(db);
  const counted = await sql<{ helpful_count: number }>`
    update reviews set helpful_count = (select count(*) from review_votes where review_id = ${review_id})
    where id = ${review_id} returning helpful_count`.execute(db);
  await invalidate(db, [`product:${review.product_id}`]);
  return { helpful_count: ensure(counted.rows[0]).helpful_count, is_on, product_id: review.product_id };
}
