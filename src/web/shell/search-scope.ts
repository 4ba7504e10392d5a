import type { CurrentUser } from '#web/signing/auth-store.ts';
import { signedAs } from '#web/signing/signed-mark.ts';

/**
 * S6-03: what a business buyer's browser adds to product queries; '' for everybody else. The server takes the prices from the session all the same:
 * nothing of this gives anybody another price.
 */
export async function searchScope(department_id_1c: string): Promise<string> {
  if (signedAs() !== 'b2b') return '';
  const { auth } = await import('#web/signing/auth.ts');
  if (!auth.get().currentUser) await auth.load();
  return businessScope(auth.get().currentUser, department_id_1c);
}

/** '&domain_id_1c=00131_b2b&buyer_price_column=vologda_b2b'; without a column of their own the branch's holds, and none is named. */
export function businessScope(user: CurrentUser | null, department_id_1c: string): string {
  if (!user?.is_b2b_buyer) return '';
  const query = new URLSearchParams({ domain_id_1c: `${department_id_1c}_b2b` });
  if (user.buyer_price_column) query.set('buyer_price_column', user.buyer_price_column);
  return `&${query}`;
}
