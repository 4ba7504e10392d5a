import { sendDocument } from '#web/parts/order/send-document.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/document-route.ts';
import { personalOrder } from './personal-order.ts';

/** Papers of the signed-in person's own orders, and of the firm's for those who may see them. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return sendDocument(found, await personalOrder(found, params.id, request), params.file);
}
