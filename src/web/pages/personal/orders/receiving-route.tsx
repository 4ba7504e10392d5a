import { activeOrdersUrl, orderReceivingUrl, personalOrderUrl } from '#shared/urls.ts';
import { type ReceivingPage, readReceivingPage } from '#web/parts/order/receiving/read-receiving-page.ts';
import { runReceivingAction } from '#web/parts/order/receiving/receiving-action.ts';
import { ReceivingScreen } from '#web/parts/order/receiving/receiving-screen.tsx';
import { shop } from '#web/parts/request/context.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/receiving-route.ts';
import { personalOrder } from './personal-order.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Получение заказа ${loaderData.number} — ИДД` : 'Получение заказа — ИДД' },
];

export const handle: PersonalHandle = {
  counted: 'order',
  crumbs: (page: ReceivingPage) => ({
    here: 'Получение',
    parents: [
      { name: 'Заказы', url: activeOrdersUrl() },
      { name: `Заказ ${page.number}`, url: personalOrderUrl(page.id) },
    ],
  }),
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readReceivingPage(found, await personalOrder(found, params.id, request));
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await personalOrder(found, params.id, request);
  return runReceivingAction(found, order, await request.formData(), orderReceivingUrl(order.id));
}

export default function PersonalReceiving({ loaderData, actionData }: Route.ComponentProps) {
  return <ReceivingScreen loaded={loaderData} sent={actionData ?? null} isPersonal />;
}
