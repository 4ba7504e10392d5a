import { sendPowerOfAttorney } from '#web/parts/order/receiving/send-power-of-attorney.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/power-of-attorney-route.ts';
import { personalOrder } from './personal-order.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return sendPowerOfAttorney(found, await personalOrder(found, params.id, request));
}
