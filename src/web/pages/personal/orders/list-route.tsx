import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/list-route.ts';
import { OrderList } from './order-list.tsx';
import { isOrderGroup, readOrderQuery } from './order-query.ts';
import { readOrderList } from './read-order-list.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.group === 'completed' ? 'Завершённые' : 'Активные'} заказы — ИДД` },
];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Заказы' }) };

/** S2-18: /personal/orders/active/ and /personal/orders/completed/. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const account = requireAccount(found.requestContext, request);
  const { pathname, searchParams } = new URL(request.url);
  const group = pathname.replace(/\.data$/, '').split('/')[3];
  const page = Number(searchParams.get('page') ?? 1);
  if (!isOrderGroup(group) || !Number.isInteger(page) || page < 1 || page > 1_000_000) throw notFound();
  const list = await readOrderList(found, account, group, readOrderQuery(searchParams), page);
  if (!list) throw notFound();
  return list;
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  return <OrderList list={loaderData} />;
}
