import { staffCodeForm } from '#modules/staff/schema.ts';
import { verifySecondFactor } from '#modules/staff/verify-second-factor.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** Takes what was typed into `StaffCodeForm`. Throws forbidden for who is no staff, else as verifySecondFactor. */
export async function verifyStaffCode({ db, keys, requestContext }: Shop, form: FormData): Promise<void> {
  const { account } = requestContext;
  if (!account?.staff) throw new Refusal('forbidden');
  await verifySecondFactor(db, keys, account, checkForm(staffCodeForm, form).code);
}
