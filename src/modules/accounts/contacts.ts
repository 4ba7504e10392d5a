import { sql } from 'kysely';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { toE164 } from '#shared/phone.ts';
import { contactForms } from '#shared/profile-forms.ts';
import { requireRecentProof } from './recent-proof.ts';
import type { SignedIn } from './signed-in.ts';

export type ContactType = 'phone' | 'email' | 'telegram';
export type ContactPurpose = 'main' | 'additional' | 'VK' | 'Yandex';

type Own = Pick<SignedIn, 'session_id' | 'user_id'>;

/** S3-04: one of contact_infos. An email signs in once it is confirmed. */
export type Contact = {
  id: number;
  type: ContactType;
  value: string;
  purpose: ContactPurpose;
  confirmed_at: Date | null;
};

/** The person's contacts: emails, phones, telegram, the main ones first. */
export async function listContacts(db: Db, user_id: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select id, type, value, purpose, confirmed_at from contacts where user_id = ${user_id}::uuid
    order by array_position(array['email', 'phone', 'telegram'], type), purpose = 'main' desc, id`.execute(db);
  return rows;
}

/**
 * Adds a phone or a telegram name; an email comes by its code only. Throws bad_input at the field `value`,
 * contact_taken.
 */
export async function addContact(
  db: Db,
  user_id: string,
  { type, value: typed }: { type: string; value: string },
  now = new Date(),
): Promise<void> {
  if (type !== 'phone' && type !== 'telegram') throw new Refusal('bad_input');
  const value = readValue(type, typed);
  const { numAffectedRows } = await sql`
    insert into contacts (user_id, type, value, purpose, created_at)
    select ${user_id}::uuid, ${type}, ${value}, case when exists (
      select from contacts where user_id = ${user_id}::uuid and type = ${type} and purpose = 'main') then 'additional' else 'main' end, ${now}
    on conflict (user_id, type, value) do nothing`.execute(db);
  if (!numAffectedRows) throw new Refusal('contact_taken', { fields: { value: 'Такой контакт у вас уже есть' } });
}

/**
 * Writes another number or name over a phone or telegram contact. Throws not_found, contact_locked (S6-04), bad_input,
 * contact_taken.
 */
export async function changeContact(db: Db, user_id: string, id: number, typed: string): Promise<void> {
  const contact = await ownContact(db, user_id, id);
  if (contact.type === 'email') throw new Refusal('bad_input');
  const value = readValue(contact.type, typed);
  const { rows } = await sql`
    select from contacts where user_id = ${user_id}::uuid and type = ${contact.type} and value = ${value} and id <> ${id}`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('contact_taken', { fields: { value: 'Такой контакт у вас уже есть' } });
  await sql`update contacts set value = ${value}, confirmed_at = null where id = ${id} and value <> ${value}`.execute(
    db,
  );
}

/**
 * Removes a contact; the next one of its kind becomes the main one. Throws not_found, contact_locked (S6-04),
 * last_email: without an address nobody could sign in any more; proof_needed for an email.
 */
export async function removeContact(db: Db, account: Own, id: number, now = new Date()): Promise<void> {
  const { user_id } = account;
  const contact = await ownContact(db, user_id, id);
  if (contact.type === 'email' && contact.confirmed_at) {
    await requireRecentProof(db, account, now);
    const { rows } = await sql`
      select from contacts where user_id = ${user_id}::uuid and type = 'email' and confirmed_at is not null and id <> ${id}`.execute(
      db,
    );
    if (rows.length === 0) throw new Refusal('last_email');
  }
  await sql`delete from contacts where id = ${id}`.execute(db);
  if (contact.purpose !== 'main') return;
  await sql`
    update contacts set purpose = 'main' where id = (
      select id from contacts where user_id = ${user_id}::uuid and type = ${contact.type} and purpose = 'additional'
        and (type <> 'email' or confirmed_at is not null)
      order by id limit 1)`.execute(db);
}

/**
 * Emails of the shop go to this confirmed email from now on. Throws not_found, contact_locked for one of another
 * service, proof_needed.
 */
export async function makeMainEmail(db: Db, account: Own, id: number, now = new Date()): Promise<void> {
  const { user_id } = account;
  const contact = await ownContact(db, user_id, id);
  if (contact.type !== 'email' || !contact.confirmed_at) throw new Refusal('not_found');
  await requireRecentProof(db, account, now);
  await sql`
    update contacts set purpose = case when id = ${id} then 'main' else 'additional' end
    where user_id = ${user_id}::uuid and type = 'email' and purpose in ('main', 'additional')`.execute(db);
}

/** Locks the person's row, so that two removals at once do not take the last address together. */
async function ownContact(db: Db, user_id: string, id: number): Promise<Contact> {
  await sql`select from users where id = ${user_id}::uuid for update`.execute(db);
  const { rows } = await sql<Contact>`
    select id, type, value, purpose, confirmed_at from contacts
    where user_id = ${user_id}::uuid and id = ${Number.isSafeInteger(id) ? id : -1}`.execute(db);
  const [contact] = rows;
  if (!contact) throw new Refusal('not_found');
  if (contact.purpose === 'VK' || contact.purpose === 'Yandex') throw new Refusal('contact_locked');
  return contact;
}

function readValue(type: 'phone' | 'telegram', typed: string): string {
  const { value } = checkForm(contactForms[type], { value: typed });
  return type === 'phone' ? (toE164(value) ?? value) : `@${value.replace('@', '')}`;
}
