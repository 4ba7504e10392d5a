import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { resolveDepartment } from '#modules/departments/resolve-department.ts';
import { asLooked } from '#modules/pricing/planned-prices.ts';
import { worksIn } from '#modules/staff/require-staff.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { priceContextForAccount } from '#modules/visitors/resolve-request-context.ts';
import type { ShopPreview } from '#modules/visitors/shop-preview.ts';
import type { Db } from '#platform/database.ts';

/** The price and stock query of S7-10, as clients send it. Only domain_id_1c is obeyed. */
export const priceContextQuery = {
  domain_id_1c: z.string().max(20).optional().describe('Филиал; без него — филиал домена'),
  store: z.string().max(100).optional().describe('Не влияет: склад определяется филиалом'),
  price_column: z.string().max(100).optional().describe('Не влияет: колонка цен определяется филиалом'),
  buyer_price_column: z.string().max(100).optional().describe('Не влияет: колонка покупателя берётся из его входа'),
};

/**
 * The price context a call reads from: the public branch of domain_id_1c, else the host's; an unknown one is refused
 * (404). In a look at the shop, as of its moment. A named store or column changes nothing: those of the branch apply,
 * and the buyer's own column comes from the session (S6-03, S7-10).
 */
export async function priceContextFor(
  db: Db,
  requestContext: RequestContext,
  query: { domain_id_1c?: string | undefined },
): Promise<PriceContext> {
  const department = resolveDepartment(query.domain_id_1c, await departmentDirectory(db), requestContext.department);
  if (department.id_1c === requestContext.department.id_1c) return requestContext.priceContext;
  const priceContext = priceContextForAccount(department, requestContext.account);
  const look = lookFrom(requestContext, department.id_1c);
  return look ? asLooked(db, priceContext, look) : priceContext;
}

/**
 * The look at the shop that a call is made from, for what it asks of this branch; null: from none, or whoever looks
 * does not work there. What is planned in other people's branches is shown as visitors see it.
 */
export function lookFrom({ preview, account }: RequestContext, department_id_1c: string): ShopPreview | null {
  return preview && account?.staff && worksIn(account.staff, department_id_1c) ? preview : null;
}
