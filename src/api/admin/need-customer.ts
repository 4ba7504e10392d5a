import type { AuditLine } from '#modules/audit/write-audit.ts';
import { type CustomerView, readCustomer } from '#modules/customers/read-customer.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Scope } from './route.ts';

/** The customer, within the scope. Throws not_found. */
export async function needCustomer(db: Db, { branches }: Scope, id: string): Promise<CustomerView> {
  const customer = await readCustomer(db, id, branches);
  if (!customer) throw new Refusal('not_found');
  return customer;
}

/** The line of the audit log about a customer. */
export function aboutCustomer(
  { id, full_name }: Pick<CustomerView, 'id' | 'full_name'>,
  words: string,
  changed: Pick<AuditLine, 'before' | 'after'> = {},
): AuditLine {
  return {
    resource: 'customers',
    record_id: id,
    isAboutPerson: true,
    ...changed,
    words: `${full_name || 'Покупатель без имени'}: ${words}`,
  };
}
