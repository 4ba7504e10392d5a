import { sendPhoto } from '#web/parts/order/pass/send-photo.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/act-photo-route.ts';
import { personalOrder } from './personal-order.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await personalOrder(found, params.id, request);
  return sendPhoto(found, order.id, params.act, params.position);
}
