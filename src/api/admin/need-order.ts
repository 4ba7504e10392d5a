import type { AuditLine } from '#modules/audit/write-audit.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { isOrderInScope, type OrderScope } from '#modules/orders/staff-orders.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';

/** The order, within the scope. Throws not_found. */
export async function needOrder(db: Db, scope: OrderScope, id: string): Promise<OrderView> {
  if (!(await isOrderInScope(db, scope, id))) throw new Refusal('not_found');
  return ensure(await getOrder(db, id));
}

/** The line of the audit log about an order. */
export function aboutOrder(
  { id, branch }: Pick<OrderView, 'id' | 'branch'>,
  words: string,
  changed: Pick<AuditLine, 'before' | 'after' | 'isAboutPerson'> = {},
): AuditLine {
  return { resource: 'orders', record_id: id, department_id_1c: branch.id_1c, words, ...changed };
}
