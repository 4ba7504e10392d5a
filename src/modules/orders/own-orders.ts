import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { OrderState, PaymentMethod, PaymentState, ReceivingType } from '#shared/order-states.ts';
import { ownedBy } from './order-access.ts';

/** An order as the personal area lists it. Money in kopecks. */
export type OwnOrder = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  receiving_type: ReceivingType;
  created_at: Date;
  /** Where it is picked up or brought to. */
  place: string;
  time_zone: string;
  company_name: string | null;
  total: number;
  delivery_price: number | null;
  lines_count: number;
  /** Until when the goods stay reserved; null: no term runs. */
  reserved_until: Date | null;
};

export type OwnOrdersFilter = {
  state: OrderState[];
  /** Only those to be paid by an invoice that is not paid yet. */
  is_unpaid_invoice?: boolean;
  limit: number;
};

/** The orders a signed-in person may see (`ownedBy`), newest first. */
export async function listOwnOrders(db: Db, user_id: string, filter: OwnOrdersFilter): Promise<OwnOrder[]> {
  const unpaid = filter.is_unpaid_invoice
    ? sql`and o.payment_method = 'invoice' and o.payment_state in ('unpaid', 'pending')`
    : sql``;
  const { rows } = await sql<OwnOrder>`
    select o.id, o.number, o.state, o.payment_state, o.payment_method, o.receiving_type, o.created_at, b.time_zone, o.company_name,
      case when o.receiving_type = 'pickup' then p.city || ', ' || p.address else coalesce(o.delivery_address, '') end as place,
      o.total, o.delivery_price, (select count(*)::int from order_lines where order_id = o.id) as lines_count,
      (select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
        where l.order_id = o.id and r.ended_at is null) as reserved_until
    from orders o join departments b on b.id_1c = o.department_id_1c
    left join departments p on p.id_1c = o.pickup_department_id_1c
    where ${ownedBy(user_id)} and o.state = any(${filter.state}::text[]) ${unpaid}
    order by o.created_at desc, o.number desc limit ${filter.limit}`.execute(db);
  return rows;
}
