import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import type { StaffMember } from './require-staff.ts';

/** What this person may give back of one order in all, kopecks (back-office.md 1.2); null: without a limit. */
export async function refundLimitOf(db: Db, { roles }: Pick<StaffMember, 'roles'>): Promise<number | null> {
  if (roles.includes('owner') || roles.includes('accounting')) return null;
  const { refund_limit } = await readSetting(db, 'orders');
  return refund_limit * 100;
}
