import { auth } from '#web/signing/auth.ts';
import { businessScope } from './business-scope.ts';

/**
 * S6-03: what the browser of a business buyer (`signedAs`) adds to product queries. The server takes the prices from the session all the same:
 * nothing of this gives anybody another price.
 */
export async function searchScope(department_id_1c: string): Promise<string> {
  if (!auth.get().currentUser) await auth.load();
  return businessScope(auth.get().currentUser, department_id_1c);
}
