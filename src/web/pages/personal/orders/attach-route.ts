import { redirect } from 'react-router';
import { attachGuestOrders } from '#modules/orders/attach-guest-orders.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { activeOrdersUrl, safeBack } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { refuseWhileActing, requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/attach-route.ts';

export function loader() {
  return redirect(activeOrdersUrl());
}

/**
 * Attaches what the browser's secret opens and what the account's confirmed email ordered, then goes back to the page
 * that offered it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext } = context.get(shop);
  const account = requireAccount(requestContext, request);
  refuseWhileActing(account);
  const back = safeBack(String((await request.formData()).get('back') ?? ''), activeOrdersUrl());
  await db
    .transaction()
    .execute((db) => attachGuestOrders(db, account.user_id, { secret: requestContext.cookies[secretCookie] }));
  return redirect(back, { status: 303 });
}
