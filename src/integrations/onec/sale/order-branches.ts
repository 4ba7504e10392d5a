import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isWaiting, nodeOfOrder } from './hand-over-orders.ts';

/** Which base of 1C gets the orders of a branch. */
export type OrderBranch = {
  /** id_1c of the branch, and its city. */
  id: string;
  name: string;
  /** null: no base has asked for orders yet. */
  node_id: number | null;
  node: string | null;
  /** Whether the node may connect; null: there is none. */
  is_on: boolean | null;
  /** The owner has said so; else it is the base that was the first to ask. */
  is_chosen: boolean;
  /** Orders that wait for it. */
  waiting: number;
};

/** Every branch with the base that gets its orders, by city. */
export async function listOrderBranches(db: Db): Promise<OrderBranch[]> {
  const { rows } = await sql<OrderBranch>`
    select branch.id, branch.name, n.id as node_id, n.name as node, n.is_on, branch.is_chosen,
      (select count(*) from orders o left join onec_orders x on x.order_id = o.id and x.node_id = n.id
        where o.department_id_1c = branch.id and o.state not in ('completed', 'cancelled') and ${isWaiting}) as waiting
    from (
      select o.department_id_1c as id, o.name, ${nodeOfOrder} as node_id,
        exists (select from onec_order_branches b where b.department_id_1c = o.department_id_1c) as is_chosen
      from (select id_1c as department_id_1c, name_for_site as name from departments where not is_pick_up_point) o
    ) branch left join onec_nodes n on n.id = branch.node_id
    order by branch.name`.execute(db);
  return rows;
}

/**
 * The orders of these branches (id_1c) go to that node from now on, also those that still go on, whatever another base
 * has had of them; null: to whichever base asked first. Throws bad_input {fields.node_id, fields.branches}.
 */
export async function sendBranchesTo(db: Db, branches: string[], node_id: number | null): Promise<void> {
  const known = await db
    .selectFrom('departments')
    .select('id_1c')
    .where('id_1c', 'in', ['', ...branches])
    .where('is_pick_up_point', '=', false)
    .execute();
  if (branches.length === 0 || new Set(branches).size !== known.length)
    throw new Refusal('bad_input', { fields: { branches: 'Такого филиала нет' } });
  if (node_id === null) {
    await db.deleteFrom('onec_order_branches').where('department_id_1c', 'in', branches).execute();
    return;
  }
  const node = await db.selectFrom('onec_nodes').select('id').where('id', '=', node_id).executeTakeFirst();
  if (!node) throw new Refusal('bad_input', { fields: { node_id: 'Такого узла обмена нет' } });
  await db
    .insertInto('onec_order_branches')
    .values(branches.map((department_id_1c) => ({ department_id_1c, node_id })))
    .onConflict((conflict) => conflict.column('department_id_1c').doUpdateSet({ node_id }))
    .execute();
}
