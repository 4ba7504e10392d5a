import type { StaffMember } from '#modules/staff/require-staff.ts';
import { listStaff } from '#modules/staff/staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/** Where the person reads mail. Throws bad_input: nowhere. */
export async function ownEmail(db: Db, { user_id }: StaffMember): Promise<string> {
  const person = (await listStaff(db)).find((one) => one.user_id === user_id);
  if (!person?.email) throw new Refusal('bad_input', {}, 'У вас в кабинете нет почты');
  return person.email;
}
