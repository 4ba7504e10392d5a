import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { type StaffMember, worksEverywhere, worksIn } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { Refusal } from '#platform/refusal.ts';

/** The branch whose row it is; null: common to all. */
export const BranchOfRow = z.string().max(40).nullable();

/** From … to … (not including), with a zone; null: always. */
export const Moment = z.iso
  .datetime({ offset: true })
  .nullable()
  .transform((text) => (text === null ? null : new Date(text)));

/** The same where there must be one. */
export const PlannedMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const [earliest, latest] = [Date.parse('2020-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')];

/** A moment at which the shop may be looked at. */
export const MomentOfShop = MomentInput.refine(
  (at) => Date.parse(at) >= earliest && Date.parse(at) < latest,
  'День между 2020 и 2099 годом',
);

/**
 * A row of a branch is written by whoever works there, a common one by whoever works in all of them. Throws not_found
 * for a branch that is none or not this person's, forbidden for the common row.
 */
export async function needOwnRow(
  db: Db,
  staff: Pick<StaffMember, 'departments'>,
  department_id_1c: string | null,
): Promise<void> {
  if (department_id_1c === null) {
    if (!worksEverywhere(staff))
      throw new Refusal('forbidden', {}, 'Общее для всех филиалов меняет тот, кто работает во всех');
    return;
  }
  const known = (await departmentDirectory(db)).some(
    ({ id_1c, branch_id_1c }) => id_1c === department_id_1c && branch_id_1c === null,
  );
  if (!worksIn(staff, department_id_1c) || !known) throw new Refusal('not_found');
}

/** «, филиал 00131» of the sentences of the audit log; nothing for what is common. */
export function branchWords(department_id_1c: string | null): string {
  return department_id_1c === null ? '' : `, филиал ${department_id_1c}`;
}
