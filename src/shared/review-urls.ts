import { part, productUrl } from './urls.ts';

/** Addresses of reviews and questions: apart from `urls.ts`, because no page needs them at first. */

/**
 * All reviews of a product; `rating` keeps those with so many stars, `photos` those with pictures, `q` those with its
 * words.
 */
export const productReviewsUrl = (slug: string, { rating = 0, photos = false, q = '', page = 1 } = {}) => {
  const query = new URLSearchParams();
  if (rating > 0) query.set('rating', String(rating));
  if (photos) query.set('photos', '1');
  if (q) query.set('q', q);
  if (page > 1) query.set('page', String(page));
  return `${productUrl(slug)}reviews/${query.size > 0 ? `?${query}` : ''}`;
};
export const productQuestionsUrl = (slug: string, page = 1) =>
  `${productUrl(slug)}questions/${page > 1 ? `?page=${page}` : ''}`;
/** The form of a review; `order` and `token` are those of an email's link. */
export const writeReviewUrl = (slug: string, order?: { id: string; token: string | null }) =>
  `/reviews/write/${part(slug)}/${order?.token ? `?order=${part(order.id)}&token=${encodeURIComponent(order.token)}` : ''}`;
/** The received lines of an order, to be reviewed one by one. */
export const orderReviewsUrl = (id: string, token?: string | null) =>
  `/reviews/order/${part(id)}/${token ? `?token=${encodeURIComponent(token)}` : ''}`;
export const askQuestionUrl = (slug: string) => `/reviews/question/${part(slug)}/`;
/** Where the email to a guest who asked leads. */
export const confirmQuestionUrl = (key: string) => `/reviews/confirm/?key=${encodeURIComponent(key)}`;
/** «Полезно» is posted here. */
export const reviewVoteUrl = () => '/reviews/vote/';
