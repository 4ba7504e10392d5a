import { useLocation } from 'react-router';
import { guestPassUrl, guestPaymentUrl, guestReceivingUrl, homeCrumb, orderUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { PassScreen } from '#web/parts/order/pass/pass-screen.tsx';
import { readPassPage } from '#web/parts/order/pass/read-pass-page.ts';
import { runPassAction } from '#web/parts/order/pass/run-pass-action.ts';
import { shop } from '#web/parts/request/context.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { OrderError, orderErrorTitle } from '../order-error.tsx';
import { ownOrder } from '../own-order.ts';
import type { Route } from './+types/route.ts';

export const handle = { counted: 'order' } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  { title: loaderData ? `Получение заказа ${loaderData.number} — ИДД` : orderErrorTitle(error) },
];

/** The pass for whoever opened the order as a guest: by the browser's secret or the email's signed link. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readPassPage(found, await ownOrder(found, params.id, request));
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  return runPassAction(found, order, await request.formData(), guestPassUrl(order.id) + new URL(request.url).search);
}

export default function GuestPass({ loaderData, actionData }: Route.ComponentProps) {
  const { device } = useShell();
  const { search } = useLocation();
  const order = orderUrl(loaderData.id);
  const token = new URLSearchParams(search).get('token');
  const urls = {
    order: order + search,
    receiving: guestReceivingUrl(loaderData.id, token),
    payment: guestPaymentUrl(loaderData.id, token),
    photo: (act: string, position: number) => `${order}acts/${act}/${position}/${search}`,
  };
  return (
    <>
      <Breadcrumbs
        crumbs={[homeCrumb, { name: `Заказ ${loaderData.number}`, url: urls.order }]}
        here="Пропуск"
        device={device}
      />
      <PassScreen pass={loaderData} answer={actionData ?? null} urls={urls} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderError error={error} />;
}
