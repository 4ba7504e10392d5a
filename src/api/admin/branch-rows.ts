import { z } from 'zod';
import { MomentInput } from '#platform/moment-input.ts';

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

/** «, филиал 00131» of the sentences of the audit log; nothing for what is common. */
export function branchWords(department_id_1c: string | null): string {
  return department_id_1c === null ? '' : `, филиал ${department_id_1c}`;
}
