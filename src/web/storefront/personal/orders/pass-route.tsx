import { activeOrdersUrl, completedOrdersUrl, orderPassUrl, personalOrderUrl, personalUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { PassScreen } from '../../order/pass/pass-screen.tsx';
import { readPassPage } from '../../order/pass/read-pass-page.ts';
import { runPassAction } from '../../order/pass/run-pass-action.ts';
import type { Route } from './+types/pass-route.ts';
import { personalOrder } from './personal-order.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Получение заказа ${loaderData.number} — ИДД` : 'Получение заказа — ИДД' },
  { name: 'robots', content: 'noindex' },
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

export default function PersonalPass({ loaderData, actionData }: Route.ComponentProps) {
  const crumbs = [
    { name: 'Личный кабинет', url: personalUrl() },
    { name: 'Заказы', url: loaderData.is_active ? activeOrdersUrl() : completedOrdersUrl() },
    { name: `Заказ ${loaderData.number}`, url: personalOrderUrl(loaderData.id) },
  ];
  return (
    <PassScreen
      pass={loaderData}
      answer={actionData ?? null}
      crumbs={crumbs}
      urls={{
        order: personalOrderUrl(loaderData.id),
        photo: (act, position) => `${personalOrderUrl(loaderData.id)}acts/${act}/${position}/`,
      }}
    />
  );
}
