import { branchesOfColumns } from '#modules/departments/branch-of-goods.ts';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { type StaffMember, whyNotOwn } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

type Workplaces = Pick<StaffMember, 'departments'>;

/**
 * A row that belongs to a branch is changed by whoever works there, one that is common to all (null) by whoever works
 * in all. Throws not_found for a row of another branch, which they do not see either, forbidden for a common one.
 */
export function needOwnRow(staff: Workplaces, department_id_1c: string | null): void {
  const why = whyNotOwn(staff, department_id_1c);
  if (why === null) return;
  throw department_id_1c === null ? new Refusal('forbidden', {}, why) : new Refusal('not_found');
}

/**
 * The same of the branch that a form gives a row to, said at its field; undefined: the row stays where it is. Throws
 * bad_input for what is no branch.
 */
export async function needOwnChoice(
  db: Db,
  staff: Workplaces,
  department_id_1c: string | null | undefined,
): Promise<void> {
  if (department_id_1c === undefined) return;
  const why = department_id_1c === null ? whyNotOwn(staff, null) : null;
  if (why !== null) throw new Refusal('forbidden', { fields: { department_id_1c: why } }, why);
  needOwnRow(staff, department_id_1c);
  if (department_id_1c !== null) await refuseUnknownBranches(db, [department_id_1c], 'department_id_1c');
}

/**
 * Prices of these columns are changed by whoever works in every branch that sells by them, purchase prices by whoever
 * works in all. Throws forbidden: the columns are in sight of this person, and common.
 */
export async function needOwnColumns(db: Db, staff: Workplaces, price_columns: string[]): Promise<void> {
  const [why] = (await whyNotColumns(db, staff, price_columns)).values();
  if (why !== undefined) throw new Refusal('forbidden', {}, why);
}

/** Why prices of these columns are not this person's to change, in words; the columns that are theirs are left out. */
export async function whyNotColumns(db: Db, staff: Workplaces, price_columns: string[]): Promise<Map<string, string>> {
  const closed = new Map<string, string>();
  for (const [column, branches] of await branchesOfColumns(db, price_columns)) {
    if (branches.every((branch) => whyNotOwn(staff, branch) === null)) continue;
    const isCommon = branches.includes(null);
    closed.set(
      column,
      isCommon
        ? 'Общие для всех филиалов цены меняет тот, кто работает во всех'
        : 'По этой колонке продают и другие филиалы: её меняет тот, кто работает в каждом из них',
    );
  }
  return closed;
}

/** Throws bad_input at the field for what is no branch. */
export async function refuseUnknownBranches(db: Db, departments: string[], field = 'departments'): Promise<void> {
  const branches = new Set(branchesOf(await departmentDirectory(db)).map(({ id_1c }) => id_1c));
  if (!departments.every((id) => branches.has(id)))
    throw new Refusal('bad_input', { fields: { [field]: 'Такого филиала нет' } });
}
