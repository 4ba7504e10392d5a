import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { OrderBuyer } from './place-order.ts';

/** The signed-in person as an order's buyer; null for a guest. */
export function buyerOf(account: SignedIn | null): OrderBuyer | null {
  if (!account) return null;
  const { user_id, company, acting, staff } = account;
  return {
    user_id,
    company: company && { id: company.id, name: company.name, inn: company.inn, role: company.role },
    placed_by: acting && staff && { user_id: staff.user_id, name: acting.staff_name },
  };
}
