import { getOrder } from '#modules/orders/queries.ts';
import { requireStaff, worksIn } from '#modules/staff/require-staff.ts';
import { sendPhoto } from '#web/parts/order/pass/send-photo.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import type { Route } from './+types/photo-route.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const staff = requireStaff(found.requestContext, 'pickup');
  const order = await getOrder(found.db, params.id);
  if (!order || !worksIn(staff, order.branch.id_1c)) throw notFound();
  return sendPhoto(found, order.id, params.act, params.position);
}
