import { sql } from 'kysely';
import { type ConsentPurpose, withdrawConsentsByContact } from '#modules/consents/consents.ts';
import { forgetWithdrawnForms } from '#modules/forms/forget-forms.ts';
import { unsubscribePeople } from '#modules/subscriptions/subscribe.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { toE164 } from '#shared/phone.ts';

/**
 * A withdrawal that came by letter or phone (152-ФЗ, art. 9), of a guest or of whoever has proved this contact: does
 * what the press in the profile does. What was agreed to after `received_at` stands. Returns how many consents ended
 * and the ids of the forms' files whose bytes are to be removed. Throws bad_input when nothing stands. Call in a
 * transaction.
 */
export async function withdrawByContact(
  db: Db,
  { contact, purpose, received_at }: { contact: string; purpose: ConsentPurpose; received_at: Date },
  now = new Date(),
): Promise<{ withdrawn: number; files: string[] }> {
  if (received_at > now) throw new Refusal('bad_input', { fields: { received_at: 'Этот день ещё не наступил' } });
  const value = toE164(contact) ?? contact.trim().toLowerCase();
  const people = await sql<{ user_id: string; email: string | null }>`
    select own.user_id, other.value as email from contacts own
    left join contacts other on other.user_id = own.user_id and other.type = 'email'
    where own.value = ${value} and own.confirmed_at is not null`.execute(db);
  const user_ids = [...new Set(people.rows.map(({ user_id }) => user_id))];
  const withdrawn = await withdrawConsentsByContact(db, { contact, user_ids, purpose }, received_at);
  if (withdrawn.length === 0)
    throw new Refusal('bad_input', { fields: { contact: 'На этот день с такими контактами ничего не действует' } });
  const files = await forgetWithdrawnForms(
    db,
    withdrawn.map(({ id }) => id),
    now,
  );
  const emails = [
    value,
    ...people.rows.map(({ email }) => email),
    ...withdrawn.flatMap(({ subject }) => emailsOf(subject)),
  ];
  await unsubscribePeople(db, user_ids, [...new Set(emails.flatMap((email) => email ?? []))], now);
  return { withdrawn: withdrawn.length, files };
}

function emailsOf(subject: string): string[] {
  return (subject.match(/[^\s,]+@[^\s,]+/g) ?? []).map((email) => email.toLowerCase());
}
