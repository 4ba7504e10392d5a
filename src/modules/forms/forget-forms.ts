import { type RawBuilder, sql } from 'kysely';
import { forgetWhoConsented } from '#modules/consents/consents.ts';
import { forgetLeads } from '#modules/leads/send-state.ts';
import { forgetWords } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { daysBefore } from '#shared/dates.ts';
import { emailKey } from './emails/branch-email.ts';

/** What came more than `kept_days` ago is forgotten. Returns the ids of files whose bytes are to be removed. */
export async function forgetOldForms(db: Db, now = new Date()): Promise<string[]> {
  const { kept_days } = await readSetting(db, 'form_terms');
  const before = daysBefore(now, kept_days);
  return forget(db, sql<boolean>`created_at < ${before}`, now);
}

/**
 * Everything this person sent, signed in or under one of their addresses. Returns the ids of files whose bytes are to
 * be removed.
 */
export async function forgetFormsOf(db: Db, user_id: string, emails: string[], now = new Date()): Promise<string[]> {
  const isOfAddress = sql`exists (select from jsonb_array_elements(answers) a
    where a ->> 'field' = 'email' and lower(a ->> 'value') = any(${emails}::text[]))`;
  return forget(db, sql<boolean>`(user_id = ${user_id}::uuid or ${isOfAddress})`, now);
}

/**
 * The forms in which this person's consent to processing stood, or was named, once it was withdrawn. Returns the ids of
 * files whose bytes are to be removed.
 */
export async function forgetWithdrawnForm(
  db: Db,
  user_id: string,
  consent_id: number,
  now = new Date(),
): Promise<string[]> {
  const isWithdrawn = sql<boolean>`id in (select c.submission_id from consents c
    where ${consent_id}::bigint in (c.id, c.under_id) and c.user_id = ${user_id}::uuid and c.purpose = 'personal_data' and c.withdrawn_at is not null)`;
  return forget(db, isWithdrawn, now);
}

/**
 * The forms in which these consents to processing stood, once they were withdrawn. Returns the ids of files whose bytes
 * are to be removed.
 */
export async function forgetWithdrawnForms(db: Db, consent_ids: number[], now = new Date()): Promise<string[]> {
  const isWithdrawn = sql<boolean>`id in (select c.submission_id from consents c
    where c.id = any(${consent_ids}::bigint[]) and c.purpose = 'personal_data' and c.withdrawn_at is not null)`;
  return forget(db, isWithdrawn, now);
}

/**
 * The row stays with form, day and branch for the counts; words, files, the sender, the lead, the email to the branch
 * and the names in the consent to processing go. A consent to advertising lives until it is withdrawn.
 */
async function forget(db: Db, which: RawBuilder<boolean>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update form_submissions set answers = '[]'::jsonb, user_id = null, page = '', campaign = null, sender_sum = '',
      forgotten_at = ${now}
    where forgotten_at is null and ${which} returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await forgetWhoConsented(db, ids);
  await forgetLeads(db, ids);
  await forgetWords(db, ids.map(emailKey));
  const { rows: files } = await sql<{ id: string }>`
    delete from form_files where submission_id = any(${ids}::uuid[]) returning id`.execute(db);
  return files.map(({ id }) => id);
}

/** Forms sent from an account that becomes another (`to`). Call in a transaction. */
export async function moveFormsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`update form_submissions set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
}
