import { departmentDirectory } from '#modules/departments/directory.ts';
import { type PriceContext, priceContextOf, publicParent } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Scope } from './route.ts';

/**
 * Prices and stock of one branch of the scope: of `asked` (id_1c), else of the main one, else of the first. Throws
 * not_found.
 */
export async function branchContext(db: Db, { branches }: Scope, asked: string | undefined): Promise<PriceContext> {
  const own = (await departmentDirectory(db)).filter(
    ({ id_1c, parent, branch_id_1c }) =>
      parent === publicParent && branch_id_1c === null && (branches === null || branches.includes(id_1c)),
  );
  const chosen = asked ? own.find(({ id_1c }) => id_1c === asked) : (own.find(({ is_main }) => is_main) ?? own[0]);
  if (!chosen) throw new Refusal('not_found');
  return priceContextOf(chosen);
}
