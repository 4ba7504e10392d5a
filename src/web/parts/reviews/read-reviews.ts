import type { Rating } from '#modules/catalogue/rating.ts';
import {
  countReviews,
  listQuestions,
  listReviews,
  noReviews,
  type ReviewCounts,
  type ReviewPhoto,
  type ShownQuestion,
  type ShownReview,
} from '#modules/reviews/queries.ts';
import { photoPath } from '#modules/reviews/schema.ts';
import type { Db } from '#platform/database.ts';
import { formatDate } from '#shared/dates.ts';

/** A review as its page prints it: days by the branch's clock. */
export type ReviewView = Omit<ShownReview, 'created_at' | 'replied_at' | 'photos'> & {
  date: string;
  /** 'YYYY-MM-DD' for `datetime` and markup. */
  day: string;
  photos: (Omit<ReviewPhoto, 'id'> & { path: string })[];
};

export type QuestionView = Omit<ShownQuestion, 'created_at' | 'answered_at'> & { date: string; day: string };

/** What the product's page shows of its reviews and questions: the newest few of each. */
export type ReviewBlock = {
  product: { slug: string; name: string };
  rating: Rating | null;
  counts: ReviewCounts;
  reviews: ReviewView[];
  questions: QuestionView[];
  questions_total: number;
};

const shown = { reviews: 5, questions: 4 };

type Product = { id: number; slug: string; name: string; rating: Rating | null };

/**
 * One query each, by index; a product nobody has rated is not asked for reviews. Demonstration reviews give way to the
 * first real one.
 */
export async function readReviewBlock(db: Db, product: Product, time_zone: string): Promise<ReviewBlock> {
  const { rating } = product;
  const [counts, reviews, { questions, total }] = await Promise.all([
    rating ? countReviews(db, product.id, rating.is_demo) : noReviews,
    rating ? listReviews(db, product.id, { is_demo: rating.is_demo, limit: shown.reviews }) : [],
    listQuestions(db, product.id, { limit: shown.questions }),
  ]);
  return {
    product: { slug: product.slug, name: product.name },
    rating,
    counts,
    reviews: reviews.map((review) => reviewView(review, time_zone)),
    questions: questions.map((question) => questionView(question, time_zone)),
    questions_total: total,
  };
}

export function reviewView(review: ShownReview, time_zone: string): ReviewView {
  const { created_at, replied_at: _, photos, ...rest } = review;
  return {
    ...rest,
    ...dayOf(created_at, time_zone),
    photos: photos.map(({ id, width, height }) => ({ path: photoPath(id), width, height })),
  };
}

export function questionView({ created_at, answered_at: _, ...rest }: ShownQuestion, time_zone: string): QuestionView {
  return { ...rest, ...dayOf(created_at, time_zone) };
}

function dayOf(moment: Date, time_zone: string): { date: string; day: string } {
  const date = formatDate(moment, time_zone);
  return { date, day: date.split('.').reverse().join('-') };
}
