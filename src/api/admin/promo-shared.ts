import { z } from 'zod';
import { datedStates } from '#modules/content/staff-dated.ts';
import { mayChangeRowOf, type StaffMember, worksEverywhere } from '#modules/staff/require-staff.ts';
import { Refusal } from '#platform/refusal.ts';

type Dated = { department_id_1c: string | null };

/**
 * What is common to all branches is changed by staff of all of them, and nobody gives a thing to a branch that is not
 * theirs. `before`: as it stands, `after`: the change. Throws forbidden, bad_input.
 */
export function refuseOtherBranch(
  staff: Pick<StaffMember, 'departments'>,
  before: Dated | null,
  after: { department_id_1c?: string | null | undefined },
): void {
  if (worksEverywhere(staff)) return;
  if (before?.department_id_1c === null)
    throw new Refusal('forbidden', {}, 'Общее для всех филиалов меняют сотрудники всех филиалов');
  const { department_id_1c } = after;
  if (department_id_1c === undefined || mayChangeRowOf(staff, department_id_1c)) return;
  throw new Refusal('bad_input', { fields: { department_id_1c: 'Выберите свой филиал' } });
}

/** «срок, минимум»: what was changed, named once each. */
export function changedWords(change: object, words: Record<string, string>): string {
  return [...new Set(Object.keys(change).map((name) => words[name] ?? name))].join(', ');
}

/** What lists of slides and wobblers are filtered by. */
export const datedFilter = {
  q: z.string().max(200),
  state: z.array(z.enum(datedStates)),
  reach: z.array(z.enum(['branch', 'common'])),
};
