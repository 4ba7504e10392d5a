import type { AuditLine } from '#modules/audit/write-audit.ts';
import { type CompanyView, readCompany } from '#modules/customers/read-company.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Scope } from './route.ts';

/** The firm, within the scope. Throws not_found. */
export async function needCompany(db: Db, { branches }: Scope, id: number): Promise<CompanyView> {
  const company = await readCompany(db, id, branches);
  if (!company) throw new Refusal('not_found');
  return company;
}

/** The line of the audit log about a firm; of its people it is one about persons. */
export function aboutCompany(
  { id, name }: Pick<CompanyView, 'id' | 'name'>,
  words: string,
  changed: Pick<AuditLine, 'before' | 'after' | 'isAboutPerson'> = {},
): AuditLine {
  return { resource: 'companies', record_id: id, words: `${name}: ${words}`, ...changed };
}
