import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { saveNotes } from './notes.ts';

/**
 * Writes the test email of the guide and remembers it: what became of it is a check of the step. Call in a transaction.
 */
export async function sendTestEmail(db: Db, staff_user_id: string, to: string, now = new Date()): Promise<void> {
  const key = `first run ${staff_user_id} ${now.toISOString()}`;
  await storeMail(db, key, to, testEmail());
  await saveNotes(db, () => ({ test_email: key }));
}

export function testEmail(): EmailMessage {
  return composeEmail(
    'Пробное письмо магазина',
    'Почта магазина работает',
    [{ kind: 'text', text: 'Это письмо отправлено из шага «Почта» первого запуска. Отвечать на него не нужно.' }],
    shopLines,
  );
}
