import { sql } from 'kysely';
import { listGuestOrders, listOwnOrders } from '#modules/orders/list-own-orders.ts';
import type { Db } from '#platform/database.ts';

/** The visitor's orders that lie ready at this very point: of the account, else of the browser's secret. */
export async function readyOrdersAt(
  db: Db,
  id_1c: string,
  { user_id, secret }: { user_id: string | null; secret: string | null },
): Promise<{ id: string; number: number }[]> {
  const ready = { states: ['ready'], page: 1, limit: 20 } as const;
  const { orders } = user_id
    ? await listOwnOrders(db, user_id, ready)
    : secret
      ? await listGuestOrders(db, secret, ready)
      : { orders: [] };
  if (orders.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = any(${orders.map(({ id }) => id)}::uuid[]) and pickup_department_id_1c = ${id_1c}`.execute(
    db,
  );
  const here = new Set(rows.map(({ id }) => id));
  return orders.flatMap(({ id, number }) => (here.has(id) ? [{ id, number }] : []));
}
