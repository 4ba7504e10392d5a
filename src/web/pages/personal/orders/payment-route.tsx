import { activeOrdersUrl, orderPaymentUrl, personalOrderUrl } from '#shared/urls.ts';
import { PaymentScreen } from '#web/parts/payment/payment-screen.tsx';
import { type PaymentPage, readPaymentPage } from '#web/parts/payment/read-payment-page.ts';
import { runPaymentAction } from '#web/parts/payment/run-payment-action.ts';
import { shop } from '#web/parts/request/context.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/payment-route.ts';
import { personalOrder } from './personal-order.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Оплата заказа ${loaderData.page.number} — ИДД` : 'Оплата — ИДД' },
];

export const handle: PersonalHandle = {
  counted: 'order',
  crumbs: ({ page }: { page: PaymentPage }) => ({
    here: 'Оплата',
    parents: [
      { name: 'Заказы', url: activeOrdersUrl() },
      { name: `Заказ ${page.number}`, url: personalOrderUrl(page.id) },
    ],
  }),
};

/** S2-19: the payment of one's own order; a firm's order may be paid by any of its members who may see it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await personalOrder(found, params.id, request);
  const query = new URL(request.url).searchParams;
  return { page: await readPaymentPage(found, order, query), order_url: personalOrderUrl(order.id) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await personalOrder(found, params.id, request);
  return runPaymentAction(found, order, await request.formData(), orderPaymentUrl(order.id));
}

export default function PersonalPayment({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentScreen {...loaderData} error={actionData?.error ?? null} isPersonal />;
}
