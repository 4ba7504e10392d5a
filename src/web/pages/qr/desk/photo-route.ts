import { isOrderOf } from '#modules/orders/staff-orders.ts';
import { ownBranches, requireStaff } from '#modules/staff/require-staff.ts';
import { sendPhoto } from '#web/parts/order/pass/send-photo.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import type { Route } from './+types/photo-route.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const staff = requireStaff(found.requestContext, 'pickup');
  if (!(await isOrderOf(found.db, ownBranches(staff), params.id))) throw notFound();
  return sendPhoto(found, params.id, params.act, params.position);
}
