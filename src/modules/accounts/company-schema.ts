import { z } from 'zod';
import { fieldMessages } from '#shared/field-messages.ts';

const required = 'Обязательно для заполнения';

export const CompanyRoleInput = z.enum(['owner', 'purchaser', 'accountant'], 'Выберите роль');

/** Whom an owner lets into the firm. */
export const InvitationInput = z.object({
  email: z
    .string(required)
    .trim()
    .toLowerCase()
    .min(1, { error: required, abort: true })
    .pipe(z.email(fieldMessages.format).max(254, fieldMessages.maxLength(254))),
  role: CompanyRoleInput,
});
export type InvitationInput = z.output<typeof InvitationInput>;
