import { Refusal } from '#platform/refusal.ts';
import { branchesOf, pointsOf } from './directory.ts';
import type { Department } from './queries.ts';

/**
 * `domain_id_1c` of a call → the public branch it reads from (S7-10): absent means the host's, the suffix `_b2b` of
 * S6-03 is taken off (prices still come from the session), a pickup point means its branch. Unknown ones are refused
 * (404).
 */
export function resolveDepartment(
  domain_id_1c: string | undefined,
  departments: Department[],
  ofHost: Department,
): Department {
  if (domain_id_1c === undefined || domain_id_1c === '') return ofHost;
  const id_1c = domain_id_1c.replace(/_b2b$/, '');
  const found = branchesOf(departments).find((branch) =>
    pointsOf(departments, branch).some((point) => point.id_1c === id_1c),
  );
  if (!found) throw new Refusal('unknown_department', { domain_id_1c });
  return found;
}
