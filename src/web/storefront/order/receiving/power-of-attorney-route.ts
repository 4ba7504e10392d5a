import { shop } from '#web/context.ts';
import { ownOrder } from '../own-order.ts';
import type { Route } from './+types/power-of-attorney-route.ts';
import { sendPowerOfAttorney } from './send-power-of-attorney.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return sendPowerOfAttorney(found, await ownOrder(found, params.id, request));
}
