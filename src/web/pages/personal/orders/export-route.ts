import { listOwnOrders } from '#modules/orders/list-own-orders.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/export-route.ts';
import { filterOf, isOrderGroup, readOrderQuery } from './order-query.ts';
import { orderSheet } from './order-sheet.ts';

/** One file holds no more than this many orders, the newest; a longer list is narrowed by date. */
const mostRows = 10_000;

/** The list under the same filter as an XLSX file. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const account = requireAccount(requestContext, request);
  const { group } = params;
  if (!isOrderGroup(group)) throw notFound();
  const filter = filterOf(group, readOrderQuery(new URL(request.url).searchParams));
  const { orders } = await listOwnOrders(db, account.user_id, { ...filter, page: 1, limit: mostRows });
  return new Response(new Uint8Array(await orderSheet(orders)), {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="orders-${group}.xlsx"`,
    },
  });
}
