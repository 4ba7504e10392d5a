import { data, redirect } from 'react-router';
import { secretCookie } from '#modules/orders/order-access.ts';
import { findOrderId } from '#modules/orders/queries.ts';
import { receivedLinesOf } from '#modules/reviews/proof.ts';
import { orderReviewsUrl } from '#shared/review-urls.ts';
import { findOrderUrl, loginUrl, reviewQrUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/review-route.ts';

/**
 * S2-10: the code on a receipt (number or id of the order) leads its buyer to the reviews of what they received.
 * Whoever cannot show that it is theirs learns the ways to show it, the same for an order that does not exist.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext, keys } = context.get(shop);
  const typed = params.order.toLowerCase();
  const id = await findOrderId(db, typed);
  const key = {
    user_id: requestContext.account?.user_id ?? null,
    secret: requestContext.cookies[secretCookie] ?? null,
    order_id: id,
    token: null,
  };
  const lines = id && (await receivedLinesOf(db, keys, key, id));
  if (id && lines) return redirect(orderReviewsUrl(id), 302);
  const is_signed = requestContext.account !== null;
  return data({ is_signed, login_url: loginUrl(reviewQrUrl(typed)) }, { status: 404 });
}

export const meta: Route.MetaFunction = () => [{ title: 'Отзыв о покупке — ИДД' }];

export default function ReviewCode({ loaderData }: Route.ComponentProps) {
  return (
    <div className="qrtask">
      <h1>Отзыв о покупке</h1>
      <p>
        {loaderData.is_signed
          ? 'В этом кабинете такой полученной покупки нет. Если заказывали без кабинета, откройте ссылку из письма о заказе.'
          : 'Отзыв может оставить только покупатель. Войдите в кабинет, в котором оформлен заказ, или откройте ссылку из письма о заказе.'}
      </p>
      <div className="qrtask__buttons">
        {loaderData.is_signed ? null : (
          <a className="btn btn--primary btn--lg" href={loaderData.login_url}>
            Войти
          </a>
        )}
        <a className="btn btn--quiet btn--lg" href={findOrderUrl()}>
          Получить ссылку на заказ
        </a>
      </div>
    </div>
  );
}
