import { activeOrdersUrl, completedOrdersUrl, personalOrderUrl } from '#shared/urls.ts';
import { OrderScreen } from '#web/parts/order/order-screen.tsx';
import { type OrderPage, readOrderPage } from '#web/parts/order/read-order-page.ts';
import { runOrderAction } from '#web/parts/order/run-order-action.ts';
import { shop } from '#web/parts/request/context.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/order-route.ts';
import { personalOrder } from './personal-order.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Заказ ${loaderData.number} — ИДД` : 'Заказ — ИДД' },
];

export const handle: PersonalHandle = {
  counted: 'order',
  crumbs: (order: OrderPage) => ({
    here: `Заказ ${order.number}`,
    parents: [{ name: 'Заказы', url: order.is_active ? activeOrdersUrl() : completedOrdersUrl() }],
  }),
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readOrderPage(found, await personalOrder(found, params.id, request));
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await personalOrder(found, params.id, request);
  const form = await request.formData();
  return runOrderAction(found, order, {
    form,
    here: personalOrderUrl(order.id),
    isByEmail: false,
  });
}

export default function PersonalOrder({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderScreen order={loaderData} answer={actionData ?? null} isPersonal />;
}
