import '../../parts/reviews/reviews.css';
import './reviewed.css';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { giveConsent } from '#modules/consents/consents.ts';
import { remakePhoto, removePhotos } from '#modules/reviews/photos.ts';
import { findReceivedLine } from '#modules/reviews/proof.ts';
import { findReviewedProduct, listReviews } from '#modules/reviews/queries.ts';
import { photosArea, sentReviewForm } from '#modules/reviews/schema.ts';
import { findOwnReview, takeReviewLimit, writeReview } from '#modules/reviews/write-review.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { checkForm } from '#platform/check-form.ts';
import { networkOf } from '#platform/networks.ts';
import { storePrivateFile } from '#platform/private-files.ts';
import { formatDate } from '#shared/dates.ts';
import { writeReviewUrl } from '#shared/review-urls.ts';
import { untilWords } from '#shared/until-words.ts';
import { answerForm, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { readSentFiles } from '#web/parts/request/sent-files.ts';
import { reviewView } from '#web/parts/reviews/read-reviews.ts';
import type { Route } from './+types/write-route.ts';
import { buyerKey, offeredName } from './buyer-key.ts';
import { WriteScreen } from './write-screen.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Отзыв: ${loaderData.product.name}` : 'Отзыв'} — ИДД` },
];

/** The form of a review for whoever received the product; everybody else is told how to come to it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const { product, line } = await readProof(found, params.slug, request);
  const [own, { photos }, reviews] = await Promise.all([
    line && findOwnReview(db, line),
    readSetting(db, 'review_terms'),
    latestOf(found, product.id),
  ]);
  const query = new URL(request.url).searchParams;
  return {
    device: requestContext.device,
    product,
    photos,
    reviews,
    is_signed_in: requestContext.account !== null,
    is_done: query.get('done') === 'review',
    line: line && {
      received: formatDate(line.received_at, requestContext.department.time_zone),
      needs_consent: line.user_id === null,
      name: offeredName(requestContext.account?.full_name || line.name),
      email: line.user_id === null ? line.email : null,
    },
    own,
    due: own?.due_at && own.state === 'new' ? untilWords(own.due_at, requestContext.department.time_zone) : null,
  };
}

export type WritePage = Awaited<ReturnType<typeof loader>>;

export async function action({ context, params, request }: Route.ActionArgs) {
  const found = context.get(shop);
  const { db, requestContext, config } = found;
  const { product, line } = await readProof(found, params.slug, request);
  if (!line) throw new PageFailure(403);
  const form = await request.formData();
  const search = new URL(request.url).searchParams;
  const order = search.get('order');
  const token = search.get('token');
  const way: Record<string, string> = order && token ? { order, token } : {};
  return answerForm(
    writeReviewUrl(product.slug),
    'review',
    form,
    async () => {
      if (requestContext.account) refuseWhileActing(requestContext.account);
      const needsConsent = line.user_id === null;
      const { photos: most } = await readSetting(db, 'review_terms');
      const fields = checkForm(sentReviewForm(needsConsent, most), form);
      await takeReviewLimit(db, line.email);
      const sent = await readSentFiles(form, 'photos', { only: 'photos' });
      const photos: Awaited<ReturnType<typeof remakePhoto>>[] = [];
      for (const { bytes } of sent) photos.push(await remakePhoto(bytes, networkOf(requestContext.address)));
      const requester = { department_id_1c: requestContext.department.id_1c, origin: requestContext.origin };
      try {
        for (const { id, bytes } of photos) await storePrivateFile(config.DATA_DIR, photosArea, id, bytes);
        const { dropped } = await db.transaction().execute(async (db) => {
          if (needsConsent)
            await giveConsent(db, {
              purpose: 'personal_data',
              form: 'review',
              subject: line.email,
              address: requestContext.address,
              user_id: null,
            });
          const kept = photos.map(({ bytes: _, ...photo }) => photo);
          return writeReview(db, requester, line, fields, { photos: kept, dropsPhotos: form.has('drop_photos') });
        });
        await removePhotos(config.DATA_DIR, dropped);
      } catch (error) {
        await removePhotos(
          config.DATA_DIR,
          photos.map(({ id }) => id),
        );
        throw error;
      }
    },
    way,
  );
}

export default function WriteReview({ loaderData, actionData }: Route.ComponentProps) {
  return <WriteScreen page={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}

/** So many of others' stand beside the form. */
const shownReviews = 2;

/** Those of the demonstration until somebody has written. */
async function latestOf({ db, requestContext }: Shop, product_id: number) {
  const of = (is_demo: boolean) => listReviews(db, product_id, { is_demo, limit: shownReviews });
  const written = await of(false);
  const shown = written.length > 0 ? written : await of(true);
  return shown.map((review) => reviewView(review, requestContext.department.time_zone));
}

async function readProof({ db, keys, requestContext }: Shop, slug: string, request: Request) {
  const product = await findReviewedProduct(db, slug);
  if (!product) throw notFound();
  return { product, line: await findReceivedLine(db, keys, buyerKey(requestContext, request), product.id) };
}
