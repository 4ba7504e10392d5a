import type { Db } from '#platform/database.ts';
import { type Department, listDepartments, publicParent } from './queries.ts';

/** How old the copy may be before it is read again beside the requests that use it. */
const freshMs = 5_000;

type Copy = { departments: Department[]; loadedAt: number; loading: Promise<Department[]> | null };

const copies = new WeakMap<Db, Copy>();

/**
 * All departments from the process's own copy, so that no request asks the database for them. A copy older than 5 s is still
 * served while a new one is read; if that fails the old one stays (S8-08). Only the very first reading can throw.
 */
export async function departmentDirectory(
  db: Db,
  onFailure: (error: unknown) => void = () => {},
): Promise<Department[]> {
  const copy = copies.get(db);
  if (!copy) return firstReading(db);
  if (copy.loading && copy.departments.length === 0) return copy.loading;
  if (!copy.loading && Date.now() - copy.loadedAt > freshMs) {
    copy.loading = listDepartments(db)
      .then((departments) => {
        copies.set(db, { departments, loadedAt: Date.now(), loading: null });
        return departments;
      })
      .catch((error) => {
        onFailure(error);
        copies.set(db, { departments: copy.departments, loadedAt: Date.now(), loading: null });
        return copy.departments;
      });
  }
  return copy.departments;
}

/** After a change (the tag 'departments'): the next question reads the database. */
export function forgetDepartments(db: Db): void {
  copies.delete(db);
}

/** Branches a visitor may choose, one per domain, sorted by the site's name in Russian (S2-39, S9-03). */
export function branchesOf(departments: Department[]): Department[] {
  return departments
    .filter((department) => department.parent === publicParent && department.branch_id_1c === null)
    .sort(bySiteName);
}

/** The branch and its pickup points, the branch first. */
export function pointsOf(departments: Department[], branch: Department): Department[] {
  return departments
    .filter((other) => other.id_1c === branch.id_1c || other.branch_id_1c === branch.id_1c)
    .sort((a, b) => Number(b.id_1c === branch.id_1c) - Number(a.id_1c === branch.id_1c) || bySiteName(a, b));
}

const russian = new Intl.Collator('ru');

function bySiteName(a: { name_for_site: string }, b: { name_for_site: string }): number {
  return russian.compare(a.name_for_site, b.name_for_site);
}

async function firstReading(db: Db): Promise<Department[]> {
  const loading = listDepartments(db);
  copies.set(db, { departments: [], loadedAt: 0, loading });
  try {
    const departments = await loading;
    copies.set(db, { departments, loadedAt: Date.now(), loading: null });
    return departments;
  } catch (error) {
    copies.delete(db);
    throw error;
  }
}
