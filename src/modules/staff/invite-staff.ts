import { createUser, findUserByEmail } from '#modules/accounts/create-user.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { adminUrl, forgotPasswordUrl } from '#shared/urls.ts';
import { staffRoleWords } from './schema.ts';
import { hireStaff } from './staff.ts';
import { otpauthUrl } from './totp.ts';

export type InvitationGiven = {
  /** In lower case. */
  email: string;
  full_name: string;
  roles: StaffRole[];
  departments: string[];
};

/**
 * Makes the person with this email a member of staff, and an account for them if they have none; they are written where
 * to set a password and where to work. Returns the address of the second factor, which is shown this once, as a QR
 * code. Throws already_staff. Call in a transaction.
 */
export async function inviteStaff(
  db: Db,
  keys: SecretKeys,
  { email, full_name, roles, departments }: InvitationGiven,
  origin: string,
  now = new Date(),
): Promise<{ user_id: string; full_name: string; otpauth_url: string }> {
  const known = await findUserByEmail(db, email);
  const user_id = known?.id ?? (await createUser(db, { email, full_name }, now)).id;
  const { secret } = await hireStaff(db, keys, { user_id, roles, departments }, now);
  await storeMail(db, `staff invitation ${user_id} ${now.toISOString()}`, email, invitationEmail({ roles, origin }));
  return { user_id, full_name: known?.full_name || full_name, otpauth_url: otpauthUrl(secret, email) };
}

export function invitationEmail({ roles, origin }: { roles: StaffRole[]; origin: string }): EmailMessage {
  return composeEmail(
    'Вам открыт доступ к управлению магазином',
    'Вам открыт доступ к управлению магазином',
    [
      {
        kind: 'text',
        text: `Вы работаете в магазине: ${roles.map((role) => staffRoleWords[role]).join(', ')}. Сначала задайте пароль: запросите ссылку на эту почту.`,
      },
      { kind: 'button', label: 'Задать пароль', url: origin + forgotPasswordUrl() },
      {
        kind: 'text',
        text: 'Чтобы войти, нужен ещё код из приложения для одноразовых паролей. QR-код для него покажет тот, кто вас пригласил.',
      },
      { kind: 'link', label: 'Управление магазином', url: origin + adminUrl() },
    ],
    shopLines,
  );
}
