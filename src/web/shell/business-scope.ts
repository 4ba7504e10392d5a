import type { CurrentUser } from '#web/signing/auth-store.ts';

/** '&domain_id_1c=00131_b2b&buyer_price_column=vologda_b2b'; without a column of their own the branch's holds, and none is named. */
export function businessScope(user: CurrentUser | null, department_id_1c: string): string {
  if (!user?.is_b2b_buyer) return '';
  const query = new URLSearchParams({ domain_id_1c: `${department_id_1c}_b2b` });
  if (user.buyer_price_column) query.set('buyer_price_column', user.buyer_price_column);
  return `&${query}`;
}
