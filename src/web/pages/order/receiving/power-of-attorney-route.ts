import { sendPowerOfAttorney } from '#web/parts/order/receiving/send-power-of-attorney.ts';
import { shop } from '#web/parts/request/context.ts';
import { ownOrder } from '../own-order.ts';
import type { Route } from './+types/power-of-attorney-route.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return sendPowerOfAttorney(found, await ownOrder(found, params.id, request));
}
