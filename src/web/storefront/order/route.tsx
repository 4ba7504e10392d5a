import { data, isRouteErrorResponse } from 'react-router';
import { secretCookie } from '#modules/orders/order-access.ts';
import { getOrderForOwner, type OrderView } from '#modules/orders/queries.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { orderUrl } from '#shared/urls.ts';
import { type Shop, shop } from '#web/context.ts';
import { ErrorPage, errorTitle } from '#web/shell/error-page.tsx';
import type { Route } from './+types/route.ts';
import { LinkRequest } from './link-request.tsx';
import { OrderScreen } from './order-screen.tsx';
import { readOrderPage } from './read-order-page.ts';
import { runOrderAction } from './run-order-action.ts';

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
  return runOrderAction(found, order, form.get('intent'), orderUrl(order.id) + new URL(request.url).search);
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
