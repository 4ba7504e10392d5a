import { sql } from 'kysely';
import { readSetting } from '#modules/settings/read-setting.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { writeBranchEmail } from './messages/emails.ts';
import { promisedTime } from './promised-time.ts';
import type { ReceivedLine } from './proof.ts';
import { type ReviewFields, reviewForm, type StoredPhoto } from './schema.ts';

/** Where it is written: the branch whose people decide on it, and the site that emails lead back to. */
export type ReviewRequester = { department_id_1c: string; origin: string };

/** A person's own review of a product as its form shows it again. */
export type OwnReview = {
  id: number;
  state: 'new' | 'approved' | 'refused';
  reason: string;
  rating: number;
  text: string;
  pros: string;
  cons: string;
  author_name: string;
  /** Until when a decision was promised. */
  due_at: Date | null;
  photos: number;
};

/** The review this buyer has written of the product, as account or as guest of the same address; null: none yet. */
export async function findOwnReview(
  db: Db,
  buyer: Pick<ReceivedLine, 'user_id' | 'email' | 'product_id'>,
): Promise<OwnReview | null> {
  const { rows } = await sql<OwnReview>`
    select r.id, r.state, r.reason, r.rating, r.text, r.pros, r.cons, r.author_name, r.due_at,
      (select count(*)::int from review_photos where review_id = r.id) as photos
    from reviews r where r.product_id = ${buyer.product_id} and ${isBuyers(buyer)} order by r.id limit 1`.execute(db);
  return rows[0] ?? null;
}

const noPhotos = 'Фотографии к отзывам магазин не принимает';
const dailyLimit = { max: 20, windowSeconds: 86_400 } as const;

/** Counts one sent review of this address; throws too_many. Call it outside the transaction that stores the review. */
export async function takeReviewLimit(db: Db, email: string): Promise<void> {
  const wait = await takeLimit(db, 'reviews', email, dailyLimit.max, dailyLimit.windowSeconds);
  if (wait > 0) throw tooMany(wait, 'Слишком много отзывов за сутки. Продолжите завтра');
}

/**
 * Keeps the review of a buyer until it is decided on; one person has one of a product, and writing again replaces it.
 * New photos stand beside the old ones unless `dropsPhotos`. `line` is the proof. Returns the ids of photos whose bytes
 * are to be removed after the commit. Throws bad_input with the words by field, review_decided for one that is
 * published already.
 */
export async function writeReview(
  db: Db,
  requester: ReviewRequester,
  line: ReceivedLine,
  fields: ReviewFields,
  { photos, dropsPhotos }: { photos: StoredPhoto[]; dropsPhotos: boolean },
  now = new Date(),
): Promise<{ id: number; dropped: string[] }> {
  const { rating, ...texts } = checkForm(reviewForm, fields);
  const own = await findOwnReview(db, line);
  if (own?.state === 'approved') throw new Refusal('review_decided');
  const kept = own && !dropsPhotos ? own.photos : 0;
  const { photos: most } = await readSetting(db, 'review_terms');
  // What was taken while more were allowed stays.
  if (photos.length > 0 && kept + photos.length > most)
    throw new Refusal('bad_input', {
      fields: { photos: most > 0 ? `Не больше ${countOf(most, 'фотографии', 'фотографий', 'фотографий')}` : noPhotos },
    });
  const values = {
    rating: Number(rating),
    ...texts,
    changed_at: now,
    due_at: await promisedTime(db, requester.department_id_1c, 'review', now),
  };
  const id = own ? await change(db, own.id, values) : await insert(db, requester, line, values);
  const dropped = dropsPhotos && own ? await dropPhotos(db, id) : [];
  if (photos.length > 0) {
    const rows = photos.map(({ id: photo, width, height, size }, at) => {
      return { id: photo, review_id: id, position: kept + at, width, height, size };
    });
    await db.insertInto('review_photos').values(rows).execute();
  }
  await writeBranchEmail(db, { kind: 'review', id }, `review ${id} written ${now.toISOString()}`);
  return { id, dropped };
}

type Values = Pick<OwnReview, 'rating' | 'text' | 'pros' | 'cons' | 'author_name' | 'due_at'> & { changed_at: Date };

async function insert(db: Db, requester: ReviewRequester, line: ReceivedLine, values: Values): Promise<number> {
  const row = await db
    .insertInto('reviews')
    .values({
      ...values,
      product_id: line.product_id,
      user_id: line.user_id,
      email: line.user_id === null ? line.email : null,
      order_line_id: line.order_line_id,
      department_id_1c: requester.department_id_1c,
      origin: requester.origin,
      created_at: values.changed_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Sent twice at once: the other one was first.
  if (!row) throw new Refusal('review_decided', {}, 'Этот отзыв уже отправлен');
  return row.id;
}

async function change(db: Db, id: number, values: Values): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ ...values, state: 'new', reason: '', decided_at: null })
    .where('id', '=', id)
    .where('state', '!=', 'approved')
    .executeTakeFirst();
  if (!numUpdatedRows) throw new Refusal('review_decided');
  return id;
}

async function dropPhotos(db: Db, review_id: number): Promise<string[]> {
  const rows = await db.deleteFrom('review_photos').where('review_id', '=', review_id).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** A guest's and an account's review are one person's when the account has proved the guest's address. */
function isBuyers({ user_id, email }: Pick<ReceivedLine, 'user_id' | 'email'>) {
  return user_id === null
    ? sql<boolean>`(r.user_id is null and r.email = ${email} or r.user_id in (
        select user_id from contacts where type = 'email' and value = ${email} and confirmed_at is not null))`
    : sql<boolean>`(r.user_id = ${user_id}::uuid or r.user_id is null and r.email in (
        select value from contacts where user_id = ${user_id}::uuid and type = 'email' and confirmed_at is not null))`;
}
