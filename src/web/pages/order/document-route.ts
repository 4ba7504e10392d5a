import { sendDocument } from '#web/parts/order/send-document.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/document-route.ts';
import { ownOrder } from './own-order.ts';

/** Papers of an order for whoever may open its page: the guest's browser, the email's link, the account. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return sendDocument(found, await ownOrder(found, params.id, request), params.file);
}
