import { type Department, listDepartments } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { CommandFailure } from './command.ts';

/** A branch by its id, the label of its domain or its city. */
export async function findBranch(db: Db, typed: string): Promise<Department> {
  const wanted = typed.toLowerCase();
  const branches = (await listDepartments(db)).filter((department) => department.branch_id_1c === null);
  const found = branches.find(
    ({ id_1c, domain, city }) => id_1c === wanted || domain === wanted || city.toLowerCase() === wanted,
  );
  if (!found)
    throw new CommandFailure(`Филиал не найден: ${typed}. Есть: ${branches.map(({ city }) => city).join(', ')}`);
  return found;
}
