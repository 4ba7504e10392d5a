import { guestReceivingUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { readReceivingPage } from '#web/parts/order/receiving/read-receiving-page.ts';
import { runReceivingAction } from '#web/parts/order/receiving/receiving-action.ts';
import { ReceivingScreen } from '#web/parts/order/receiving/receiving-screen.tsx';
import { shop } from '#web/parts/request/context.ts';
import { OrderError, orderErrorTitle } from '../order-error.tsx';
import { ownOrder } from '../own-order.ts';
import type { Route } from './+types/route.ts';

export const handle = { counted: 'order' } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  { title: loaderData ? `Получение заказа ${loaderData.number} — ИДД` : orderErrorTitle(error) },
];

/** Receiving for whoever the order's own page opens for: the guest's browser, the email's link, the account. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readReceivingPage(found, await ownOrder(found, params.id, request));
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const token = new URL(request.url).searchParams.get('token');
  return runReceivingAction(found, order, await request.formData(), guestReceivingUrl(order.id, token));
}

export default function OrderReceiving({ loaderData, actionData }: Route.ComponentProps) {
  return <ReceivingScreen loaded={loaderData} sent={actionData ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderError error={error} />;
}
