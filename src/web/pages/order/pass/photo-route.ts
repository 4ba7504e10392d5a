import { sendPhoto } from '#web/parts/order/pass/send-photo.ts';
import { shop } from '#web/parts/request/context.ts';
import { ownOrder } from '../own-order.ts';
import type { Route } from './+types/photo-route.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  return sendPhoto(found, order.id, params.act, params.position);
}
