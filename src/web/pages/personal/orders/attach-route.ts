import { redirect } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { attachGuestOrders, listAttachable } from '#modules/orders/attach-guest-orders.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { activeOrdersUrl, personalOrderUrl, safeBack } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/attach-route.ts';

export function loader() {
  return redirect(activeOrdersUrl());
}

/**
 * Attaches what the browser's secret opens and what the account's confirmed email ordered. One order opens at once,
 * with its code where it waits to be taken; from several it goes back to the page that offered them.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext } = context.get(shop);
  const account = requireAccount(requestContext, request);
  refuseWhileActing(account);
  const back = safeBack(String((await request.formData()).get('back') ?? ''), activeOrdersUrl());
  const proof = { secret: requestContext.cookies[secretCookie] };
  const attached = await db.transaction().execute(async (db) => {
    const offered = await listAttachable(db, account.user_id, proof);
    const numbers = await attachGuestOrders(db, account.user_id, proof);
    return offered.filter(({ number }) => numbers.includes(number));
  });
  const [only] = attached;
  return redirect(only && attached.length === 1 ? personalOrderUrl(only.id) : back, { status: 303 });
}
