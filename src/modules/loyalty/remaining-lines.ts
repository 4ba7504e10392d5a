import { sql } from 'kysely';

/**
 * The lines of an order with what of them was not given back for money: `count` of the `ordered` sales units. Money
 * paid twice goes back without goods; a refund that names no lines gave the whole payment back.
 */
export const remainingLines = (order_id: string) => sql`
  select l.position, l.count as ordered, l.sum, l.old_price, l.bonus_discount,
    case when exists (select from refunds r join payments p on p.id = r.payment_id
        where p.order_id = l.order_id and r.state = 'succeeded' and r.reason <> 'duplicate' and r.lines = '[]') then 0
      else greatest(l.count - coalesce(back.count, 0), 0) end as count
  from order_lines l left join (
    select (line ->> 'position')::int as position, sum((line ->> 'count')::int) as count
    from refunds r join payments p on p.id = r.payment_id, jsonb_array_elements(r.lines) line
    where p.order_id = ${order_id}::uuid and r.state = 'succeeded' and r.reason <> 'duplicate' group by 1
  ) back on back.position = l.position
  where l.order_id = ${order_id}::uuid`;
