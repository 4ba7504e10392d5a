import { z } from 'zod';
import { inviteToReview } from '#modules/reviews/invite-to-review.ts';
import { placePhotos } from '#modules/reviews/photos.ts';
import type { Task } from './tasks.ts';

const PhotosPayload = z.object({ review_id: z.int() });

/** Photos of a review appear with it and go with it. */
export const placeReviewPhotos: Task = async (payload, { db, config }) => {
  const { review_id } = PhotosPayload.parse(payload);
  await db.transaction().execute((db) => placePhotos(db, config.DATA_DIR, review_id));
};

/** Daily, in the daytime of every branch. */
export const inviteReviewers: Task = async (_payload, { db, keys, log }) => {
  const emails = await db.transaction().execute((db) => inviteToReview(db, keys));
  if (emails > 0) log.info({ emails }, 'invitations to review were written');
};
