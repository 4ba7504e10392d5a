import { PageLink } from '../parts/page-link.tsx';
import { useCan } from '../session/session.ts';
import type { OrderRecord } from './order-types.ts';

/** Where an order is changed that 1C has been given: whoever works there meanwhile will meet the change. */
export function OnecNote({ order }: { order: OrderRecord }) {
  const canSee = useCan('exchange.read');
  if (order.onec_handed_at === null) return null;
  return (
    <p className="note">
      Заказ уже передан в 1С: после изменения он уйдёт ещё раз.{' '}
      {canSee ? <PageLink to="/onec/orders">Заказы в 1С</PageLink> : null}
    </p>
  );
}
