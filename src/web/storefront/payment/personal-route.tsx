import { activeOrdersUrl, orderPaymentUrl, personalOrderUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import type { PersonalHandle } from '../personal/layout.tsx';
import { personalOrder } from '../personal/orders/personal-order.ts';
import type { Route } from './+types/personal-route.ts';
import { PaymentScreen } from './payment-screen.tsx';
import { type PaymentPage, readPaymentPage } from './read-payment-page.ts';
import { runPaymentAction } from './run-payment-action.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Оплата заказа ${loaderData.page.number} — ИДД` : 'Оплата — ИДД' },
  { name: 'robots', content: 'noindex' },
];

export const handle: PersonalHandle = {
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
