import { sql } from 'kysely';

/** For statements over `orders o`: goods of it have left. */
export const isPartGiven = sql<boolean>`exists (
  select from reservations r join order_lines l on l.id = r.order_line_id where l.order_id = o.id and r.why = 'handed_over')`;
