import { type RawBuilder, sql } from 'kysely';

/**
 * Goods of the order have left: a part of them or all. Counted by the index of its lines; in a list `exists` would be
 * hashed over the reservations of the whole shop.
 */
export function hasGiven(order_id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select count(*) > 0 from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order_id} and r.why = 'handed_over')`;
}
