import type { SignedIn, StaffRole } from '#modules/accounts/signed-in.ts';
import { Refusal } from '#platform/refusal.ts';
import { keysOf } from '#shared/keys-of.ts';
import { readStaff, type StaffMember } from './require-staff.ts';

type Grant = {
  roles: readonly StaffRole[];
  /** Only active orders of the points where the person works. */
  atOwnPoints?: readonly StaffRole[];
  /** It changes what is common to all branches: only of those who work in all of them. */
  isShopWide?: true;
};

type Rights = Pick<StaffMember, 'roles' | 'departments'>;

const everybody = ['owner', 'content', 'orders', 'pickup', 'support', 'marketing', 'accounting'] as const;
const owner: Grant = { roles: ['owner'] };
const ownerOfAll: Grant = { ...owner, isShopWide: true };
const ownerAndContent: Grant = { roles: ['owner', 'content'] };

/**
 * Who may do what in the back office: the only table of it. Routes name one permission each, the menu reads the same
 * words. `login_by_user` alone acts for customers, whatever else a person may.
 */
export const permissions = {
  'dashboard.read': { roles: everybody },
  'reports.money': { roles: ['owner', 'marketing', 'accounting'] },
  'orders.read': { roles: ['owner', 'orders', 'support', 'accounting'], atOwnPoints: ['pickup'] },
  'orders.contacts': { roles: ['owner', 'orders', 'support', 'accounting'], atOwnPoints: ['pickup'] },
  'orders.move': { roles: ['owner', 'orders'] },
  'orders.cancel': { roles: ['owner', 'orders'] },
  'orders.assemble': { roles: ['owner', 'orders'], atOwnPoints: ['pickup'] },
  'orders.edit': { roles: ['owner', 'orders'] },
  'orders.create': { roles: ['owner', 'orders'] },
  'handover.do': { roles: ['owner'], atOwnPoints: ['pickup'] },
  'payments.read': { roles: ['owner', 'orders', 'support', 'accounting'] },
  'documents.read': { roles: ['owner', 'orders', 'support', 'accounting'] },
  /** Of the role `orders` up to the setting `refund_limit`. */
  'payments.refund': { roles: ['owner', 'orders', 'accounting'] },
  'payments.account': { roles: ['owner', 'accounting'] },
  'customers.read': { roles: ['owner', 'orders', 'support', 'accounting'] },
  /** People and firms are common to all branches: notes, sessions, bonuses and rights of theirs hold in each. */
  'customers.write': { roles: ['owner', 'support'], isShopWide: true },
  'bonuses.adjust': { roles: ['owner', 'support'], isShopWide: true },
  'customers.export': ownerOfAll,
  'customers.erase': ownerOfAll,
  'companies.manage': { roles: ['owner', 'accounting'], isShopWide: true },
  'catalogue.read': { roles: everybody },
  'stock.read': { roles: everybody },
  'branches.read': { roles: everybody },
  'catalogue.write': { ...ownerAndContent, isShopWide: true },
  'catalogue.import': { ...ownerAndContent, isShopWide: true },
  'prices.read': { roles: ['owner', 'content', 'orders', 'support', 'marketing', 'accounting'] },
  /** A mass change is computed and put into a release; whoever may write prices publishes it (decision 553). */
  'prices.propose': { roles: ['owner', 'content', 'marketing'] },
  'prices.write': ownerAndContent,
  /** The purchase price and what follows from it. */
  'prices.cost': { roles: ['owner', 'accounting'] },
  /** The place of storage. */
  'stock.shelf': { roles: ['owner', 'content', 'pickup'] },
  'branches.write': ownerAndContent,
  'branches.create': ownerOfAll,
  'promo.write': { roles: ['owner', 'marketing'] },
  'content.write': { roles: ['owner', 'content', 'marketing'] },
  'content.publish': { roles: ['owner', 'content', 'marketing'] },
  'legal.publish': owner,
  'seo.write': { roles: ['owner', 'content', 'marketing'] },
  'search.write': { roles: ['owner', 'content', 'marketing'] },
  'moderation.write': { roles: ['owner', 'content', 'support'] },
  'tickets.write': { roles: ['owner', 'orders', 'support'] },
  'forms.read': { roles: ['owner', 'orders', 'support'] },
  'leads.read': { roles: ['owner', 'orders', 'support', 'marketing'] },
  'leads.retry': { roles: ['owner', 'support'] },
  'exchange.read': { roles: ['owner', 'content', 'accounting'] },
  'exchange.decide': ownerOfAll,
  'exchange.map': ownerOfAll,
  'exchange.rollback': ownerOfAll,
  'staff.manage': ownerOfAll,
  'sessions.end': ownerOfAll,
  'settings.write': ownerOfAll,
  'keys.manage': ownerOfAll,
  'requisites.write': { roles: ['owner', 'accounting'], isShopWide: true },
  /** Everybody reads their own lines; this is for all of them. */
  'audit.read': owner,
  'jobs.read': ownerAndContent,
  'jobs.retry': ownerOfAll,
  'preview.use': { roles: ['owner', 'content', 'marketing'] },
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof permissions;

/** How far a permission of this person reaches: `points`: active orders of one's own points alone; null: not at all. */
export function reachOf({ roles, departments }: Rights, permission: Permission): 'all' | 'points' | null {
  const grant: Grant = permissions[permission];
  if (grant.isShopWide && departments.length > 0) return null;
  if (grant.roles.some((role) => roles.includes(role))) return 'all';
  return grant.atOwnPoints?.some((role) => roles.includes(role)) ? 'points' : null;
}

/** Every permission of this person, however far it reaches. */
export function permissionsOf(rights: Rights): Permission[] {
  return keysOf(permissions).filter((permission) => reachOf(rights, permission) !== null);
}

/**
 * The member of staff who asks, if one of their roles has the permission; null: any member of staff. Throws signed_out,
 * forbidden, acting_now, second_factor_needed, in this order.
 */
export function requirePermission(
  requestContext: { account: SignedIn | null },
  permission: Permission | null,
  now = new Date(),
): StaffMember {
  if (!requestContext.account) throw new Refusal('signed_out');
  return readStaff(
    requestContext,
    (rights) => (permission === null ? permissionsOf(rights).length > 0 : reachOf(rights, permission) !== null),
    now,
  );
}
