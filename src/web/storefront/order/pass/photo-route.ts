import { shop } from '#web/context.ts';
import { ownOrder } from '../own-order.ts';
import type { Route } from './+types/photo-route.ts';
import { sendPhoto } from './send-photo.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  return sendPhoto(found, order.id, params.act, params.position);
}
