import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { resolveDepartment } from '#modules/departments/resolve-department.ts';
import { shelfForAccount } from '#modules/visitors/resolve-visit.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import type { Db } from '#platform/database.ts';

/** The price and stock query of S7-10, as clients send it. Only domain_id_1c is obeyed. */
export const shelfQuery = {
  domain_id_1c: z.string().max(20).optional().describe('Филиал; без него — филиал домена'),
  store: z.string().max(100).optional().describe('Не влияет: склад определяется филиалом'),
  price_column: z.string().max(100).optional().describe('Не влияет: колонка цен определяется филиалом'),
  buyer_price_column: z.string().max(100).optional().describe('Не влияет: колонка покупателя берётся из его входа'),
};

/**
 * The shelf a call reads from: the public branch of domain_id_1c, else the host's; an unknown one is refused (404). A named
 * store or column changes nothing: those of the branch apply, and the buyer's own column comes from the session (S6-03, S7-10).
 */
export async function shelfFor(db: Db, visit: Visit, query: { domain_id_1c?: string | undefined }): Promise<Shelf> {
  const department = resolveDepartment(query.domain_id_1c, await departmentDirectory(db), visit.department);
  return department.id_1c === visit.department.id_1c ? visit.shelf : shelfForAccount(department, visit.account);
}
