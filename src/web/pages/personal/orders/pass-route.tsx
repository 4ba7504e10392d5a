import {
  activeOrdersUrl,
  completedOrdersUrl,
  orderPassUrl,
  orderPaymentUrl,
  orderReceivingUrl,
  personalOrderUrl,
} from '#shared/urls.ts';
import { PassScreen } from '#web/parts/order/pass/pass-screen.tsx';
import { type PassPage, readPassPage } from '#web/parts/order/pass/read-pass-page.ts';
import { runPassAction } from '#web/parts/order/pass/run-pass-action.ts';
import { shop } from '#web/parts/request/context.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/pass-route.ts';
import { personalOrder } from './personal-order.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Получение заказа ${loaderData.number} — ИДД` : 'Получение заказа — ИДД' },
];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readPassPage(found, await personalOrder(found, params.id, request));
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await personalOrder(found, params.id, request);
  return runPassAction(found, order, await request.formData(), orderPassUrl(order.id));
}

export const handle = {
  counted: 'order',
  crumbs: ({ id, number, is_active }: PassPage) => ({
    here: 'Пропуск',
    parents: [
      { name: 'Заказы', url: is_active ? activeOrdersUrl() : completedOrdersUrl() },
      { name: `Заказ ${number}`, url: personalOrderUrl(id) },
    ],
  }),
} satisfies PersonalHandle;

export default function PersonalPass({ loaderData, actionData }: Route.ComponentProps) {
  const order = personalOrderUrl(loaderData.id);
  const urls = {
    order,
    receiving: orderReceivingUrl(loaderData.id),
    payment: orderPaymentUrl(loaderData.id),
    photo: (act: string, position: number) => `${order}acts/${act}/${position}/`,
  };
  return <PassScreen pass={loaderData} answer={actionData ?? null} urls={urls} isPersonal />;
}
