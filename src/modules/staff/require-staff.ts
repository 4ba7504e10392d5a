import type { SignedIn, StaffRole } from '#modules/accounts/signed-in.ts';
import { Refusal } from '#platform/refusal.ts';

/** A member of staff at work, in their own session. `departments`: the branches they work in; empty: all. */
export type StaffMember = NonNullable<SignedIn['staff']> & { session_id: string; full_name: string };

/**
 * S6-05: the request context's person when they are staff with this role and have shown their second factor in this
 * session within the owner’s term (12 hours at first). Throws forbidden for everybody else, second_factor_needed for a
 * person with the role but without a fresh code, acting_now while they act as a customer: their own rights rest then.
 */
export function requireStaff(
  requestContext: { account: SignedIn | null },
  role: StaffRole,
  now = new Date(),
): StaffMember {
  return readStaff(requestContext, ({ roles }) => roles.includes(role), now);
}

/** The same for whoever's rights `mayEnter`. */
export function readStaff(
  { account }: { account: SignedIn | null },
  mayEnter: (rights: Pick<StaffMember, 'roles' | 'departments'>) => boolean,
  now: Date,
): StaffMember {
  if (!account?.staff || !mayEnter(account.staff)) throw new Refusal('forbidden');
  if (account.acting) throw new Refusal('acting_now');
  const { second_factor_until: until } = account.staff;
  if (until === null || until <= now) throw new Refusal('second_factor_needed');
  return { ...account.staff, session_id: account.session_id, full_name: account.full_name };
}

type Workplaces = Pick<StaffMember, 'departments'>;

/** Whether this member of staff works in the branch. */
export function worksIn(staff: Workplaces, branch_id_1c: string): boolean {
  return worksEverywhere(staff) || staff.departments.includes(branch_id_1c);
}

/** In all branches: only then is what is common to them theirs to change. */
export function worksEverywhere({ departments }: Workplaces): boolean {
  return departments.length === 0;
}

/** The branches (id_1c) whose records they see; null: all. */
export function ownBranches(staff: Workplaces): string[] | null {
  return worksEverywhere(staff) ? null : staff.departments;
}

/** Whether a row of this branch, or (null) one that is common to all, is theirs to change. */
export function mayChangeRowOf(staff: Workplaces, branch_id_1c: string | null): boolean {
  return whyNotOwn(staff, branch_id_1c) === null;
}

/** Why a row of this branch, or (null) one that is common to all, is not theirs to change; null: it is theirs. */
export function whyNotOwn(staff: Workplaces, branch_id_1c: string | null): string | null {
  if (worksEverywhere(staff)) return null;
  if (branch_id_1c === null) return 'Общее для всех филиалов меняет тот, кто работает во всех';
  return worksIn(staff, branch_id_1c) ? null : 'Это не ваш филиал';
}
