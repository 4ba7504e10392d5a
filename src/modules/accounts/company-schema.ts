import { z } from 'zod';

const required = 'Обязательно для заполнения';

export const CompanyRoleInput = z.enum(['owner', 'purchaser', 'accountant'], 'Выберите роль');

/** Whom an owner lets into the firm. */
export const InvitationInput = z.object({
  email: z
    .string(required)
    .trim()
    .toLowerCase()
    .min(1, { error: required, abort: true })
    .pipe(z.email('Неверный формат').max(254, 'Максимум 254 символа')),
  role: CompanyRoleInput,
});
export type InvitationInput = z.output<typeof InvitationInput>;
