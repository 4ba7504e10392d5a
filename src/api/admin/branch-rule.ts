import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { type StaffMember, worksEverywhere } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Scope } from './route.ts';

type Who = { scope: Scope; staff: StaffMember };

/** What is common to all branches is changed only by who works in all of them. */
export function mayChangeCommon({ staff }: Pick<Who, 'staff'>): boolean {
  return worksEverywhere(staff);
}

/**
 * Of a row that belongs to a branch, or (null) to all. Throws not_found for a branch that the person does not see,
 * forbidden for what is common, where they work in some branches only.
 */
export function needBranch(who: Who, department_id_1c: string | null): void {
  const { branches } = who.scope;
  if (department_id_1c === null) {
    if (!mayChangeCommon(who))
      throw new Refusal('forbidden', {}, 'Общее для всех филиалов меняет тот, кто работает во всех');
    return;
  }
  if (branches !== null && !branches.includes(department_id_1c)) throw new Refusal('not_found');
}

/** Throws bad_input at the field `departments` for what is no branch. */
export async function refuseUnknownBranches(db: Db, departments: string[]): Promise<void> {
  const branches = new Set(branchesOf(await departmentDirectory(db)).map(({ id_1c }) => id_1c));
  if (!departments.every((id) => branches.has(id)))
    throw new Refusal('bad_input', { fields: { departments: 'Такого филиала нет' } });
}
