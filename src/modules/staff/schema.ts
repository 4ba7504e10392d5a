import type { StaffRole } from '#modules/accounts/signed-in.ts';

/** S6-05: rights of staff, each for itself: the owner, too, acts as a customer only with `login_by_user`. */
export const staffRoleWords = {
  owner: 'владелец',
  content: 'контент',
  orders: 'заказы',
  support: 'поддержка',
  pickup: 'выдача',
  login_by_user: 'вход за покупателя',
} as const satisfies Record<StaffRole, string>;

export const staffRoles = Object.keys(staffRoleWords) as StaffRole[];

export function isStaffRole(word: string): word is StaffRole {
  return Object.hasOwn(staffRoleWords, word);
}
