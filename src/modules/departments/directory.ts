import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { perObject } from '#shared/per-object.ts';
import { type Department, listDepartments, publicParent } from './queries.ts';

const copies = cachedRead<Department[]>({
  name: 'departments',
  freshMs: 5_000,
  tags: ['departments'],
  read: (db) => listDepartments(db),
});

/**
 * All departments from the process's own copy, at most a few seconds old, so that no request asks the database for
 * them.
 */
export function departmentDirectory(db: Db, onFailure?: (error: unknown) => void): Promise<Department[]> {
  return copies(db, '', onFailure);
}

/**
 * Branches a visitor may choose, one per domain, sorted by the site's name in Russian (S2-39, S9-03). Worked out once
 * for each reading, as each request asks for them: not to be changed.
 */
export const branchesOf = perObject((departments: Department[]): Department[] =>
  departments
    .filter((department) => department.parent === publicParent && department.branch_id_1c === null)
    .sort(bySiteName),
);

const pointsByBranch = perObject((_departments: Department[]) => new Map<string, Department[]>());

/**
 * The branch and its pickup points, the branch first. Worked out once for each reading of the departments: not to be
 * changed.
 */
export function pointsOf(departments: Department[], branch: Department): Department[] {
  const known = pointsByBranch(departments);
  let points = known.get(branch.id_1c);
  if (!points) {
    points = departments
      .filter((other) => other.id_1c === branch.id_1c || other.branch_id_1c === branch.id_1c)
      .sort((a, b) => Number(b.id_1c === branch.id_1c) - Number(a.id_1c === branch.id_1c) || bySiteName(a, b));
    known.set(branch.id_1c, points);
  }
  return points;
}

const russian = new Intl.Collator('ru');

function bySiteName(a: { name_for_site: string }, b: { name_for_site: string }): number {
  return russian.compare(a.name_for_site, b.name_for_site);
}
