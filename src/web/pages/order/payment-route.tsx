import { guestPaymentUrl, orderUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { PaymentScreen } from '#web/parts/payment/payment-screen.tsx';
import { readPaymentPage } from '#web/parts/payment/read-payment-page.ts';
import { runPaymentAction } from '#web/parts/payment/run-payment-action.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/payment-route.ts';
import { OrderError, orderErrorTitle } from './order-error.tsx';
import { ownOrder } from './own-order.ts';

export const handle = { counted: 'order' } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  {
    title: loaderData
      ? `Оплата заказа ${loaderData.page.number} — ИДД, ${loaderData.page.city}`
      : orderErrorTitle(error),
  },
];

/**
 * The payment of a guest's order, opened like the order itself: by the secret cookie or an email's link, which is kept
 * in all addresses.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const query = new URL(request.url).searchParams;
  return { page: await readPaymentPage(found, order, query), order_url: orderUrl(order.id) + tokenOf(query) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const here = guestPaymentUrl(order.id, new URL(request.url).searchParams.get('token'));
  return runPaymentAction(found, order, await request.formData(), here);
}

export default function GuestPayment({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentScreen {...loaderData} error={actionData?.error ?? null} />;
}

function tokenOf(query: URLSearchParams): string {
  const token = query.get('token');
  return token ? `?token=${encodeURIComponent(token)}` : '';
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderError error={error} />;
}
