import { randomUUID } from 'node:crypto';
import { data, isRouteErrorResponse, redirect } from 'react-router';
import { type GuestCart, readGuestCart, withLine } from '#modules/cart/guest-cart.ts';
import { guestCartCookies } from '#modules/cart/guest-cart-cookies.ts';
import { cancelByBuyer } from '#modules/orders/move-order.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { getOrderForOwner, type OrderView } from '#modules/orders/queries.ts';
import { Refusal } from '#platform/refusal.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { cartUrl, orderUrl } from '#shared/urls.ts';
import { type Shop, shop } from '#web/context.ts';
import { ErrorPage, errorTitle } from '#web/shell/error-page.tsx';
import type { Route } from './+types/route.ts';
import { LinkRequest } from './link-request.tsx';
import { OrderScreen } from './order-screen.tsx';
import { readOrderPage } from './read-order-page.ts';

export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  { title: loaderData ? `Заказ ${loaderData.number} — ИДД, ${loaderData.city}` : errorTitle(error) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readOrderPage(found, await ownOrder(found, params.id, request));
}

/** Cancelling and repeating; both ask again whose order it is. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const form = await request.formData();
  switch (form.get('intent')) {
    case 'cancel':
      return cancel(found, order, request);
    case 'repeat':
      return repeat(found, order);
    default:
      throw data(null, { status: 400 });
  }
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderScreen order={loaderData} error={actionData?.error ?? null} />;
}

/** A stranger sees the page of an address that does not exist; a guest who lost the browser asks there for a fresh link. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <ErrorPage error={error} />
      {isRouteErrorResponse(error) && error.status === 404 ? <LinkRequest /> : null}
    </>
  );
}

/** S2-06: the order for the guest's secret or the letter's signed link; for anybody else it does not exist. */
async function ownOrder({ db, config, visit }: Shop, id: string, request: Request): Promise<OrderView> {
  const token = new URL(request.url).searchParams.get('token');
  const keys = await secretKeys(db, config.SECRET_KEYS);
  const key = { user_id: visit.account?.user_id, secret: visit.cookies[secretCookie], token };
  const order = await getOrderForOwner(db, id, key, keys);
  if (!order) throw data(null, { status: 404 });
  return order;
}

async function cancel({ db }: Shop, order: OrderView, request: Request) {
  try {
    await db
      .transaction()
      .execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель', why: 'по просьбе покупателя' }));
  } catch (error) {
    if (error instanceof Refusal) return data({ error: error.message }, { status: error.status });
    throw error;
  }
  return redirect(orderUrl(order.id) + new URL(request.url).search, { status: 303 });
}

/** Puts the order's lines into the cart as they were; what cannot be bought now is named there. */
async function repeat({ visit, config }: Shop, order: OrderView) {
  const before = readGuestCart(visit.cookies, visit.visitor);
  try {
    const cart = order.lines.reduce<GuestCart>(
      (grown, line) =>
        grown.lines.some((other) => other.product_id === line.product_id)
          ? grown
          : withLine(grown, line.product_id, line.count),
      before,
    );
    const visitor = before.visitor ?? randomUUID();
    const headers = new Headers();
    for (const cookie of guestCartCookies(visit, config.MAIN_DOMAIN, { ...cart, visitor })) {
      headers.append('Set-Cookie', cookie);
    }
    return redirect(cartUrl(), { status: 303, headers });
  } catch (error) {
    if (error instanceof Refusal) return data({ error: error.message }, { status: error.status });
    throw error;
  }
}
