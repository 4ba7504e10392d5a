import { orderUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { OrderScreen } from '#web/parts/order/order-screen.tsx';
import { readOrderPage } from '#web/parts/order/read-order-page.ts';
import { runOrderAction } from '#web/parts/order/run-order-action.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/route.ts';
import { OrderError, orderErrorTitle } from './order-error.tsx';
import { cameByEmail, ownOrder } from './own-order.ts';
import { readStaffOrder } from './staff-order.ts';

export const handle = { counted: 'order' } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  { title: loaderData ? `Заказ ${loaderData.number} — ИДД, ${loaderData.city}` : orderErrorTitle(error) },
];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order =
    (await readStaffOrder(found, params.id)) ?? (await readOrderPage(found, await ownOrder(found, params.id, request)));
  return { ...order, may_confirm: order.unconfirmed !== null && (await cameByEmail(found, order.id, request)) };
}

/** Confirming, cancelling and repeating; each asks again whose order it is. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const form = await request.formData();
  const here = orderUrl(order.id) + new URL(request.url).search;
  const isByEmail = await cameByEmail(found, order.id, request);
  return runOrderAction(found, order, { form, here, isByEmail });
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderScreen order={loaderData} mayConfirm={loaderData.may_confirm} answer={actionData ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderError error={error} />;
}
