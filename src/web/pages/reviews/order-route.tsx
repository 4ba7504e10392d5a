import { ensure } from '#shared/ensure.ts';
import '../../parts/reviews/reviews.css';
import './reviewed.css';
import { Form } from 'react-router';
import { isSilenced, silenceInvitations } from '#modules/reviews/invite-to-review.ts';
import { receivedLinesOf } from '#modules/reviews/proof.ts';
import { listReviewedProducts, type ReviewedProduct } from '#modules/reviews/queries.ts';
import { type ReviewState, reviewStateWords } from '#modules/reviews/schema.ts';
import { findOwnReview } from '#modules/reviews/write-review.ts';
import { formatDate } from '#shared/dates.ts';
import { orderReviewsUrl, writeReviewUrl } from '#shared/review-urls.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/order-route.ts';
import { buyerKey } from './buyer-key.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Отзывы о покупке — ИДД' }];

type ReviewedLine = ReviewedProduct & { own: { state: ReviewState; words: string; rating: number } | null };

/** The received goods of one order, each with its way to a review. Where the email of invitation leads. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const lines = await ownLines(found, params.id, request);
  const first = ensure(lines[0]);
  const token = new URL(request.url).searchParams.get('token');
  const products = await listReviewedProducts(
    db,
    lines.map(({ product_id }) => product_id),
  );
  const rows: ReviewedLine[] = [];
  for (const line of lines) {
    const product = products.find(({ id }) => id === line.product_id);
    if (!product || rows.some(({ slug }) => slug === product.slug)) continue;
    const own = await findOwnReview(db, line);
    rows.push({ ...product, own: own && { state: own.state, words: reviewStateWords[own.state], rating: own.rating } });
  }
  return {
    id: params.id,
    token,
    received: formatDate(first.received_at, requestContext.department.time_zone),
    is_silenced: await isSilenced(db, first.email),
    rows,
  };
}

/** Invitations off and on again for the address of the order. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const found = context.get(shop);
  const [line] = await ownLines(found, params.id, request);
  // S6-05: which emails come to them is the customer's alone.
  if (found.requestContext.account?.acting) throw new PageFailure(403);
  const intent = (await request.formData()).get('intent');
  if (intent !== 'silence' && intent !== 'invite') throw new PageFailure(400);
  await silenceInvitations(found.db, ensure(line).email, intent === 'silence');
  return { notice: intent === 'silence' ? 'Больше не будем присылать такие письма.' : 'Приглашения снова включены.' };
}

export default function OrderReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { id, token, rows, received, is_silenced } = loaderData;
  return (
    <div className="rwrite">
      <h1>Отзывы о покупке</h1>
      <p className="soft">Заказ получен {received}. Отзыв о каждом товаре проверит филиал и напишет вам о решении.</p>
      {actionData ? (
        <Note kind="ok" role="status">
          {actionData.notice}
        </Note>
      ) : null}
      <ul className="sheet rorder">
        {rows.map((row) => (
          <li key={row.slug}>
            <span className="pic">
              {row.image ? <Picture path={row.image} width={64} height={64} alt="" /> : <Icon name="package" />}
            </span>
            <Link className="link" to={productUrl(row.slug)}>
              {unbroken(row.name)}
            </Link>
            {row.own?.state === 'approved' ? (
              <span className="badge badge--ok">{row.own.words}</span>
            ) : (
              <Link
                className={`btn btn--sm ${row.own ? 'btn--line' : 'btn--primary'}`}
                to={writeReviewUrl(row.slug, { id, token })}
                aria-label={`${row.own ? 'Изменить отзыв' : 'Оставить отзыв'}: ${row.name}`}
              >
                {row.own ? 'Изменить отзыв' : 'Оставить отзыв'}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" action={orderReviewsUrl(id, token)} preventScrollReset>
        <button type="submit" className="link" name="intent" value={is_silenced ? 'invite' : 'silence'}>
          {is_silenced ? 'Снова присылать приглашения к отзывам' : 'Не присылать приглашений к отзывам'}
        </button>
      </Form>
    </div>
  );
}

async function ownLines({ db, keys, requestContext }: Shop, id: string, request: Request) {
  const lines = await receivedLinesOf(db, keys, buyerKey(requestContext, request, id), id);
  if (!lines) throw notFound();
  return lines;
}
